internal import Bindings
internal import Changes

/// The statements of a turn, as a connection sends them.
extension PostgresConnection {
  /// The state of the log when a turn has its lock.
  struct TurnBeginning: Sendable {
    let log: PostgresLog
    /// The answers kept with those of the requested keys that were used.
    let records: [String: IdempotencyRecord]
    /// The changes since a position; nil if they were not requested, or touch tables that were not read.
    let update: LogUpdate?
  }

  /// Waits for the lock on the log's row. Statements after it see what the lock's last holder committed.
  /// - Parameter position: the position since which changes are read in the same round trip; nil for none.
  func beginTurn(
    keys: [String], since position: LogPosition? = nil, until deadline: MonotonicTime
  ) throws(StoreError) -> TurnBeginning {
    var statements = [.begin, PostgresStatement("\(PostgresLog.selectText) FOR UPDATE")]
    if !keys.isEmpty {
      let array = PostgresArray.literal(keys.map { .text($0) })
      statements.append(
        PostgresStatement("\(Table.receipts.selectText) WHERE key = ANY($1::text[])", .text(array)))
    }
    let count = statements.count
    if let position { statements += Self.newsStatements(since: position, of: Self.oftenEdited) }
    let results = try answers(statements, until: deadline)
    let log = try results[1].log()
    let records =
      keys.isEmpty
      ? []
      : try Array(results[2].rows).decoded(.receipts) { row throws(StoreError) in IdempotencyRecord(row) }
    let update = try position.flatMap { position throws(StoreError) in
      try Self.update(Array(results.dropFirst(count)), of: Self.oftenEdited, since: position, log)
    }
    return TurnBeginning(
      log: log, records: Dictionary(records.map { ($0.key.text, $0) }) { $1 }, update: update)
  }

  /// Takes a whole turn in one round trip. The statements take effect if the log is still at the remembered position, on
  /// the same server, and none of the keys was used since.
  /// - Returns: false if nothing was written.
  func takeTurn(
    _ statements: [PostgresStatement], from memory: LogMemory, keys: [String], until deadline: MonotonicTime
  ) throws(StoreError) -> Bool {
    // 22012 is a division by zero: the log has changed. 55P03 is a lock timeout.
    try endTurn(
      [.begin, .requireUnchanged(memory, keys)] + statements, unless: ["22012", "55P03"], until: deadline)
  }

  /// Sends the last portion of a turn, followed by COMMIT. Once it is sent, the commit is in doubt until the answer is there.
  func endTurn(_ statements: [PostgresStatement], until deadline: MonotonicTime) throws(StoreError) {
    _ = try endTurn(statements, unless: [], until: deadline)
  }

  /// - Parameter misses: the SQLSTATEs that say that the portion did not apply.
  /// - Returns: false if it failed with one of them.
  private func endTurn(
    _ statements: [PostgresStatement], unless misses: [String], until deadline: MonotonicTime
  ) throws(StoreError) -> Bool {
    try stored { () throws(PostgresFailure) in try checkOpen() }
    do throws(PostgresFailure) {
      try commit(statements, until: deadline)
      return true
    } catch {
      guard misses.contains(error.state) else { throw StoreError(error).withDoubt }
      // The rest of the portion was not run, nor was COMMIT. Nobody waits for the answer.
      try? send([PostgresStatement("ROLLBACK")])
      return false
    }
  }

  private func commit(_ statements: [PostgresStatement], until deadline: MonotonicTime)
    throws(PostgresFailure)
  {
    _ = takeWarning()
    let results = try run(statements + [PostgresStatement("COMMIT")], until: deadline)
    // A COMMIT whose wait for the standby was canceled is answered as done, with only a warning.
    guard results.last?.command == "COMMIT", !takeWarning() else {
      throw PostgresFailure(state: "", message: "the server did not confirm the commit")
    }
  }

  /// Ends a turn that writes nothing.
  func leaveTurn(until deadline: MonotonicTime) throws(StoreError) {
    _ = try answers([PostgresStatement("ROLLBACK")], until: deadline)
  }

  /// Notifies the other servers, after the transaction and not in it: a NOTIFY in it would hold a lock over the whole
  /// cluster from before the flush of COMMIT until its end, and that never comes while a synchronous standby is away. Nobody
  /// waits for the answer. If the notice is lost, the others find the change when they poll.
  func notify(_ position: LogPosition, in name: String) {
    try? send([.notice(position, in: name)])
  }

  /// Sends statements and waits for their answers.
  func answers(
    _ statements: [PostgresStatement], until deadline: MonotonicTime
  ) throws(StoreError) -> [PostgresResult] {
    try stored { () throws(PostgresFailure) in try run(statements, until: deadline) }
  }
}

extension PostgresStatement {
  static let begin = PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")

  /// Limits a session of a writer. If a server is paused or cut off within a turn, PostgreSQL ends the turn, so that the
  /// others go on. A commit that is acknowledged is durable, whatever the settings of the role.
  static let sessionLimits = PostgresStatement(
    """
    SELECT set_config('lock_timeout', '3s', false), set_config('idle_in_transaction_session_timeout', '2s', false),
      set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit')
        IN ('off', 'local', 'remote_write') THEN 'on' ELSE current_setting('synchronous_commit') END, false)
    """)

  /// Writes the log's row as it is: its commit waits for disk and standby as every other.
  static let sameAgain = PostgresStatement("UPDATE livery.log SET at = at")

  /// Locks the log's row, and fails if the log is not at the remembered position or one of the keys was used. SQL has no
  /// assertion that fits into a pipeline; a division by zero aborts the rest as well.
  fileprivate static func requireUnchanged(_ memory: LogMemory, _ keys: [String]) -> PostgresStatement {
    let position = memory.position
    let unused =
      keys.isEmpty
      ? "" : "AND NOT EXISTS (SELECT 1 FROM livery.receipts WHERE key = ANY($7::text[]))"
    let values: [PostgresValue] = [
      .text(memory.name), .text("\(position.epoch)"), .number(Int64(clamping: position.version)),
      .number(Int64(clamping: position.head)), .text(position.fingerprint.word.hex16),
      .number(Int64(PostgresSchema.version)),
    ]
    return PostgresStatement(
      """
      SELECT 1 / count(*) FROM (SELECT 1 FROM livery.log WHERE name = $1 AND epoch = $2 AND version = $3::bigint
        AND head = $4::bigint AND fingerprint = $5 AND sealed = 0 AND readable_from <= $6::bigint
        AND (timeline, system) = (SELECT \(PostgresPlace.columns)) \(unused) FOR UPDATE) AS unchanged
      """,
      values + (keys.isEmpty ? [] : [.text(PostgresArray.literal(keys.map { .text($0) }))]))
  }
}

extension StoreError {
  /// The error once a commit was sent.
  fileprivate var withDoubt: StoreError { if case .away(let why) = self { .inDoubt(why) } else { self } }
}
