internal import Bindings
internal import Changes
internal import Documents
internal import Themes

/// How a row of a table becomes a part of the state again; nil where it is not as it was written.
extension Change {
  /// All but the fingerprint, which is the log's.
  init?(_ row: borrowing some ColumnRow & ~Copyable) {
    guard let revision = row[0].number, let kind = row[1].text.flatMap(ChangeKind.init(rawValue:)),
      let theme = row[2].text, let channels = row[4].text, let at = row[5].timestamp, let by = row[6].text
    else { return nil }
    var differences: Differences?
    if let written = row[8].text {
      guard let read = Differences(written: written) else { return nil }
      differences = read
    }
    self.init(
      revision: revision, kind: kind, theme: theme, previous: row[3].text,
      channels: channels.split(separator: ",").map(String.init), at: at, by: by, note: row[7].text,
      differences: differences, schedule: row[9].text, transition: row[10].real, etag: row[11].text)
  }
}

extension WrittenChange {
  init?(_ row: borrowing some ColumnRow & ~Copyable) {
    guard let change = Change(row), let fingerprint = row[12].word else { return nil }
    self.init(change: change, fingerprint: fingerprint)
  }
}

extension Activation {
  init?(_ row: borrowing some ColumnRow & ~Copyable) {
    guard let channel = row[0].text, let theme = row[1].text, let revision = row[3].number,
      let latest = row[4].number, let at = row[5].timestamp, let by = row[6].text, let base = row[8].text,
      let isDefault = row[9].number
    else { return nil }
    self.init(
      channel: channel, theme: theme, previous: row[2].text, revision: revision, latest: latest, at: at,
      by: by, note: row[7].text, base: base, isDefault: isDefault == 1)
    guard row[10].word == Fingerprint(of: self) else { return nil }
  }
}

extension Schedule {
  init?(_ row: borrowing some ColumnRow & ~Copyable) {
    guard let id = row[0].text, let channel = row[1].text, let theme = row[2].text,
      let from = row[3].timestamp, let by = row[5].text,
      let phase = row[7].text.flatMap(SchedulePhase.init(rawValue:)), let revision = row[8].number
    else { return nil }
    self.init(
      id: id, channel: channel, theme: theme, from: from, until: row[4].timestamp, by: by,
      note: row[6].text, phase: phase, revision: revision)
    guard row[9].word == Fingerprint(of: self) else { return nil }
  }
}

extension Upload {
  init?(_ row: borrowing some ColumnRow & ~Copyable) {
    guard let name = row[0].text, let file = row[1].text, let bytes = row[2].bytes,
      let at = row[3].timestamp, let by = row[4].text
    else { return nil }
    self.init(name: name, file: file, bytes: bytes, at: at, by: by)
    guard row[5].word == fingerprint else { return nil }
  }
}

extension LogState.Row {
  /// A row of `digests`.
  init?(digest row: borrowing some ColumnRow & ~Copyable) {
    guard let theme = row[0].text, let digest = row[1].word else { return nil }
    self = .digest(theme: theme, digest.word)
  }
}

extension DocumentVersion {
  init?(_ row: borrowing some ColumnRow & ~Copyable) {
    guard let theme = row[0].text, let since = row[1].number else { return nil }
    var source: SourceFile?
    if let file = row[2].text, let bytes = row[3].bytes { source = SourceFile(name: file, bytes: bytes) }
    self.init(theme: theme, since: since, source: source)
    guard row[4].word == Fingerprint(of: self) else { return nil }
  }

  /// A row without what the document holds.
  init?(unread row: borrowing some ColumnRow & ~Copyable) {
    guard let theme = row[0].text, let since = row[1].number else { return nil }
    self.init(theme: theme, since: since, source: nil, fingerprint: row[2].word)
    guard row[3].word == Fingerprint(of: self) else { return nil }
  }
}

extension IdempotencyRecord {
  init?(_ row: borrowing some ColumnRow & ~Copyable) {
    guard let key = row[0].text, let request = row[1].text, let body = row[4].bytes,
      let at = row[5].timestamp, let fingerprint = row[6].word
    else { return nil }
    let idempotencyKey = IdempotencyKey(text: key, fingerprint: request)
    guard let status = row[2].number, let headers = row[3].text else {
      self.init(version1: idempotencyKey, body, at, fingerprint)
      return
    }
    let answer = RecordedAnswer(
      status: Int(clamping: status), headers: RecordedAnswer.headers(written: headers), body: body)
    self.init(key: idempotencyKey, answer: answer, at: at)
    guard Fingerprint(of: self) == fingerprint else { return nil }
  }

  /// As the first version of the format wrote it: the status as a line before the body, no headers.
  private init?(
    version1 key: IdempotencyKey, _ written: [UInt8], _ at: Timestamp, _ fingerprint: Fingerprint
  ) {
    var sum = Fingerprint()
    sum.add(key.text)
    sum.add(key.fingerprint)
    sum.add(written)
    sum.add(at)
    guard sum == fingerprint, let end = written.firstIndex(of: UInt8(ascii: "\n")),
      let status = Int(String(decoding: written[..<end], as: UTF8.self))
    else { return nil }
    self.init(
      key: key, answer: RecordedAnswer(status: status, body: Array(written[(end + 1)...] as ArraySlice)),
      at: at)
  }
}
