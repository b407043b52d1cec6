internal import Bindings
internal import Documents
internal import Synchronization
internal import Themes

/// The tables as PostgreSQL has them, whole columns at a time: one statement a table, however many rows.
extension Table {
  static let touched = Table("touched", "channel", "revision")
  static let edits = Table("edits", "version", "part", "key")
  /// Documents without what they hold, which lies in a table of its own.
  static let documents = Table("documents", "theme", "since", "file", "content", "source", "fingerprint")
  static let contents = Table("contents", "content", "bytes")

  var postgresName: String { "livery.\(name)" }

  /// `SELECT` of all columns; a condition may follow.
  var postgresSelect: String { "SELECT \(columns.joined(separator: ", ")) FROM \(postgresName)" }

  /// Writes rows, those with a known key in place of the ones before; nil for none.
  /// - Parameters:
  ///   - keys: how many of the first columns are the key; none where no row is there yet.
  ///   - keeping: whether a row that is there stays as it is.
  func postgresPut(_ rows: [[ColumnValue]], keys: Int = 0, keeping: Bool = false) -> PostgresStatement? {
    guard !rows.isEmpty else { return nil }
    let values = columns.indices.map { column in
      PostgresValue.text(PostgresArray.literal(rows.map { $0[column] }))
    }
    return PostgresStatement(putText(PutKind(table: name, keys: keys, isKeeping: keeping)), values)
  }

  private struct PutKind: Hashable, Sendable {
    let table: String
    let keys: Int
    let isKeeping: Bool
  }

  /// They are always the same few, and making them anew took a tenth of the writer's time.
  private static let putTexts = Mutex<[PutKind: String]>([:])

  private func putText(_ kind: PutKind) -> String {
    if let text = Self.putTexts.withLock({ $0[kind] }) { return text }
    let list = columns.joined(separator: ", ")
    let marks = columns.enumerated().map { "$\($0 + 1)::\(Self.type(of: $1))[]" }.joined(separator: ", ")
    let others = columns.dropFirst(kind.keys).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let key = columns.prefix(kind.keys).joined(separator: ", ")
    let action = kind.isKeeping ? "NOTHING" : "UPDATE SET \(others)"
    let conflict = kind.keys > 0 ? " ON CONFLICT (\(key)) DO \(action)" : ""
    let text = "INSERT INTO \(postgresName) (\(list)) SELECT * FROM unnest(\(marks))\(conflict)"
    Self.putTexts.withLock { $0[kind] = text }
    return text
  }

  /// Takes out the rows with these keys; nil for none.
  func postgresDelete(_ keys: [String]) -> PostgresStatement? {
    guard !keys.isEmpty else { return nil }
    let array = PostgresArray.literal(keys.map { .text($0) })
    return PostgresStatement(
      "DELETE FROM \(postgresName) WHERE \(columns[0]) = ANY($1::text[])", .text(array))
  }

  private static func type(of column: String) -> String {
    switch column {
    case "revision", "version", "since", "latest", "at", "starts", "ends", "status", "is_default": "bigint"
    case "bytes", "answer": "bytea"
    case "transition": "double precision"
    default: "text"
    }
  }
}

/// Values as PostgreSQL writes an array of them.
enum PostgresArray {
  static func literal(_ values: [ColumnValue]) -> String {
    var text = "{"
    for (index, value) in values.enumerated() {
      if index > 0 { text += "," }
      switch value {
      case .null: text += "NULL"
      case .integer(let number): text += String(number)
      case .real(let number): text += "\(number)"
      case .text(let words): quote(words.storable, to: &text)
      case .blob(let bytes): text += "\"\\\\x" + hex(bytes) + "\""
      }
    }
    return text + "}"
  }

  private static func quote(_ words: String, to text: inout String) {
    text += "\""
    if words.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
      for scalar in words.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { text += "\\" }
        text.unicodeScalars.append(scalar)
      }
    } else {
      text += words
    }
    text += "\""
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.count)
    for byte in bytes { text.append(hexadecimal: byte) }
    return String(decoding: text, as: UTF8.self)
  }
}

/// PostgreSQL's text takes no U+0000, but the mark among the digests has one, and notes of logs that were copied may:
/// U+0001 stands before what is written in its place, and before itself.
extension String {
  var storable: String {
    guard utf8.contains(where: { $0 < 2 }) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\u{0}": text += "\u{1}0"
      case "\u{1}": text += "\u{1}1"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  var restored: String {
    guard utf8.contains(1) else { return self }
    var (text, isMarked) = ("", false)
    for scalar in unicodeScalars {
      if isMarked {
        text += scalar == "0" ? "\u{0}" : "\u{1}"
      } else if scalar != "\u{1}" {
        text.unicodeScalars.append(scalar)
      }
      isMarked = !isMarked && scalar == "\u{1}"
    }
    return text
  }
}

/// A row with its texts as they were before they were stored.
struct RestoredRow: ColumnRow {
  private let row: PostgresRow

  init(_ row: PostgresRow) { self.row = row }

  subscript(_ column: Int) -> ColumnValue {
    let value = row[column]
    return if case .text(let text) = value { .text(text.restored) } else { value }
  }
}
