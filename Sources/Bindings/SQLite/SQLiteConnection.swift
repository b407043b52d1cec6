internal import CSQLite
internal import Glibc
internal import Synchronization

/// An open SQLite database, closed when it is released.
@safe
package final class SQLiteConnection {
  private let handle: OpaquePointer
  private var prepared: [String: SQLiteStatement] = [:]
  /// The prepared statements by the numbers of their queries.
  private var numbered: [SQLiteStatement?] = []

  package init(path: String, vfs: String? = nil, access: SQLiteAccess = .writing) throws(SQLiteFailure) {
    var opened: OpaquePointer?
    let flags = access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = unsafe sqlite3_open_v2(path, &opened, flags, vfs)
    guard code == SQLITE_OK, let opened = unsafe opened else {
      let failure = SQLiteFailure(
        code: code, message: unsafe String(cString: sqlite3_errstr(code)), systemError: 0)
      unsafe sqlite3_close_v2(opened)
      throw failure
    }
    unsafe handle = opened
    unsafe sqlite3_extended_result_codes(opened, 1)
  }

  deinit {
    (prepared, numbered) = ([:], [])
    unsafe sqlite3_close_v2(handle)
  }

  /// Runs statements that return no rows, one after another.
  package func execute(_ sql: String) throws(SQLiteFailure) {
    errno = 0
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Runs one statement and returns its rows.
  @discardableResult
  package func rows(_ sql: String, _ values: [ColumnValue] = []) throws(SQLiteFailure) -> [SQLRow] {
    if let known = prepared[sql] { return try run(known, values) }
    let statement = try prepare(sql)
    prepared[sql] = statement
    return try run(statement, values)
  }

  /// Runs one statement and returns its rows.
  @discardableResult
  package func run(_ query: SQLiteQuery, _ values: [ColumnValue] = []) throws(SQLiteFailure) -> [SQLRow] {
    try run(statement(query), values)
  }

  /// Indicates whether a transaction is open.
  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  private func statement(_ query: SQLiteQuery) throws(SQLiteFailure) -> SQLiteStatement {
    if query.number < numbered.count, let kept = numbered[query.number] { return kept }
    let statement = try prepare(query.text)
    while numbered.count <= query.number { numbered.append(nil) }
    numbered[query.number] = statement
    return statement
  }

  private func prepare(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
    var made: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
    guard code == SQLITE_OK, let made = unsafe made else { throw failure(code) }
    return unsafe SQLiteStatement(made)
  }

  private func run(_ statement: SQLiteStatement, _ values: [ColumnValue]) throws(SQLiteFailure) -> [SQLRow] {
    defer { statement.reset() }
    try bind(values, to: statement)
    var rows: [SQLRow] = []
    errno = 0
    while true {
      switch statement.step() {
      case SQLITE_ROW: rows.append(statement.row)
      case SQLITE_DONE: return rows
      case let code: throw failure(code)
      }
    }
  }

  private func bind(_ values: [ColumnValue], to statement: SQLiteStatement) throws(SQLiteFailure) {
    for index in values.indices {
      let code = statement.bind(values[index], at: Int32(index + 1))
      if code != SQLITE_OK { throw failure(code) }
    }
  }

  /// SQLite does not remember why the system refused a commit, so the reason comes from `errno`.
  private func failure(_ code: Int32) -> SQLiteFailure {
    let systemError = errno == 0 ? unsafe sqlite3_system_errno(handle) : errno
    return SQLiteFailure(
      code: code, message: unsafe String(cString: sqlite3_errmsg(handle)), systemError: systemError)
  }
}

/// The use of a connection.
package enum SQLiteAccess: Sendable, Hashable {
  /// The file exists and is only read.
  case reading
  /// The file exists and is written.
  case changing
  /// The file is written, and created if it is missing.
  case writing

  fileprivate var flags: Int32 {
    switch self {
    case .reading: SQLITE_OPEN_READONLY
    case .changing: SQLITE_OPEN_READWRITE
    case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
  }
}

/// The reason why SQLite did not do something.
package struct SQLiteFailure: Error, Sendable, Hashable {
  package enum FailureReason: Sendable, Hashable {
    case full, busy, corrupt, notADatabase, readOnly, cannotOpen, sync, io, other
  }

  package let code: Int32
  package let message: String
  /// The `errno` behind it, or 0.
  package let systemError: Int32

  /// The message, with that of the system if there is one.
  package var words: String {
    systemError == 0 ? message : "\(message) (\(SystemError("sqlite", code: systemError).cause))"
  }

  package var reason: FailureReason {
    switch code & 0xff {
    case SQLITE_FULL: .full
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_CORRUPT: .corrupt
    case SQLITE_NOTADB: .notADatabase
    case SQLITE_READONLY: .readOnly
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(systemError) && !isSync: .full
    case SQLITE_IOERR: isSync ? .sync : .io
    default: .other
    }
  }

  private var isSync: Bool { code == Self.fileSync || code == Self.folderSync }

  /// SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC: macros with an operator in them, which Swift does not see.
  private static let fileSync = SQLITE_IOERR | 4 << 8
  private static let folderSync = SQLITE_IOERR | 5 << 8
}

/// A statement that is run again and again. A connection finds the prepared statement by its number: a search by text for
/// those of a switch of themes costs 6 700 of its 429 000 instructions.
package struct SQLiteQuery: Sendable {
  package let text: String
  /// The place in each connection's list of prepared statements.
  let number: Int

  private static let count = Atomic<Int>(0)

  /// Make each query once, as a constant: every connection that runs it keeps a place for it.
  package init(_ text: String) {
    self.text = text
    number = Self.count.add(1, ordering: .relaxed).oldValue
  }
}

/// A prepared statement, finalized when it is released.
@safe
private final class SQLiteStatement {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { unsafe self.handle = unsafe handle }

  deinit { unsafe sqlite3_finalize(handle) }

  /// SQLITE_TRANSIENT: SQLite copies the value.
  private static var copied: sqlite3_destructor_type? {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  func bind(_ value: ColumnValue, at index: Int32) -> Int32 {
    switch value {
    case .null: unsafe sqlite3_bind_null(handle, index)
    case .integer(let number): unsafe sqlite3_bind_int64(handle, index, number)
    case .real(let number): unsafe sqlite3_bind_double(handle, index, number)
    // A string that is passed to C directly is copied to the heap first.
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

  var row: SQLRow {
    let count = unsafe sqlite3_column_count(handle)
    return SQLRow((0..<count).map { value(at: $0) })
  }

  private func value(at column: Int32) -> ColumnValue {
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
