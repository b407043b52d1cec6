internal import Bindings
internal import Changes
internal import Documents
internal import Themes

/// A copy of what a server knows of a shared log, for a start while PostgreSQL is away.
///
/// It is a file of rows with a sum over them and no SQLite log: a second of writes may bring more changes than it holds, so
/// often it is written whole, which takes a file without indexes a few milliseconds. The images have a file
/// of their own, which is written only when one of them changes.
struct LogCopy: Sendable {
  let name: String
  let opened: OpenedLog

  private static let mark = "livery-snapshot 1"
  private static let imageMark = "livery-images 1"
  /// The most that `imagesBytes` allows, and the words beside each image.
  private static let limit = (1 << 30) + (1 << 20)

  init(name: String, opened: OpenedLog) {
    self.name = name
    self.opened = opened
  }

  /// Reads a copy; nil if there is none that is whole. Images that are not whole are left out.
  init?(file: String) {
    guard let bytes = try? File.bytes(of: file, atMost: Self.limit) else { return nil }
    let images = try? File.bytes(of: Self.imageFile(beside: file), atMost: Self.limit)
    self.init(bytes: bytes, images: images.flatMap { Self.images(in: $0) } ?? [])
  }

  static func imageFile(beside file: String) -> String { "\(file).images" }

  /// The head in a row, then the rows of each part.
  var bytes: [UInt8] {
    let (position, state) = (opened.position, opened.state)
    let head: [ColumnValue] = [
      .text(Self.mark), .text(name), .text("\(position.epoch)"), .number(position.version),
      .number(position.head), .word(position.fingerprint), .number(state.floor),
    ]
    return RowFile.bytes(
      of: [head] + StatePart.allCases.flatMap { part in rows(of: part).map { [.text(part.rawValue)] + $0 } })
  }

  /// Returns nil if the bytes are torn or no copy.
  init?(bytes: [UInt8], images: [UploadedImage] = []) {
    guard let rows = RowFile.rows(in: bytes), let head = rows.first, head[0].text == Self.mark,
      let name = head[1].text,
      let epoch = head[2].text.flatMap({ Epoch(hexadecimal: $0.utf8) }), let version = head[3].number,
      let revision = head[4].number, let fingerprint = head[5].word, let floor = head[6].number
    else { return nil }
    var state = LogState(epoch: epoch, head: revision, fingerprint: fingerprint, floor: floor)
    var tail: [Change] = []
    for row in rows.dropFirst() {
      guard let part = row[0].text.flatMap(StatePart.init(rawValue:)),
        Self.absorb(row.dropFirst(), part, &state, &tail)
      else { return nil }
    }
    state.absorb(images.map { .image($0) })
    self.name = name
    opened = OpenedLog(
      state: state, tail: tail,
      position: LogPosition(epoch: epoch, version: version, head: revision, fingerprint: fingerprint),
      origin: .resumed)
  }

  static func bytes(of images: [UploadedImage]) -> [UInt8] {
    RowFile.bytes(of: [[.text(imageMark)]] + images.sorted { $0.file < $1.file }.map(\.columns))
  }

  /// Returns nil if the bytes are torn or no copy of images.
  static func images(in bytes: [UInt8]) -> [UploadedImage]? {
    guard let rows = RowFile.rows(in: bytes), rows.first?[0].text == imageMark else { return nil }
    return try? rows.dropFirst().compactMap { try ImageRow($0)?.image() }
  }

  /// The parts of the state that are needed for serving. Documents are read when PostgreSQL is back.
  private enum StatePart: String, CaseIterable { case change, activation, schedule, upload, digest }

  private func rows(of part: StatePart) -> [[ColumnValue]] {
    let state = opened.state
    return switch part {
    case .change: opened.tail.map(\.columns)
    case .activation: state.activations.values.map(\.columns)
    case .schedule: state.schedules.values.map(\.columns)
    case .upload: state.uploads.values.map(\.columns)
    case .digest: state.digests.map { theme, digest in [.text(theme), .text(digest.hex16)] }
    }
  }

