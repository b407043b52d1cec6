internal import Bindings
internal import Changes
internal import Documents
internal import Themes

// Drafts and their ends as rows of their tables, like the other parts of a log in LogRows.swift.

extension Draft {
  var columns: [ColumnValue] {
    [
      .text(id), .text(key), .text(name), .text(upload.file), .blob(upload.bytes),
      Self.written(images).map { .blob($0) } ?? .null, .text(title), .optional(base),
      .text(authors.counted), .text(upload.authors.counted), .note(note), .timestamp(at),
      .timestamp(upload.at),
      .text(upload.by), .timestamp(expires), plan.map { .timestamp($0.at) } ?? .null,
      .optional(plan?.by), .note(plan?.note), .word(Fingerprint(of: self)),
    ]
  }

  init?(_ row: some ColumnRow) throws(StoreError) {
    guard let id = row[0].text, let key = row[1].text, let name = row[2].text, let file = row[3].text,
      let bytes = row[4].bytes, let written = row[5].bytes, let title = row[6].text,
      let authors = row[8].text.flatMap([String].init(counted:)),
      let persons = row[9].text.flatMap([String].init(counted:)), let at = row[11].timestamp,
      let changedAt = row[12].timestamp, let author = row[13].text, let expires = row[14].timestamp
    else { return nil }
    let upload = Upload(name: name, file: file, bytes: bytes, at: changedAt, by: author, authors: persons)
    guard let images = try Self.images(written, with: upload) else { return nil }
    let plan = row[15].timestamp.flatMap { at in
      row[16].text.map { DraftPlan(at: at, by: $0, note: row[17].note) }
    }
    self.init(
      id: id, key: key, upload: upload, images: images, title: title, base: row[7].text,
      authors: authors, note: row[10].note, at: at, expires: expires,
      plan: plan)
    guard row[18].word == Fingerprint(of: self) else { return nil }
  }

  /// Returns all images in one value, each after a line with its name and a line with its size; nil if one can't be read.
  /// The table rejects a null, so that nothing is stored then.
  private static func written(_ images: [UploadedImage]) -> [UInt8]? {
    var written: [UInt8] = []
    for image in images {
      guard let bytes = image.content.bytes() else { return nil }
      written += Array("\(image.file)\n\(bytes.count)\n".utf8) + bytes
    }
    return written
  }

  private static func images(
    _ written: [UInt8], with upload: Upload
  ) throws(StoreError) -> [UploadedImage]? {
    var images: [UploadedImage] = []
    var rest = written[...]
    func line() -> String? {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return String(decoding: rest[..<end], as: UTF8.self)
    }
    while !rest.isEmpty {
      guard let file = line(), let count = line().flatMap({ Int($0) }), (0...rest.count).contains(count)
      else { return nil }
      let bytes = Array(rest.prefix(count))
      images.append(
        UploadedImage(
          file: file, fingerprint: SHA256.hex(of: bytes), content: try StoredImage(bytes, of: file),
          at: upload.at, by: upload.by))
      rest = rest.dropFirst(count)
    }
    return images
  }
}

extension [String] {
  /// The texts in one, each after its length, so that a text may hold any character.
  var counted: String { map { "\($0.utf8.count):\($0)" }.joined() }

  init?(counted: String) {
    self = []
    var rest = counted.utf8[...]
    while !rest.isEmpty {
      guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), let count = Int(String(rest[..<colon]) ?? ""),
        let end = rest.index(colon, offsetBy: count + 1, limitedBy: rest.endIndex), count >= 0,
        let text = String(rest[rest.index(after: colon)..<end])
      else { return nil }
      append(text)
      rest = rest[end...]
    }
  }
}

/// Columns that servers of earlier versions don't know are no part of the fingerprints of their rows, which those servers
/// check. Such a column has a fingerprint of its own, in which a number of the row stands for the row.
extension [String] {
  func sealed(with number: UInt64) -> String { "\(seal(number))\(counted)" }

  init?(sealed text: String, with number: UInt64) {
    guard let texts = [String](counted: String(text.dropFirst(16))), text.hasPrefix(texts.seal(number)) else {
      return nil
    }
    self = texts
  }

  private func seal(_ number: UInt64) -> String {
    var sum = Fingerprint()
    sum.add(number)
    sum.add(self)
    return sum.word.hex16
  }
}

extension DraftEnd {
  var columns: [ColumnValue] {
    [
      .text(id), .text(key), .text(name), .text(reason.rawValue), .optional(cursor?.description),
      .timestamp(at), .word(Fingerprint(of: self)),
    ]
  }

  init?(_ row: some ColumnRow) {
    guard let id = row[0].text, let key = row[1].text, let name = row[2].text,
      let reason = row[3].text.flatMap(Reason.init(rawValue:)), let at = row[5].timestamp
    else { return nil }
    self.init(
      id: id, key: key, name: name, reason: reason, cursor: row[4].text.flatMap { Cursor($0) }, at: at)
    guard row[6].word == Fingerprint(of: self) else { return nil }
  }
}

extension LogState {
  /// The rows that may be many megabytes. A copy of the log writes them only if they have changed.
  var largeRows: [Row] {
    images.values.map { .image($0) } + drafts.values.map { .draft($0) }
      + draftEnds.values.map { .draftEnd($0) }
  }

  func hasLargeRows(of other: LogState) -> Bool {
    images == other.images && drafts == other.drafts && draftEnds == other.draftEnds
  }
}
