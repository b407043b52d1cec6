internal import Bindings
internal import Changes

/// Writes to the log on a connection of its own, one transaction at a time. Each locks the log's only row.
struct PostgresWriter {
  let primary: PostgresPrimary
  private var connection: LockedConnection?
  /// The server of the connection.
  private var place: PostgresPlace?
  /// Indicates whether the last transaction found no changes of other servers.
  private var isAlone = false

  init(_ primary: PostgresPrimary) { self.primary = primary }

  /// Runs `body`, and again on a new connection while PostgreSQL is away, until the deadline. A commit in `body` may be
  /// done twice. Nothing is sent to tables that are too new, since that alone would lock the log's row.
  mutating func retry<Value: Sendable>(
    until deadline: MonotonicTime, _ body: @Sendable (PostgresSession) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    while true {
      let state = primary.now
      if let exclusion = state.exclusion { throw exclusion }
      do throws(StoreError) {
        return try connected(state, until: deadline).session(until: deadline, body)
      } catch {
        // A transaction that is open ends with its connection.
        connection = nil
        // If PostgreSQL has been away for long, nothing waits for it.
        let isLost = state.lostAt.map { MonotonicTime.now - $0 > primary.timeouts.write } ?? false
        guard error.isAbsence, !isLost, MonotonicTime.now < deadline else {
          throw if case .inDoubt(let why) = error { .away(why) } else { error }
        }
        primary.listening.ring()
        SystemThread.sleep(for: .milliseconds(10))
      }
    }
  }

  /// Compares the log with the remembered state.
  /// - Returns: the reason for a new epoch; nil for none.
  mutating func judge(until deadline: MonotonicTime) throws(StoreError) -> String? {
    let primary = primary
    return try retry(until: deadline) { session throws(StoreError) in try session.judge(primary) }
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
    try new.session(until: deadline) { session throws(StoreError) in
      _ = try session.run(.ownTimeouts, .sessionLimits)
    }
    (connection, place) = (new, target.place)
    return new
  }
}

/// Transactions. Usually one takes two round trips, whatever the size of its commit: the first locks the log and reads what
/// others wrote, the second writes. A server that wrote last decides first and sends everything in one.
extension PostgresWriter {
  /// A commit that was sent and not confirmed, and the reason.
  private typealias Doubt = (commit: PostgresCommit, why: String)

  private enum Start: Sendable {
    case begun(PostgresLog, StoreTransaction)
    /// The log must be opened again.
    case reopen
    /// A commit that was in doubt turned out to be done.
    case settled(LogPosition)

    /// Indicates whether no other server had written.
    var isAlone: Bool {
      if case .begun(_, let transaction) = self, case .nothing = transaction.update { true } else { false }
    }
  }