  private static func absorb(
    _ row: RowFile.Row, _ part: StatePart, _ state: inout LogState, _ tail: inout [Change]
  ) -> Bool {
    let read: LogState.Row?
    switch part {
    case .change:
      guard let change = Change(row) else { return false }
      tail.append(change)
      return true
    case .activation: read = Activation(row).map { .activation($0) }
    case .schedule: read = Schedule(row).map { .schedule($0) }
    case .upload: read = Upload(row).map { .upload($0) }
    case .digest: read = row[0].text.flatMap { theme in row[1].word.map { .digest(theme: theme, $0.word) } }
    }
    guard let read else { return false }
    state.absorb(read)
    return true
  }
}

/// A file of rows. Each value is a letter and a number, which is the value itself or the count of the bytes that follow. A
/// line feed ends each row. The last row holds a sum over the others.
private enum RowFile {
  private static let (null, integer, real, text, blob) = (
    UInt8(ascii: "n"), UInt8(ascii: "i"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b")
  )
  private static let (numberEnd, rowEnd) = (UInt8(ascii: ":"), UInt8(ascii: "\n"))

  struct Row: ColumnRow, Sendable {
    fileprivate var values: ArraySlice<ColumnValue> = []
    /// The index of its first byte.
    fileprivate let start: Int

    /// Null beyond the last column.
    subscript(_ column: Int) -> ColumnValue {
      let index = values.startIndex + column
      return values.indices.contains(index) ? values[index] : .null
    }

    func dropFirst() -> Row { Row(values: values.dropFirst(), start: start) }
  }

  static func bytes(of rows: [[ColumnValue]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in rows { add(row, to: &bytes) }
    add([.word(sum(of: bytes))], to: &bytes)
    return bytes
  }

  /// Returns nil if the sum is wrong.
  static func rows(in bytes: [UInt8]) -> ArraySlice<Row>? {
    var (rows, rest): ([Row], ArraySlice<UInt8>) = ([], bytes[...])
    while !rest.isEmpty {
      var row = Row(start: rest.startIndex)
      while rest.first != rowEnd {
        guard let value = value(&rest) else { return nil }
        row.values.append(value)
      }
      rest.removeFirst()
      rows.append(row)
    }
    guard let last = rows.popLast(), last[0].word == sum(of: bytes.prefix(last.start)) else { return nil }
    return rows[...]
  }

  private static func sum(of bytes: some Sequence<UInt8>) -> Fingerprint {
    var sum = Fingerprint()
    for byte in bytes { sum.add(byte) }
    return sum
  }

  private static func add(_ row: [ColumnValue], to bytes: inout [UInt8]) {
    for value in row {
      let (sort, number, content): (UInt8, Int64, [UInt8]) =
        switch value {
        case .null: (null, 0, [])
        case .integer(let number): (integer, number, [])
        case .real(let number): (real, Int64(bitPattern: number.bitPattern), [])
        case .text(let words): (text, Int64(words.utf8.count), Array(words.utf8))
        case .blob(let content): (blob, Int64(content.count), content)
        }
      bytes.append(sort)
      bytes += Array(String(number).utf8)
      bytes.append(numberEnd)
      bytes += content
    }
    bytes.append(rowEnd)
  }

  private static func value(_ rest: inout ArraySlice<UInt8>) -> ColumnValue? {
    guard let sort = rest.popFirst(), let end = rest.firstIndex(of: numberEnd),
      let number = Int64(String(decoding: rest[..<end], as: UTF8.self))
    else { return nil }
    rest = rest[(end + 1)...]
    switch sort {
    case null: return .null
    case integer: return .integer(number)
    case real: return .real(Double(bitPattern: UInt64(bitPattern: number)))
    case text, blob:
      guard let count = Int(exactly: number), count >= 0, count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return sort == text
        ? .text(String(decoding: rest.prefix(count), as: UTF8.self)) : .blob(Array(rest.prefix(count)))
    default: return nil
    }
  }
}
