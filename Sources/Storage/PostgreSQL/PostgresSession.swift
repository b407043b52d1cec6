internal import Bindings
internal import Changes
internal import Documents

/// A connection to PostgreSQL, used until a deadline.
struct PostgresSession: LogConnection {
  typealias Row = PostgresRow
  typealias Head = PostgresLog

  let connection: PostgresConnection
  let deadline: MonotonicTime

  /// Runs statements in one round trip. Returns the rows of each.
  @discardableResult
  func run(_ statements: PostgresStatement...) throws(StoreError) -> [[PostgresRow]] {
    try run(statements)
  }

  @discardableResult
  func run(_ statements: [PostgresStatement]) throws(StoreError) -> [[PostgresRow]] {
    try stored { () throws(PostgresFailure) in try connection.run(statements, until: deadline) }
      .map { Array($0.rows) }
  }

  func read(_ statements: [SQLStatement]) throws(StoreError) -> [[PostgresRow]] {
    try read(statements.map { PostgresStatement($0) })
  }

  /// Runs statements in one read transaction and one round trip.
  func read(_ statements: [PostgresStatement]) throws(StoreError) -> [[PostgresRow]] {
    let begin = PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    return Array(try run([begin] + statements + [PostgresStatement("COMMIT")]).dropFirst().dropLast())
  }
}

extension LockedConnection {
  func session<Value: Sendable>(
    until deadline: MonotonicTime, _ body: @Sendable (PostgresSession) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try withConnection { connection throws(StoreError) in
      try body(PostgresSession(connection: connection, deadline: deadline))
    }
  }
}

/// Write transactions, which lock the log's row.
extension PostgresSession {
  struct Beginning: Sendable {
    let log: PostgresLog
    /// The records of the requested keys, as far as there are any.
    let records: [String: IdempotencyRecord]
    /// The changes since a position; nil if they were not requested, or touch tables that were not read.
    let update: LogUpdate?
  }

  /// Waits for the lock on the log's row. Statements after it see the commit of the lock's last holder.
  /// - Parameter position: the position since which changes are read in the same round trip; nil for none.
  func begin(keys: [String] = [], since position: LogPosition? = nil) throws(StoreError) -> Beginning {
    var statements = [.begin, PostgresStatement("\(PostgresLog.selectText) FOR UPDATE")]
    if !keys.isEmpty {
      statements.append(
        PostgresStatement("\(Table.receipts.selectText) WHERE key = ANY($1::text[])", .array(keys)))
    }
    let count = statements.count
    if let position { statements += EditedTable.statements(since: position, of: EditedTable.usual) }
    let results = try run(statements)
    let log = try PostgresLog(rows: results[1])
    let records =
      keys.isEmpty
      ? [] : try results[2].decoded(.receipts) { row throws(StoreError) in IdempotencyRecord(row) }
    let update = try position.flatMap { position throws(StoreError) in
      try LogUpdate(Array(results.dropFirst(count)), of: EditedTable.usual, since: position, log)
    }
    return Beginning(log: log, records: Dictionary(records.map { ($0.key.text, $0) }) { $1 }, update: update)
  }

  /// Ends a transaction that writes nothing.
  func rollBack() throws(StoreError) { try run(PostgresStatement("ROLLBACK")) }

  /// Sends the last statements of a transaction, then COMMIT. Until the response arrives, the commit is in doubt.
  func commit(_ statements: [PostgresStatement]) throws(StoreError) {
    _ = try commit(statements, unless: [])
  }

  /// Runs a whole transaction in one round trip. It takes effect if the log is still at the remembered position, on the
  /// same server, and none of the keys was used since.
  /// - Returns: false if nothing was written.
  func commit(
    _ statements: [PostgresStatement], ifAt memory: LogMemory, keys: [String]
  ) throws(StoreError) -> Bool {
    // 22012 is a division by zero: the log has changed. 55P03 is a lock timeout.
    try commit([.begin, .requireUnchanged(memory, keys)] + statements, unless: ["22012", "55P03"])
  }

  /// - Parameter misses: the SQLSTATEs that show that nothing was written.
  /// - Returns: false if a statement failed with one of them.
  func commit(_ statements: [PostgresStatement], unless misses: Set<String>) throws(StoreError) -> Bool {
    try stored { () throws(PostgresFailure) in try connection.checkOpen() }
    do throws(PostgresFailure) {
      _ = connection.takeWarning()
      let results = try connection.run(statements + [PostgresStatement("COMMIT")], until: deadline)
      // PostgreSQL confirms a COMMIT whose wait for the standby was canceled, with only a warning.
      guard results.last?.command == "COMMIT", !connection.takeWarning() else {
        throw PostgresFailure(state: "", message: "the server did not confirm the commit")
      }
      return true
    } catch {
      guard misses.contains(error.state) else {
        // A server that responds with another failure has rolled back.
        throw error.kind == .away ? .inDoubt(error.description) : StoreError(error)
      }
      // The other statements and COMMIT were not run. The response is discarded later.
      try? connection.send([PostgresStatement("ROLLBACK")])
      return false
    }
  }

