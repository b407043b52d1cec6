internal import CPostgreSQL

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

  package var rows: some Sequence<PostgresRow> { (0..<count).lazy.map { PostgresRow(self, $0) } }

  package var first: PostgresRow? { count > 0 ? PostgresRow(self, 0) : nil }

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
    let count = unsafe Int(PQgetlength(handle, row, column))
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
    let type = unsafe PQftype(handle, column)
    if type == PostgresType.bytea { return unsafe Self.unescaped(bytes).map { .blob($0) } ?? .null }
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    switch type {
    case PostgresType.int8, PostgresType.int4: return Int64(text).map { .integer($0) } ?? .null
    case PostgresType.float8: return Double(text).map { .real($0) } ?? .null
    case PostgresType.bool: return .integer(text == "t" ? 1 : 0)
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
  private let result: PostgresResult
  private let row: Int

  fileprivate init(_ result: PostgresResult, _ row: Int) {
    self.result = result
    self.row = row
  }

  package subscript(_ column: Int) -> ColumnValue { result.value(row, column) }
}

/// The numbers of column types: `pg_type.oid`, the same in every database.
enum PostgresType {
  static let bool: Oid = 16
  static let bytea: Oid = 17
  static let int8: Oid = 20
  static let int4: Oid = 23
  static let float8: Oid = 701
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
    split(whereSeparator: \.isNewline).map { $0.trimmed }.joined(separator: "; ")
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let head = drop { $0 == " " || $0 == "\t" }
    return head.lastIndex { $0 != " " && $0 != "\t" }.map { head[...$0] } ?? ""
  }
}
