internal import CSQLite

/// A prepared statement, finalised when its owner lets go of it.
@safe
package final class SQLiteStatement {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { unsafe self.handle = unsafe handle }

  deinit { unsafe sqlite3_finalize(handle) }

  /// SQLITE_TRANSIENT: SQLite copies what it is given.
  private static var copied: sqlite3_destructor_type? {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  func bind(_ value: ColumnValue, at index: Int32) -> Int32 {
    switch value {
    case .null: unsafe sqlite3_bind_null(handle, index)
    case .integer(let number): unsafe sqlite3_bind_int64(handle, index, number)
    case .real(let number): unsafe sqlite3_bind_double(handle, index, number)
    // Handed to C as it is, a string is copied to the heap first.
    case .text(let text):
      unsafe text.withCString {
        unsafe sqlite3_bind_text(handle, index, $0, Int32(text.utf8.count), Self.copied)
      }
    case .blob(let bytes):
      bytes.isEmpty
        ? unsafe sqlite3_bind_zeroblob(handle, index, 0)
        : unsafe sqlite3_bind_blob(handle, index, bytes, Int32(bytes.count), Self.copied)
    }
  }

  func step() -> Int32 { unsafe sqlite3_step(handle) }

  func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  func value(at column: Int32) -> ColumnValue {
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      guard let text = unsafe sqlite3_column_text(handle, column) else { return .null }
      let count = Int(unsafe sqlite3_column_bytes(handle, column))
      return .text(unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      guard let bytes = unsafe sqlite3_column_blob(handle, column) else { return .blob([]) }
      let count = Int(unsafe sqlite3_column_bytes(handle, column))
      return .blob(unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
    default: return .null
    }
  }
}

/// The row that a statement stands on.
package struct SQLiteRow: ColumnRow, ~Copyable {
  private let statement: SQLiteStatement

  init(_ statement: SQLiteStatement) { self.statement = statement }

  package subscript(_ column: Int) -> ColumnValue { statement.value(at: Int32(column)) }
}