  /// Runs a transaction, again while commits are lost or in doubt.
  mutating func transaction(
    from position: LogPosition, keys: [String], documentRoom: Int, until deadline: MonotonicTime,
    decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition {
    var doubt: Doubt?
    if let done = try transactionAlone(from: position, keys, documentRoom, &doubt, until: deadline, decide) {
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
          try? once(until: deadline) { session throws(StoreError) in try session.rollBack() }
          return log.position
        }
        let written = PostgresCommit(commit, after: log.position, documentRoom: documentRoom)
        let done = try send(written, in: log.name, &doubt, until: deadline) { session throws(StoreError) in
          try session.commit(written.statements)
          return true
        }
        if let done { return done }
      }
    }
  }

  /// Runs a transaction in one round trip if this server wrote last, since it is most likely the only writer then. This halves
  /// the round trips, and spares PostgreSQL the reading of changes. `decide` runs without the lock.
  /// - Returns: nil if the transaction must be run with the lock. Nothing was written then, unless `doubt` is set. An empty
  ///   commit is decided again with the lock too.
  private mutating func transactionAlone(
    from position: LogPosition, _ keys: [String], _ documentRoom: Int, _ doubt: inout Doubt?,
    until deadline: MonotonicTime, _ decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition? {
    let state = primary.now
    guard isAlone, let memory = state.memory, memory.position == position, connection != nil,
      place == state.target?.place
    else { return nil }
    let commit = decide(StoreTransaction(update: .nothing, records: [:]))
    guard !commit.isEmpty else { return nil }
    let written = PostgresCommit(commit, after: position, documentRoom: documentRoom)
    let done = try send(written, in: memory.name, &doubt, until: deadline) { session throws(StoreError) in
      try session.commit(written.statements, ifAt: memory, keys: keys)
    }
    isAlone = done != nil
    return done
  }

  /// Sends a commit, and notifies the other servers of it.
  /// - Parameter body: returns false if nothing was written.
  /// - Returns: nil if the transaction must be run again. `doubt` is set if the commit may have been done.
  private mutating func send(
    _ commit: PostgresCommit, in name: String, _ doubt: inout Doubt?, until deadline: MonotonicTime,
    _ body: @Sendable (PostgresSession) throws(StoreError) -> Bool
  ) throws(StoreError) -> LogPosition? {
    let primary = primary
    do throws(StoreError) {
      return try once(until: deadline) { session throws(StoreError) in
        try body(session) ? session.acknowledge(commit.position, in: name, primary) : nil
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

  /// Runs the rest of a transaction, on the connection on which it began. Only here a commit may be in doubt.
  private mutating func once<Value: Sendable>(
    until deadline: MonotonicTime, _ body: @Sendable (PostgresSession) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    guard let present = connection else { throw .away(primary.now.loss) }
    do throws(StoreError) { return try present.session(until: deadline, body) } catch {
      connection = nil
      throw error
    }
  }

  /// Waits for the lock. If a commit is in doubt, it is settled first.
  private mutating func begin(
    from position: LogPosition, _ keys: [String], _ doubt: Doubt?, until deadline: MonotonicTime
  ) throws(StoreError) -> Start {
    // A server that wrote last expects no changes: reading them is most of a transaction's work.
    let (primary, expected, commit) = (primary, isAlone ? nil : position, doubt?.commit)
    let start: Start
    do throws(StoreError) {
      start = try retry(until: deadline) { session throws(StoreError) -> Start in
        var begun = try session.begin(keys: keys, since: expected)
        if begun.log.isMoved, !begun.log.isSealed {
          try session.rollBack()
          _ = try session.judge(primary)
          begun = try session.begin(keys: keys, since: expected)
        }
        let log = begun.log
        guard !log.isSealed else { throw .moved }
        if let commit, let settled = try session.settle(commit, log, primary) { return .settled(settled) }
        guard case .known = LogVerdict(log, remembering: primary.now.memory) else {
          try session.rollBack()
          return .reopen
        }
        var update = begun.update
        if update == nil { update = try session.update(since: position, log) }
        // The changes are shown in any case, so they are remembered. If they don't continue the shown changes, the log is
        // judged later by the state that was remembered before.
        primary.saw(log, at: .now, judged: update?.goesOn ?? false)
        return .begun(log, StoreTransaction(update: update ?? .reopen, records: begun.records))
      }
    } catch {
      guard let doubt, case .away = error else { throw error }
      throw .inDoubt(doubt.why)
    }
    isAlone = start.isAlone
    return start
  }
}

extension PostgresSession {
  /// Finds out whether a commit in doubt was done: its transaction has ended, since this session holds the lock. If it was,
  /// a further commit waits until it is durable, on the standby too.
  fileprivate func settle(
    _ doubt: PostgresCommit, _ log: PostgresLog, _ primary: PostgresPrimary
  ) throws(StoreError) -> LogPosition? {
    let found = PostgresStatement(
      "SELECT 1 FROM livery.edits WHERE version = $1::bigint AND part = 'commit' AND key = $2",
      .number(doubt.position.version), .text(doubt.word))
    guard try run(found)[0].count == 1 else { return nil }
    try commit([.touch])
    return acknowledge(doubt.position, in: log.name, primary)
  }

  /// Records a commit, then notifies the other servers, so that this server ignores its own notice.
  fileprivate func acknowledge(
    _ position: LogPosition, in name: String, _ primary: PostgresPrimary
  ) -> LogPosition {
    if primary.committed(position, in: name) { notify(position, in: name) }
    return position
  }
}
