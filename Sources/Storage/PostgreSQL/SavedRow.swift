internal import Bindings
internal import Changes

/// A row of values, read from a file that `RowText` wrote.
struct SavedRow: ColumnRow, Sendable {
  private var values: ArraySlice<ColumnValue>
  /// Where it begins in the file.
  private let start: Int

  /// Null beyond the last.
  subscript(_ column: Int) -> ColumnValue {
    let index = values.startIndex + column
    return values.indices.contains(index) ? values[index] : .null
  }

  /// The same without its first value.
  func dropFirst() -> SavedRow {
    var rest = self
    rest.values = rest.values.dropFirst()
    return rest
  }

  /// The rows of a file, but for the last, which has the sum; nil where it is not as it was written.
  static func rows(of bytes: [UInt8]) -> ArraySlice<SavedRow>? {
    guard let rows = allRows(of: bytes), let last = rows.last,
      last[0].word == RowText.sum(of: bytes.prefix(last.start))
    else { return nil }
    return rows.dropLast()
  }

  private static func allRows(of bytes: [UInt8]) -> [SavedRow]? {
    var (rows, rest): ([SavedRow], ArraySlice<UInt8>) = ([], bytes[...])
    while !rest.isEmpty {
      let start = rest.startIndex
      var values: [ColumnValue] = []
      while rest.first != RowText.rowEnd {
        guard let value = value(&rest) else { return nil }
        values.append(value)
      }
      rest.removeFirst()
      rows.append(SavedRow(values: values[...], start: start))
    }
    return rows
  }

  private static func value(_ rest: inout ArraySlice<UInt8>) -> ColumnValue? {
    guard let sort = rest.popFirst(), let end = rest.firstIndex(of: RowText.numberEnd),
      let number = Int64(String(decoding: rest[..<end], as: UTF8.self))
    else { return nil }
    rest = rest[(end + 1)...]
    switch sort {
    case RowText.null: return .null
    case RowText.integer: return .integer(number)
    case RowText.real: return .real(Double(bitPattern: UInt64(bitPattern: number)))
    default: break
    }
    guard let count = Int(exactly: number), count >= 0, count <= rest.count else { return nil }
    let content = rest.prefix(count)
    rest = rest.dropFirst(count)
    switch sort {
    case RowText.text: return .text(String(decoding: content, as: UTF8.self))
    case RowText.blob: return .blob(Array(content))
    default: return nil
    }
  }
}

/// Rows of values as bytes: for each value a letter and a number, which is the value itself or how many bytes follow;
/// a line feed after each row.
struct RowText {
  private var bytes: [UInt8] = []

  static let (null, integer, real, text, blob) = (
    UInt8(ascii: "n"), UInt8(ascii: "i"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b")
  )
  static let (numberEnd, rowEnd) = (UInt8(ascii: ":"), UInt8(ascii: "\n"))

  mutating func append(_ rows: [[ColumnValue]]) {
    for row in rows { append(row) }
  }

  mutating func append(_ row: [ColumnValue]) {
    for value in row {
      switch value {
      case .null: append(Self.null, 0)
      case .integer(let number): append(Self.integer, number)
      case .real(let number): append(Self.real, Int64(bitPattern: number.bitPattern))
      case .text(let text): append(Self.text, Array(text.utf8))
      case .blob(let bytes): append(Self.blob, bytes)
      }
    }
    bytes.append(Self.rowEnd)
  }

  /// All of it, with a row at the end that has a sum over the others.
  mutating func finish() -> [UInt8] {
    append([.word(Self.sum(of: bytes))])
    return bytes
  }

  fileprivate static func sum(of bytes: some Sequence<UInt8>) -> Fingerprint {
    var sum = Fingerprint()
    for byte in bytes { sum.add(byte) }
    return sum
  }

  private mutating func append(_ sort: UInt8, _ number: Int64) {
    bytes.append(sort)
    bytes += Array(String(number).utf8)
    bytes.append(Self.numberEnd)
  }

  private mutating func append(_ sort: UInt8, _ content: [UInt8]) {
    append(sort, Int64(content.count))
    bytes += content
  }
}
