internal import CSQLite
internal import Glibc

/// An open SQLite database, closed when its owner lets go of it.
@safe
package final class SQLiteConnection {
  private let handle: OpaquePointer
  private var prepared: [String: SQLiteStatement] = [:]
  /// By the number of their query.
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

  /// Runs statements that answer nothing, one after another.
  package func execute(_ sql: String) throws(SQLiteFailure) {
    errno = 0
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Runs one statement and collects what `read` makes of its rows.
  package func rows<Element>(
    _ sql: String, _ values: [ColumnValue] = [], read: (borrowing SQLiteRow) -> Element
  ) throws(SQLiteFailure) -> [Element] {
    let statement = try statement(sql)
    defer { statement.reset() }
    try bind(values, to: statement)
    var elements: [Element] = []
    errno = 0
    while true {
      switch statement.step() {
      case SQLITE_ROW: elements.append(read(SQLiteRow(statement)))
      case SQLITE_DONE: return elements
      case let code: throw failure(code)
      }
    }
  }

  /// Runs one statement for what it does.
  package func run(_ sql: String, _ values: [ColumnValue] = []) throws(SQLiteFailure) {
    try run(statement(sql), values)
  }

  package func run(_ query: SQLiteQuery, _ values: [ColumnValue] = []) throws(SQLiteFailure) {
    try run(statement(query), values)
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Rows that the last statement changed.
  package var changes: Int { unsafe Int(sqlite3_changes(handle)) }

  /// A statement ready to be bound; kept for the next time.
  private func statement(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
    if let kept = prepared[sql] { return kept }
    let statement = try prepare(sql)
    prepared[sql] = statement
    return statement
  }

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

  private func run(_ statement: SQLiteStatement, _ values: [ColumnValue]) throws(SQLiteFailure) {
    defer { statement.reset() }
    try bind(values, to: statement)
    errno = 0
    while true {
      switch statement.step() {
      case SQLITE_ROW: continue
      case SQLITE_DONE: return
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

  /// SQLite itself does not remember why the system refused a commit, so it is taken from where the system left it.
  private func failure(_ code: Int32) -> SQLiteFailure {
    let systemError = errno == 0 ? unsafe sqlite3_system_errno(handle) : errno
    return SQLiteFailure(
      code: code, message: unsafe String(cString: sqlite3_errmsg(handle)), systemError: systemError)
  }
}

/// What a connection is for.
package enum SQLiteAccess: Sendable, Hashable {
  /// The file is there already.
  case reading
  /// The file is there already, and is written.
  case changing
  /// The file is made where it is missing.
  case writing

  fileprivate var flags: Int32 {
    switch self {
    case .reading: SQLITE_OPEN_READONLY
    case .changing: SQLITE_OPEN_READWRITE
    case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
  }
}

/// Why SQLite did not do something.
package struct SQLiteFailure: Error, Sendable, Hashable {
  package enum FailureReason: Sendable, Hashable {
    case full, busy, corrupt, notADatabase, readOnly, cannotOpen, sync, io, other
  }

  /// SQLite's extended result code.
  package let code: Int32
  package let message: String
  /// The `errno` behind it, where there is one.
  package let systemError: Int32

  /// SQLite's words, with the system's where it has some.
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
