internal import Bindings
internal import Changes

/// Whoever writes into the log: takes its turn behind the lock on the log's row, by a connection of its own.
///
/// All that a session would have to remember is said in each transaction anew, so that a pooler may stand between. Plans
/// of statements are kept, where none does.
struct PostgresDesk {
  let engine: PostgresEngine
  private var line: PostgresLine?
  /// Whether the last turn found that nobody else had written.
  var isAlone = false
  /// The target that the connection leads to.
  private var place: PostgresPlace?

  init(_ engine: PostgresEngine) { self.engine = engine }

  /// Runs `body` again and again while the engine is away, until the deadline has passed. Nothing is asked of tables
  /// that are too new: only that would hold the log's row. A commit in it may be done twice.
  mutating func persist<Value: Sendable>(
    until deadline: MonotonicTime,
    _ body: @Sendable (PostgresConnection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    while true {
      if let exclusion = engine.now.exclusion { throw exclusion }
      let live = try connect(until: deadline)
      do throws(StoreError) {
        return try live.withConnection(body)
      } catch {
        // It may stand in the midst of a transaction, which ends with it.
        line = nil
        guard error.isAbsence, MonotonicTime.now < deadline else { throw error.withoutDoubt }
        engine.earBell.ring()
        SystemThread.sleep(for: .milliseconds(20))
      }
    }
  }

  /// Whether there is a connection to what is the engine at present.
  var isConnected: Bool { line != nil && place == engine.now.target?.place }

  /// Runs the rest of a turn: it stands or falls with the connection that it was begun on. Only where its commit may
  /// have been sent that is in doubt.
  mutating func finishing<Value: Sendable>(
    _ body: @Sendable (PostgresConnection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    guard let live = line else { throw .away(engine.now.loss) }
    do throws(StoreError) {
      return try live.withConnection(body)
    } catch {
      line = nil
      throw error
    }
  }

  /// The connection, made anew where the engine is another by now.
  private mutating func connect(until deadline: MonotonicTime) throws(StoreError) -> PostgresLine {
    while true {
      let state = engine.now
      if let target = state.target {
        if let line, place == target.place { return line }
        line = nil
        var race = PostgresRace(to: [target.parameters], interruption: target.bell)
        if case .success(let live)? = race.next(until: min(deadline, .now + engine.patience.looking))?.outcome
        {
          (line, place) = (live, target.place)
          // Where that does not arrive, what the connection is for does not either.
          try? live.withConnection { live throws(StoreError) in try live.keepOwnPlans(until: deadline) }
          return live
        }
        engine.earBell.ring()
      }
      // Who comes when it has been away for long is told at once.
      let isLost = state.lostAt.map { MonotonicTime.now - $0 > engine.patience.writing } ?? false
      guard !isLost, MonotonicTime.now < deadline else { throw .away(state.loss) }
      SystemThread.sleep(for: .milliseconds(10))
    }
  }
}

/// The two halves of a turn.
extension PostgresConnection {
  /// Keeps plans, unless there is a pooler between.
  fileprivate func keepOwnPlans(until deadline: MonotonicTime) throws(StoreError) {
    let results = try stored { () throws(PostgresFailure) in
      try run(
        PostgresStatement("SELECT pg_backend_pid() = $1::int", .number(Int64(session))), until: deadline)
    }
    if results[0].first?[0].number == 1 { keepPlans() }
  }

  /// Waits for the lock on the log's row. What is asked after it sees what the one before has committed.
  /// - Parameter position: from where on the news are asked for in the same breath; nil for none.
  func beginTurn(
    keys: [String], since position: LogPosition? = nil, until deadline: MonotonicTime
  ) throws(StoreError) -> TurnBeginning {
    var statements = Self.beginning + [PostgresStatement("\(PostgresLog.selectText) FOR UPDATE")]
    if !keys.isEmpty {
      let array = PostgresArray.literal(keys.map { .text($0) })
      statements.append(
        PostgresStatement("\(Table.receipts.selectText) WHERE key = ANY($1::text[])", .text(array)))
    }
    let count = statements.count
    if let position { statements += Self.newsStatements(since: position, of: Self.oftenEdited) }
    let results = try stored { () throws(PostgresFailure) in try run(statements, until: deadline) }
    let log = try results[2].log()
    let records =
      keys.isEmpty
      ? []
      : try Array(results[3].rows).decoded(.receipts) { row throws(StoreError) in IdempotencyRecord(row) }
    let update = try position.flatMap { position throws(StoreError) in
      try Self.update(Array(results.dropFirst(count)), of: Self.oftenEdited, since: position, log)
    }
    return TurnBeginning(
      log: log, records: Dictionary(records.map { ($0.key.text, $0) }) { $1 }, update: update)
  }

  /// A whole turn in one round trip, for who has written last: what was decided holds where the log still stands as
  /// then, on the same server, and none of the keys was used since.
  /// - Returns: false where it does not; nothing was written then.
  func takeTurn(
    _ statements: [PostgresStatement], from memory: LogMemory, keys: [String], until deadline: MonotonicTime
  ) throws(StoreError) -> Bool {
    let guards = [Self.unchanged(memory)] + (keys.isEmpty ? [] : [.unused(keys)])
    // It found the log changed, or the lock held for too long: divided by zero, and no lock.
    return try endTurn(Self.beginning + guards + statements, unless: ["22012", "55P03"], until: deadline)
  }

  /// Takes the lock, and divides by zero where the log is not as it is remembered: that keeps what follows from being
  /// run.
  private static func unchanged(_ memory: LogMemory) -> PostgresStatement {
    let position = memory.position
    return PostgresStatement(
      """
      SELECT 1 / count(*) FROM (SELECT 1 FROM livery.log WHERE name = $1 AND epoch = $2 AND version = $3::bigint
        AND head = $4::bigint AND fingerprint = $5 AND sealed = 0 AND readable_from <= $6::bigint
        AND (timeline, system) = (SELECT \(PostgresPlace.columns)) FOR UPDATE) AS unchanged
      """, .text(memory.name), .text("\(position.epoch)"), .number(Int64(clamping: position.version)),
      .number(Int64(clamping: position.head)), .text(position.fingerprint.word.hex16),
      .number(Int64(PostgresSchema.version)))
  }

  private static let beginning = [
    PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"), limits,
  ]

  /// Who is paused or cut off within its turn loses it, so that the others go on; and a commit that is acknowledged is
  /// durable, whatever the server's settings.
  private static let limits = PostgresStatement(
    """
    SELECT set_config('lock_timeout', '3s', true), set_config('idle_in_transaction_session_timeout', '2s', true),
      set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit')
        IN ('off', 'local', 'remote_write') THEN 'on' ELSE current_setting('synchronous_commit') END, true)
    """)

  /// The last portion of a turn, followed by COMMIT. Once it is sent, nobody knows before the answer is there.
  func endTurn(_ statements: [PostgresStatement], until deadline: MonotonicTime) throws(StoreError) {
    _ = try endTurn(statements, unless: [], until: deadline)
  }

  /// The same of a portion that may come to nothing.
  /// - Parameter misses: the SQLSTATEs that it fails with then.
  /// - Returns: false where it did.
  func endTurn(
    _ statements: [PostgresStatement], unless misses: [String], until deadline: MonotonicTime
  ) throws(StoreError) -> Bool {
    try stored { () throws(PostgresFailure) in try checkOpen() }
    do throws(PostgresFailure) {
      try commit(statements, until: deadline)
      return true
    } catch {
      guard misses.contains(error.state) else { throw StoreError(error).withDoubt }
      // The rest of the portion was not run, COMMIT neither. Nobody waits for the answer.
      try? send([PostgresStatement("ROLLBACK")])
      return false
    }
  }

  private func commit(_ statements: [PostgresStatement], until deadline: MonotonicTime)
    throws(PostgresFailure)
  {
    _ = takeWarning()
    let results = try run(statements + [PostgresStatement("COMMIT")], until: deadline)
    // A COMMIT that was kept from waiting for the standby is answered as done, with only a warning.
    guard results.last?.command == "COMMIT", !takeWarning() else {
      throw PostgresFailure(state: "", message: "the server did not confirm the commit")
    }
  }

  /// Ends a turn that writes nothing.
  func leaveTurn(until deadline: MonotonicTime) throws(StoreError) {
    _ = try stored { () throws(PostgresFailure) in try run(PostgresStatement("ROLLBACK"), until: deadline) }
  }

  /// Tells the others, after the transaction and not in it: a NOTIFY in it holds a lock over the whole cluster from
  /// before the flush of COMMIT to its end, which is for ever while a synchronous standby is away. By itself it waits
  /// for neither. Nobody waits for the answer; if it is lost, the others' looks find what is new.
  func notify(_ position: LogPosition, in name: String) {
    try? send([.notice(position, in: name)])
  }
}

extension PostgresStatement {
  static func notice(_ position: LogPosition, in name: String) -> PostgresStatement {
    PostgresStatement(
      "SELECT pg_notify($1, $2)", .text(PostgresLog.channel(of: name)), .text(position.notice))
  }
}

extension StoreError {
  /// What becomes of it once a commit was sent.
  fileprivate var withDoubt: StoreError { if case .away(let why) = self { .inDoubt(why) } else { self } }

  /// What becomes of it where it does not matter whether a commit was done.
  fileprivate var withoutDoubt: StoreError { if case .inDoubt(let why) = self { .away(why) } else { self } }
}
