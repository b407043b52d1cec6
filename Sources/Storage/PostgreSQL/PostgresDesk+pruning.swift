internal import Bindings
internal import Changes

/// Forgetting what need not be kept.
extension PostgresDesk {
  /// How many commits' edits are kept: who is further back reads everything anew.
  private static let editLimit: UInt64 = 10_000

  mutating func prune(
    keeping retention: Retention, now: Timestamp, limit: Int
  ) throws(StoreError) -> UInt64 {
    let deadline = MonotonicTime.now + engine.patience.writing
    return try persist(until: deadline) { live throws(StoreError) in
      guard let log = try Self.beginPruning(live, deadline) else {
        // Somebody else writes, or prunes: there is time.
        return try live.leaveWithFloor(until: deadline)
      }
      let spare = log.position.head - min(log.position.head, retention.changes)
      let end = min(spare, log.floor.revision + UInt64(limit))
      let oldest = now.advanced(bySeconds: -retention.seconds)
      let last = try Self.forgotten(live, after: log.floor.revision, upTo: end, before: oldest, deadline)
      let statements =
        LogQueries.forgetReceipts(at: now).map { PostgresStatement($0) } + [Self.edits(of: log), Self.files]
        + (last.map(Self.removal) ?? [])
      try live.endTurn(statements, until: deadline)
      return last?.change.revision ?? log.floor.revision
    }
  }

  /// Takes the lock where nobody has it.
  private static func beginPruning(
    _ live: PostgresConnection, _ deadline: MonotonicTime
  ) throws(StoreError) -> PostgresLog? {
    let results = try stored { () throws(PostgresFailure) in
      try live.run(
        PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"),
        PostgresStatement("SELECT set_config('idle_in_transaction_session_timeout', '2s', true)"),
        PostgresStatement("\(PostgresLog.selectText) FOR UPDATE SKIP LOCKED"), until: deadline)
    }
    return results[2].count == 0 ? nil : try results[2].log()
  }

  private static func forgotten(
    _ live: PostgresConnection, after floor: UInt64, upTo end: UInt64, before oldest: Timestamp,
    _ deadline: MonotonicTime
  ) throws(StoreError) -> WrittenChange? {
    guard end > floor else { return nil }
    let span = SQLStatement(LogQueries.changesBetween, .number(floor), .number(end))
    let results = try stored { () throws(PostgresFailure) in
      try live.run(PostgresStatement(span), until: deadline)
    }
    return try results[0].changes().prefix { $0.change.at < oldest }.last
  }

  private static func removal(upTo last: WrittenChange) -> [PostgresStatement] {
    let revision = PostgresValue.number(Int64(clamping: last.change.revision))
    return [
      PostgresStatement(
        """
        DELETE FROM livery.touched AS t USING livery.changes AS c, unnest(string_to_array(c.channels, ',')) AS name
        WHERE c.revision <= $1::bigint AND t.channel = name AND t.revision = c.revision
        """, revision)
    ] + LogQueries.forget(upTo: last).map { PostgresStatement($0) }
  }

  /// The place of files that nobody serves any more is kept for a thousand deploys.
  private static let files = PostgresStatement(
    """
    DELETE FROM livery.files WHERE number < (SELECT max(number) FROM livery.files) - 1000
      AND fingerprint NOT IN (SELECT files FROM livery.replicas)
    """)

  private static func edits(of log: PostgresLog) -> PostgresStatement {
    let oldest = log.position.version - min(log.position.version, editLimit)
    return PostgresStatement(
      "DELETE FROM livery.edits WHERE version <= $1::bigint", .number(Int64(clamping: oldest)))
  }
}

extension PostgresConnection {
  /// Ends a turn that writes nothing, and tells the floor as it is.
  fileprivate func leaveWithFloor(until deadline: MonotonicTime) throws(StoreError) -> UInt64 {
    let results = try stored { () throws(PostgresFailure) in
      try run(PostgresStatement(PostgresLog.selectText), PostgresStatement("ROLLBACK"), until: deadline)
    }
    return try results[0].log().floor.revision
  }
}
