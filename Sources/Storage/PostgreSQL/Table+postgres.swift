internal import Bindings
internal import Changes
internal import Documents
internal import Synchronization
internal import Themes

extension PostgresStatement {
  init(_ statement: SQLStatement) {
    self.init(statement.query.text, statement.values.map { PostgresValue($0) })
  }
}

extension PostgresValue {
  fileprivate init(_ value: ColumnValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .number(number)
    case .real(let number): self = .text("\(number)")
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .bytes(bytes)
    }
  }
}

/// Reads on a connection to PostgreSQL, in one round trip.
struct PostgresReader: LogConnection {
  typealias Row = PostgresRow
  typealias Head = PostgresLog

  let connection: PostgresConnection
  let deadline: MonotonicTime

  func read(_ statements: [SQLStatement]) throws(StoreError) -> [[PostgresRow]] {
    try connection.read(statements.map { PostgresStatement($0) }, until: deadline).map { Array($0.rows) }
  }
}

/// Whole columns at a time: one statement for all rows of a table.
extension Table {
  static let edits = Table(
    "edits", key: 3, conflict: .fails, ["version": .integer, "part": .text, "key": .text])

  /// Writes rows; nil for none.
  func postgresPut(_ rows: [[ColumnValue]]) -> PostgresStatement? {
    guard !rows.isEmpty else { return nil }
    let values = columns.indices.map { column in
      PostgresValue.text(PostgresArray.literal(rows.map { $0[column] }))
    }
    return PostgresStatement(putText, values)
  }

  /// They are always the same few, and making them anew took a tenth of the writer's time.
  private static let putTexts = Mutex<[String: String]>([:])

  private var putText: String {
    if let text = Self.putTexts.withLock({ $0[name] }) { return text }
    let list = columns.map(\.name).joined(separator: ", ")
    let marks = columns.enumerated().map { "$\($0 + 1)::\($1.type.inPostgres)[]" }.joined(separator: ", ")
    let text = "INSERT INTO livery.\(name) (\(list)) SELECT * FROM unnest(\(marks))\(conflictClause)"
    Self.putTexts.withLock { $0[name] = text }
    return text
  }

  /// Deletes the rows whose first column has one of these values; nil for none.
  func postgresDelete(_ keys: [String]) -> PostgresStatement? {
    guard !keys.isEmpty else { return nil }
    let array = PostgresArray.literal(keys.map { .text($0) })
    return PostgresStatement(
      "DELETE FROM livery.\(name) WHERE \(columns[0].name) = ANY($1::text[])", .text(array))
  }
}

extension Table.ColumnType {
  fileprivate var inPostgres: String {
    switch self {
    case .integer, .optionalInteger: "bigint"
    case .text, .optionalText: "text"
    case .optionalReal: "double precision"
    case .bytes: "bytea"
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
      case .text(let words): quote(words, to: &text)
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
