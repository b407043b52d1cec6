internal import CPostgreSQL
internal import Glibc

/// A statement with the values of its parameters, `$1` first. The server converts a text to the type that the statement
/// declares. A statement with U+0000 in a text is refused, since PostgreSQL's text can't hold it.
package struct PostgresStatement: Sendable, Hashable {
  package let sql: String
  package let values: [ColumnValue]

  package init(_ sql: String, _ values: ColumnValue...) { self.init(sql, values) }

  package init(_ sql: String, _ values: [ColumnValue]) { (self.sql, self.values) = (sql, values) }
}

/// The values of parameters in the form that libpq takes.
struct ParameterBytes {
  let strings: CStrings
  let lengths: [Int32]
  /// The format of each value: 0 for text, 1 for bytes.
  let formats: [Int32]

  /// Returns nil if a text holds U+0000, which libpq would take for its end.
  init?(_ values: [ColumnValue]) {
    for case .text(let text) in values where text.utf8.contains(0) { return nil }
    lengths = values.map { if case .blob(let bytes) = $0 { Int32(bytes.count) } else { 0 } }
    formats = values.map { if case .blob = $0 { 1 } else { 0 } }
    strings = unsafe CStrings(owning: values.map { unsafe Self.copy($0) })
  }

  private static func copy(_ value: ColumnValue) -> UnsafeMutablePointer<CChar>? {
    switch value {
    case .null: return nil
    case .integer(let number): return unsafe strdup(String(number))
    case .real(let number): return unsafe strdup("\(number)")
    case .text(let text): return unsafe strdup(text)
    case .blob(let bytes):
      // An empty value needs memory too: a null pointer would be SQL's NULL.
      guard let copy = unsafe malloc(bytes.count + 1) else { return nil }
      unsafe UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyBytes(from: bytes)
      return unsafe copy.assumingMemoryBound(to: CChar.self)
    }
  }
}

/// The answer to a statement, freed when it is released.
@safe
package final class PostgresResult {
  private let handle: OpaquePointer

  init(owning handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe PQclear(handle) }

  var status: ExecStatusType { unsafe PQresultStatus(handle) }

  /// The command that was done, as the server names it: `COMMIT`, `ROLLBACK`, `INSERT 0 3`.
  package var command: String { unsafe String(cString: PQcmdStatus(handle)) }

  package var count: Int { unsafe Int(PQntuples(handle)) }

  package var rows: some Sequence<PostgresRow> { (0..<count).lazy.map { PostgresRow(result: self, row: $0) } }

  package var first: PostgresRow? { count > 0 ? PostgresRow(result: self, row: 0) : nil }

  var failure: PostgresFailure {
    let state = unsafe PQresultErrorField(handle, PostgresField.state).map { unsafe String(cString: $0) }
    let message = unsafe PQresultErrorField(handle, PostgresField.message).map { unsafe String(cString: $0) }
    let whole = unsafe String(cString: PQresultErrorMessage(handle)).oneLine
    return PostgresFailure(state: state ?? "", message: message ?? whole)
  }

  /// Returns the value in a column, by the type that the server reports.
  fileprivate func value(_ row: Int, _ column: Int) -> ColumnValue {
    let (row, column) = (Int32(row), Int32(column))
    guard unsafe PQgetisnull(handle, row, column) == 0, let start = unsafe PQgetvalue(handle, row, column)
    else { return .null }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(handle, row, column)))
    // The numbers of types are `pg_type.oid`, the same in every database.
    let type = unsafe PQftype(handle, column)
    let bytea: Oid = 17
    if type == bytea { return unsafe Self.unescaped(bytes).map { .blob($0) } ?? .null }
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    switch type {
    case 20, 23: return Int64(text).map { .integer($0) } ?? .null  // int8, int4
    case 701: return Double(text).map { .real($0) } ?? .null  // float8
    case 16: return .integer(text == "t" ? 1 : 0)  // bool
    default: return .text(text)
    }
  }

  /// Returns the bytes of `\x` and two hexadecimal digits a byte; nil for anything else.
  private static func unescaped(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    guard unsafe text.count >= 2 && text.count % 2 == 0 && text[0] == UInt8(ascii: "\\") else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2 - 1)
    for index in stride(from: 2, to: text.count, by: 2) {
      guard let high = unsafe nibble(text[index]), let low = unsafe nibble(text[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

/// A row of a result. The result lives as long as any of its rows.
package struct PostgresRow: ColumnRow {
  fileprivate let result: PostgresResult
  fileprivate let row: Int

  package subscript(_ column: Int) -> ColumnValue { result.value(row, column) }
}

/// The fields of an error, as `postgres_ext.h` defines them: macros of characters, which Swift does not see.
enum PostgresField {
  static let severity = Int32(UInt8(ascii: "V"))
  static let state = Int32(UInt8(ascii: "C"))
  static let message = Int32(UInt8(ascii: "M"))
}

extension String {
  /// The text in one line: messages of libpq end with a line feed, and some have several lines.
  var oneLine: String {
    split(whereSeparator: \.isNewline).map { line in
      let head = line.drop { $0 == " " || $0 == "\t" }
      return head.lastIndex { $0 != " " && $0 != "\t" }.map { head[...$0] } ?? ""
    }.joined(separator: "; ")
  }
}
