internal import Bindings
internal import Changes

/// Changes of the log itself, each in a transaction of its own.
extension PostgresSession {
  /// Compares the log with the remembered state, and begins a new epoch if changes may have been lost. The first server
  /// that does so begins the epoch; the others find it.
  /// - Returns: the reason for a new epoch; nil for none.
  func judge(_ primary: PostgresPrimary) throws(StoreError) -> String? {
    let log = try begin().log
    guard !log.isSealed || primary.mayBeSealed else { throw .moved }
    let memory = primary.now.memory
    var verdict = LogVerdict(log, remembering: memory, then: try memory.flatMap(fingerprint))
    if case .moved = verdict {
      let fleet = try reports(to: primary, waiting: log.isSynced)
      verdict = LogVerdict(moved: log, by: fleet, then: try fleet.newest(of: log).flatMap(fingerprint))
    }
    switch verdict {
    case .known where log.isMoved:
      try commit([PostgresStatement("UPDATE livery.log SET \(PostgresLog.moveHere)"), .settleReports])
    case .known, .moved, .other: try rollBack()
    case .renew(let reason):
      try commit([log.renewal(), .settleReports])
      primary.update { state in
        state.figures.renewals += 1
        state.renewal = reason
      }
      notify(log.position, in: log.name)
      return reason
    }
    return nil
  }

  /// Reads what the servers report that used the log before it moved. It holds the lock meanwhile, so that one server waits
  /// for all.
  private func reports(to primary: PostgresPrimary, waiting: Bool) throws(StoreError) -> FleetMemory {
    let end = MonotonicTime.now + primary.timeouts.reports
    while true {
      let rows = try run(PostgresStatement.reports(besides: [primary.id, primary.predecessor ?? ""]))[0]
      let memories = rows.compactMap { row in row[0].text.flatMap { LogMemory(bytes: $0.utf8) } }
      let fleet = FleetMemory(
        memories: memories + [primary.now.memory].compactMap(\.self),
        hasSilent: rows.contains { $0[1].number == 0 })
      guard waiting, fleet.hasSilent, MonotonicTime.now < end else { return fleet }
      SystemThread.sleep(for: .milliseconds(50))
    }
  }

  /// Returns the fingerprint of the log at the remembered head; nil if the log does not reach it.
  private func fingerprint(at memory: LogMemory) throws(StoreError) -> Fingerprint? {
    let statement = SQLStatement(LogQueries.fingerprint, .number(memory.position.head))
    return try run(PostgresStatement(statement))[0].first?[0].word
  }

  /// Begins a new epoch in any case.
  /// - Returns: the newest revision.
  func renew() throws(StoreError) -> UInt64 {
    let log = try begin().log
    try commit([log.renewal()])
    notify(log.position, in: log.name)
    return log.position.head
  }

  /// Marks the log as moved to another store.
  func seal() throws(StoreError) {
    _ = try begin()
    try commit([PostgresStatement("UPDATE livery.log SET sealed = 1")])
  }

  /// Writes the log's row unchanged.
  func tryWriting() throws(StoreError) {
    _ = try begin()
    try commit([.touch])
  }

  /// Deletes old changes and records, unless another server holds the lock.
  /// - Returns: the log's floor.
  func prune(keeping retention: Retention, now: Timestamp, limit: Int) throws(StoreError) -> UInt64 {
    let lock = PostgresStatement("\(PostgresLog.selectText) FOR UPDATE SKIP LOCKED")
    guard let row = try run(.begin, lock)[1].first else {
      let rows = try run(PostgresStatement(PostgresLog.selectText), PostgresStatement("ROLLBACK"))[0]
      return try PostgresLog(rows: rows).floor.revision
    }
    let log = try PostgresLog(rows: [row])
    let (head, floor) = (log.position.head, log.floor.revision)
    let end = min(head - min(head, retention.changes), floor + UInt64(limit))
    let oldest = now.advanced(bySeconds: -retention.seconds)
    var last: WrittenChange?
    if end > floor {
      let span = SQLStatement(LogQueries.changesBetween, .number(floor), .number(end))
      last = try run(PostgresStatement(span))[0].writtenChanges().prefix { $0.change.at < oldest }.last
    }
    try commit(
      LogQueries.forgetReceipts(at: now).map { PostgresStatement($0) }
        + [log.editPruning, PostgresLog.filePruning]
        + (last.map { log.removal(upTo: $0.floor) } ?? []))
    return last?.change.revision ?? floor
  }
}

extension PostgresLog {
  /// The part of an update that records the server.
  static let moveHere = "(timeline, system) = (SELECT \(PostgresPlace.columns)), \(noteStandby)"

  /// The part of an update that records whether its commit has a synchronous standby.
  static let noteStandby = "synced = \(isSyncedHere)"

  /// 1 on a server with a synchronous standby, else 0.
  static let isSyncedHere = "(current_setting('synchronous_standby_names') <> '')::int"

  /// Begins a new epoch. The last hundred epochs are kept, so that servers that knew one of them find out what became of it.
  fileprivate func renewal() -> PostgresStatement {
    let epoch = Epoch.random()
    let epochs = (epochs + [epoch]).suffix(100).map(\.description).joined(separator: " ")
    return PostgresStatement(
      "UPDATE livery.log SET epoch = $1, epochs = $2, version = version + 1, sealed = 0, \(Self.moveHere)",
      .text("\(epoch)"), .text(epochs))
  }

  fileprivate func removal(upTo floor: LogFloor) -> [PostgresStatement] {
    [
      PostgresStatement(
        """
        DELETE FROM livery.touched AS t USING livery.changes AS c, unnest(string_to_array(c.channels, ',')) AS name
        WHERE c.revision <= $1::bigint AND t.channel = name AND t.revision = c.revision
        """, .number(floor.revision))
    ] + LogQueries.forget(upTo: floor).map { PostgresStatement($0) }
  }

  /// Deletes files that no server serves, after a thousand deploys.
  fileprivate static let filePruning = PostgresStatement(
    """
    DELETE FROM livery.files WHERE number < (SELECT max(number) FROM livery.files) - 1000
      AND fingerprint NOT IN (SELECT files FROM livery.replicas)
    """)

  /// Deletes the edits of all but the newest 10 000 commits. A server that is further behind opens the log again.
  fileprivate var editPruning: PostgresStatement {
    let oldest = position.version - min(position.version, 10_000)
    return PostgresStatement("DELETE FROM livery.edits WHERE version <= $1::bigint", .number(oldest))
  }
}
