internal import Bindings
internal import Changes

/// A statement in the SQL that SQLite and PostgreSQL share. Parameters are `$1`, `$2`, and so on, first mentioned in this
/// order. Tables are named `livery.changes`; the prefix is removed for SQLite, where the file is the schema.
struct SQLQuery: Sendable {
  let text: String
  let inSQLite: SQLiteQuery

  /// Each query must be a constant: SQLite connections keep a prepared statement for each.
  init(_ text: String) {
    self.text = text
    inSQLite = SQLiteQuery(text.replacing("livery.", with: ""))
  }
}

/// A query with the values of its parameters.
struct SQLStatement: Sendable {
  let query: SQLQuery
  let values: [ColumnValue]

  init(_ query: SQLQuery, _ values: ColumnValue...) { self.init(query, values) }

  init(_ query: SQLQuery, _ values: [ColumnValue]) {
    self.query = query
    self.values = values
  }
}

/// A connection to the database that holds a log.
protocol LogConnection {
  associatedtype Row: ColumnRow
  associatedtype Head: LogHead

  /// Runs statements in one read transaction. Returns the rows of each.
  func read(_ statements: [SQLStatement]) throws(StoreError) -> [[Row]]
}

/// The only row of the table `log`, where each database adds columns of its own.
protocol LogHead {
  static var select: SQLQuery { get }

  var position: LogPosition { get }
  var floor: LogFloor { get }
  /// The fingerprint of the files that were announced last.
  var files: Fingerprint? { get }

  /// Returns nil if the row is damaged.
  init?(_ row: some ColumnRow)

  /// Throws if this version must not read the log.
  func check() throws(StoreError)
}

extension LogHead {
  /// An empty state at the log's position.
  var state: LogState {
    var state = LogState(
      epoch: position.epoch, head: position.head, fingerprint: position.fingerprint, floor: floor.revision)
    if let files { state.absorb(.files(files)) }
    return state
  }

  init(rows: [some ColumnRow]) throws(StoreError) {
    guard let row = rows.first else { throw .corrupt("the log's head is missing") }
    guard let head = Self(row) else { throw .corrupt("a row of log is not as it was written") }
    try head.check()
    self = head
  }
}
