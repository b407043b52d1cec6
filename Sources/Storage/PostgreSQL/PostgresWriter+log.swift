internal import Bindings
internal import Changes

/// Changes of the log itself, each in a turn of its own.
extension PostgresWriter {
  /// Judges the log by what is remembered of it, and begins a new epoch if changes may have been lost. One server does;
  /// the others find the new epoch.
  /// - Returns: the reason for a new epoch; nil for none.
  mutating func judge(until deadline: MonotonicTime) throws(StoreError) -> String? {
    let primary = primary
    return try retry(until: deadline) { live throws(StoreError) in
      let log = try live.beginTurn(keys: [], until: deadline).log
      guard !log.isSealed || primary.mayBeSealed else { throw .moved }
      let memory = primary.now.memory
      switch LogVerdict(log, remembering: memory, then: try Self.fingerprint(memory, live, deadline)) {
      case .known(isMoved: true):
        try live.endTurn(
          [PostgresStatement("UPDATE livery.log SET \(PostgresLog.moveHere)")], until: deadline)
      case .known, .other: try live.leaveTurn(until: deadline)
      case .renew(let reason):
        try live.endTurn([log.renewal()], until: deadline)
        primary.update { $0.figures.renewals += 1 }
        live.notify(log.position, in: log.name)
        return reason
      }
      return nil
    }
  }

  /// Begins a new epoch in any case.
  /// - Returns: the newest revision.
  mutating func renew(until deadline: MonotonicTime) throws(StoreError) -> UInt64 {
    try retry(until: deadline) { live throws(StoreError) in
      let log = try live.beginTurn(keys: [], until: deadline).log
      try live.endTurn([log.renewal()], until: deadline)
      live.notify(log.position, in: log.name)
      return log.position.head
    }
  }

  /// Marks the log as moved elsewhere.
  mutating func seal(until deadline: MonotonicTime) throws(StoreError) {
    try retry(until: deadline) { live throws(StoreError) in
      _ = try live.beginTurn(keys: [], until: deadline)
      try live.endTurn([PostgresStatement("UPDATE livery.log SET sealed = 1")], until: deadline)
    }
  }

  /// Returns the fingerprint of the log at the remembered head; nil if the log no longer or not yet reaches it.
  private static func fingerprint(
    _ memory: LogMemory?, _ live: PostgresConnection, _ deadline: MonotonicTime
  ) throws(StoreError) -> Fingerprint? {
    guard let memory else { return nil }
    let fingerprint = SQLStatement(LogQueries.fingerprint, .number(memory.position.head))
    return try live.answers([PostgresStatement(fingerprint)], until: deadline)[0].first?[0].word
  }

  /// Reads the state and the newest changes.
  mutating func open(
    tail: Int, until deadline: MonotonicTime
  ) throws(StoreError) -> (state: LogState, tail: [Change], position: LogPosition) {
    let primary = primary
    return try retry(until: deadline) { live throws(StoreError) in
      let opened = try PostgresReader(connection: live, deadline: deadline).open(tail: tail)
      primary.saw(opened.head, at: .now, judged: true)
      return (opened.state, opened.tail, opened.head.position)
    }
  }

  /// Writes the log's row as it is. It waits only briefly, since the caller tries again.
  mutating func tryWriting() throws(StoreError) {
    let deadline = MonotonicTime.now + .seconds(1)
    try retry(until: deadline) { live throws(StoreError) in
      _ = try live.beginTurn(keys: [], until: deadline)
      try live.endTurn([.sameAgain], until: deadline)
    }
  }
}

/// Pruning.
extension PostgresWriter {
  /// The number of commits whose edits are kept. A server that is further behind reads the whole log.
  private static let editLimit: UInt64 = 10_000

  mutating func prune(
    keeping retention: Retention, now: Timestamp, limit: Int
  ) throws(StoreError) -> UInt64 {
    let deadline = MonotonicTime.now + primary.timeouts.write
    return try retry(until: deadline) { live throws(StoreError) in
      guard let log = try Self.beginPruning(live, deadline) else {
        // Another server writes or prunes: it can wait.
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

  /// Takes the lock if it is free; nil if not.
  private static func beginPruning(
    _ live: PostgresConnection, _ deadline: MonotonicTime
  ) throws(StoreError) -> PostgresLog? {
    let lock = PostgresStatement("\(PostgresLog.selectText) FOR UPDATE SKIP LOCKED")
    let result = try live.answers([.begin, lock], until: deadline)[1]
    return result.count == 0 ? nil : try result.log()
  }

  /// Returns the newest change that is old enough to be deleted.
  private static func forgotten(
    _ live: PostgresConnection, after floor: UInt64, upTo end: UInt64, before oldest: Timestamp,
    _ deadline: MonotonicTime
  ) throws(StoreError) -> WrittenChange? {
    guard end > floor else { return nil }
    let changes = PostgresStatement(SQLStatement(LogQueries.changesBetween, .number(floor), .number(end)))
    return try live.answers([changes], until: deadline)[0].changes().prefix { $0.change.at < oldest }.last
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

  /// Deletes files that no server serves, after a thousand deploys.
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
  /// Ends a turn that writes nothing, and returns the log's floor.
  fileprivate func leaveWithFloor(until deadline: MonotonicTime) throws(StoreError) -> UInt64 {
    try answers([PostgresStatement(PostgresLog.selectText), PostgresStatement("ROLLBACK")], until: deadline)[
      0
    ]
    .log().floor.revision
  }
}
