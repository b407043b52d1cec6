internal import Bindings
internal import Changes

/// Writes to the log by a connection of its own, one turn at a time. A turn is a transaction that locks the log's only row.
struct PostgresWriter {
  let primary: PostgresPrimary
  private var connection: LockedConnection?
  /// The server that the connection leads to.
  private var place: PostgresPlace?
  /// Whether the last turn found that no other server had written.
  private var isAlone = false

  init(_ primary: PostgresPrimary) { self.primary = primary }

  /// Runs `body`, and again on a new connection while PostgreSQL is away, until the deadline. Nothing is sent to tables
  /// that are too new: that alone would lock the log's row. A commit in `body` may be done twice.
  mutating func retry<Value: Sendable>(
    until deadline: MonotonicTime,
    _ body: @Sendable (PostgresConnection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    while true {
      let state = primary.now
      if let exclusion = state.exclusion { throw exclusion }
      do throws(StoreError) {
        return try connected(state, until: deadline).withConnection(body)
      } catch {
        // It may be within a transaction, which ends with the connection.
        connection = nil
        // While PostgreSQL has been away for long, nobody waits for it.
        let isLost = state.lostAt.map { MonotonicTime.now - $0 > primary.timeouts.write } ?? false
        guard error.isAbsence, !isLost, MonotonicTime.now < deadline else { throw error.withoutDoubt }
        primary.listening.ring()
        SystemThread.sleep(for: .milliseconds(10))
      }
    }
  }

  /// Runs the rest of a turn, which depends on the connection that it began on. Only here a commit may be in doubt.
  private mutating func once<Value: Sendable>(
    _ body: @Sendable (PostgresConnection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    guard let live = connection else { throw .away(primary.now.loss) }
    do throws(StoreError) {
      return try live.withConnection(body)
    } catch {
      connection = nil
      throw error
    }
  }

  /// Returns the connection, a new one if another server is the primary now.
  private mutating func connected(
    _ state: PostgresPrimary.State, until deadline: MonotonicTime
  ) throws(StoreError) -> LockedConnection {
    guard let target = state.target else { throw .away(state.loss) }
    if let connection, place == target.place { return connection }
    connection = nil
    let deadline = min(deadline, .now + primary.timeouts.look)
    let new = try stored { () throws(PostgresFailure) in
      try LockedConnection.connect(to: target.parameters, until: deadline, interruption: target.bell)
    }
    try new.withConnection { live throws(StoreError) in
      _ = try live.answers([.sessionLimits], until: deadline)
    }
    (connection, place) = (new, target.place)
    return new
  }
}

/// Turns. Usually a turn takes two round trips, whatever the size of its commit: one locks the log and reads what others
/// wrote, one writes. A server that wrote last decides first and sends everything in one.
extension PostgresWriter {
  /// A commit that was sent and not confirmed, and the reason.
  private typealias Doubt = (commit: PostgresCommit, why: String)

  private enum Start: Sendable {
    case begun(PostgresLog, StoreTransaction)
    /// The log must be opened again.
    case reopen
    /// A commit that was in doubt turned out to be done.
    case settled(LogPosition)

    /// Whether no other server had written.
    var isAlone: Bool {
      if case .begun(_, let transaction) = self, case .nothing = transaction.update { true } else { false }
    }
  }

  /// Takes a turn, again while commits are lost or in doubt.
  mutating func turn(
    from position: LogPosition, keys: [String], documentRoom: Int, until deadline: MonotonicTime,
    decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition {
    var doubt: Doubt?
    if let done = try turnAlone(from: position, keys, documentRoom, &doubt, until: deadline, decide) {
      return done
    }
    while true {
      switch try begin(from: position, keys, doubt, until: deadline) {
      case .settled(let position): return position
      case .reopen:
        _ = decide(StoreTransaction(update: .reopen, records: [:]))
        return position
      case .begun(let log, let transaction):
        let commit = decide(transaction)
        guard !commit.isEmpty else {
          // If the rollback does not arrive, the transaction ends with the connection.
          try? once { live throws(StoreError) in try live.leaveTurn(until: deadline) }
          return log.position
        }
        let written = PostgresCommit(
          commit, after: log.position, isMoved: log.isMoved, documentRoom: documentRoom)
        let done = try send(written, in: log.name, &doubt) { live throws(StoreError) in
          try live.endTurn(written.statements, until: deadline)
          return true
        }
        if let done { return done }
      }
    }
  }

  /// Takes a turn in one round trip, without the lock while it is decided, if this server wrote last. Most likely it is the
  /// only writer then. This halves the round trips of a turn, and spares PostgreSQL the reading of changes.
  /// - Returns: nil if the turn must be taken with the lock. Nothing was written then, unless `doubt` says otherwise. A
  ///   decision that nothing is to be done is also repeated with the lock.
  private mutating func turnAlone(
    from position: LogPosition, _ keys: [String], _ documentRoom: Int, _ doubt: inout Doubt?,
    until deadline: MonotonicTime, _ decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition? {
    let state = primary.now
    guard isAlone, let memory = state.memory, memory.position == position, connection != nil,
      place == state.target?.place
    else { return nil }
    let commit = decide(StoreTransaction(update: .nothing, records: [:]))
    guard !commit.isEmpty else { return nil }
    // The statements only take effect if the log has not moved.
    let written = PostgresCommit(commit, after: position, isMoved: false, documentRoom: documentRoom)
    let done = try send(written, in: memory.name, &doubt) { live throws(StoreError) in
      try live.takeTurn(written.statements, from: memory, keys: keys, until: deadline)
    }
    isAlone = done != nil
    return done
  }

  /// Sends a commit and notifies the other servers of it.
  /// - Parameter body: returns false if nothing was written.
  /// - Returns: nil if the turn must be taken again. `doubt` is set if the commit may have been done.
  private mutating func send(
    _ commit: PostgresCommit, in name: String, _ doubt: inout Doubt?,
    _ body: @Sendable (PostgresConnection) throws(StoreError) -> Bool
  ) throws(StoreError) -> LogPosition? {
    let primary = primary
    do throws(StoreError) {
      return try once { live throws(StoreError) in
        try body(live) ? Self.acknowledge(commit.position, live, name, primary) : nil
      }
    } catch {
      switch error {
      case .away: break
      case .inDoubt(let why):
        if doubt == nil { primary.update { $0.figures.doubts += 1 } }
        doubt = (commit, why)
      default: throw error
      }
      return nil
    }
  }

  /// Waits for the lock. If a commit is in doubt, it is settled first.
  private mutating func begin(
    from position: LogPosition, _ keys: [String], _ doubt: Doubt?, until deadline: MonotonicTime
  ) throws(StoreError) -> Start {
    // A server that wrote last expects no changes: reading them is most of a turn's work.
    let (primary, expected, commit) = (primary, isAlone ? nil : position, doubt?.commit)
    let start: Start
    do throws(StoreError) {
      start = try retry(until: deadline) { live throws(StoreError) -> Start in
        let begun = try live.beginTurn(keys: keys, since: expected, until: deadline)
        let log = begun.log
        guard !log.isSealed else { throw .moved }
        if let commit, let settled = try Self.settle(commit, live, log, primary, deadline) {
          return .settled(settled)
        }
        guard case .known = LogVerdict(log, remembering: primary.now.memory) else {
          try live.leaveTurn(until: deadline)
          return .reopen
        }
        let update: LogUpdate
        if let known = begun.update {
          update = known
        } else {
          update = try live.update(since: position, log, until: deadline)
        }
        // The changes are shown whatever becomes of the turn, so they are remembered. If they don't continue what is shown,
        // the log is still to be judged by what was remembered before.
        primary.saw(log, at: .now, judged: update.goesOn)
        return .begun(log, StoreTransaction(update: update, records: begun.records))
      }
    } catch {
      guard let doubt, case .away = error else { throw error }
      throw .inDoubt(doubt.why)
    }
    isAlone = start.isAlone
    return start
  }

  /// Finds out whether a commit in doubt was done: its transaction has ended, since the lock is held. If it was, it counts
  /// once a commit of this turn is through, which waits for the standby too.
  private static func settle(
    _ doubt: PostgresCommit, _ live: PostgresConnection, _ log: PostgresLog, _ primary: PostgresPrimary,
    _ deadline: MonotonicTime
  ) throws(StoreError) -> LogPosition? {
    let found = PostgresStatement(
      "SELECT 1 FROM livery.edits WHERE version = $1::bigint AND part = 'commit' AND key = $2",
      .number(Int64(clamping: doubt.position.version)), .text(doubt.word))
    guard try live.answers([found], until: deadline)[0].count == 1 else { return nil }
    try live.endTurn([.sameAgain], until: deadline)
    return acknowledge(doubt.position, live, log.name, primary)
  }

  private static func acknowledge(
    _ position: LogPosition, _ live: PostgresConnection, _ name: String, _ primary: PostgresPrimary
  ) -> LogPosition {
    // It is recorded before the others are notified, so that this server ignores its own notice.
    if primary.committed(position, in: name) { live.notify(position, in: name) }
    return position
  }
}

extension StoreError {
  /// The error if it does not matter whether a commit was done.
  fileprivate var withoutDoubt: StoreError { if case .inDoubt(let why) = self { .away(why) } else { self } }
}