  /// Notifies the other servers, after the transaction and not in it. A NOTIFY in it would hold a lock over the whole
  /// cluster from before the flush of COMMIT until its end, which never comes while a synchronous standby is away. The
  /// response is discarded later. If the notice is lost, the others find the change when they poll.
  func notify(_ position: LogPosition, in name: String) {
    try? connection.send([.notice(position, in: name)])
  }
}

extension PostgresStatement {
  static let begin = PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")

  /// Makes a session ignore the timeouts of the role: the server has its own. The second one is there since PostgreSQL 17.
  static let ownTimeouts = PostgresStatement(
    """
    SELECT set_config(name, '0', false) FROM pg_catalog.pg_settings
      WHERE name IN ('statement_timeout', 'transaction_timeout')
    """)

  /// Limits the session of a writer. If a server is paused or cut off in a transaction, PostgreSQL ends the transaction, so
  /// that the others continue. An acknowledged commit is durable, whatever the settings of the role.
  static let sessionLimits = PostgresStatement(
    """
    SELECT set_config('lock_timeout', '3s', false), set_config('idle_in_transaction_session_timeout', '2s', false),
      set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit')
        IN ('off', 'local', 'remote_write') THEN 'on' ELSE current_setting('synchronous_commit') END, false)
    """)

  /// Writes the log's row unchanged: its commit waits for disk and standby like any other.
  static let touch = PostgresStatement("UPDATE livery.log SET at = at")

  static func notice(_ position: LogPosition, in name: String) -> PostgresStatement {
    PostgresStatement(
      "SELECT pg_notify($1, $2)", .text(PostgresLog.channel(of: name)), .text(position.notice))
  }

  /// Locks the log's row, and fails if the log is not at the remembered position or one of the keys was used. A division by
  /// zero is the only assertion of SQL that needs no round trip.
  fileprivate static func requireUnchanged(_ memory: LogMemory, _ keys: [String]) -> PostgresStatement {
    let position = memory.position
    let unused =
      keys.isEmpty
      ? "" : "AND NOT EXISTS (SELECT 1 FROM livery.receipts WHERE key = ANY($7::text[]))"
    let values: [ColumnValue] = [
      .text(memory.name), .text("\(position.epoch)"), .number(position.version), .number(position.head),
      .text(position.fingerprint.word.hex16), .integer(Int64(PostgresSchema.version)),
    ]
    return PostgresStatement(
      """
      SELECT 1 / count(*) FROM (SELECT 1 FROM livery.log WHERE name = $1 AND epoch = $2 AND version = $3::bigint
        AND head = $4::bigint AND fingerprint = $5 AND sealed = 0 AND readable_from <= $6::bigint
        AND (timeline, system) = (SELECT \(PostgresPlace.columns)) \(unused) FOR UPDATE) AS unchanged
      """, values + (keys.isEmpty ? [] : [.array(keys)]))
  }

  init(_ statement: SQLStatement) { self.init(statement.query.text, statement.values) }
}

extension ColumnValue {
  static func array(_ texts: [String]) -> ColumnValue { .array(texts.map { .text($0) }) }

  /// Returns PostgreSQL's literal of an array.
  static func array(_ values: [ColumnValue]) -> ColumnValue {
    var text = "{"
    for (index, value) in values.enumerated() {
      if index > 0 { text += "," }
      switch value {
      case .null: text += "NULL"
      case .integer(let number): text += String(number)
      case .real(let number): text += "\(number)"
      case .text(let words): quote(words, to: &text)
      case .blob(let bytes):
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes.count)
        for byte in bytes { digits.append(hexadecimal: byte) }
        text += "\"\\\\x" + String(decoding: digits, as: UTF8.self) + "\""
      }
    }
    return .text(text + "}")
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
}

/// Runs `body`, and throws PostgreSQL's failures as errors of a store.
func stored<Value>(_ body: () throws(PostgresFailure) -> Value) throws(StoreError) -> Value {
  do { return try body() } catch { throw StoreError(error) }
}

extension StoreError {
  init(_ failure: PostgresFailure) {
    switch failure.kind {
    case .away, .busy: self = .away(failure.description)
    case .full: self = .full(failure.description)
    case .refused, .damaged: self = .unusable(failure.description)
    }
  }
}
