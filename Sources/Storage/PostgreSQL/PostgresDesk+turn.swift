internal import Bindings
internal import Changes

/// A writer's turn: two round trips, whatever the batch; one while nobody else writes. Where others have written against
/// expectation there is one more.
extension PostgresDesk {
  enum TurnStart: Sendable {
    case begun(PostgresLog, StoreTransaction)
    /// The log must be opened again.
    case reopen
    /// A commit that was in doubt turned out to be done.
    case settled(LogPosition)
  }

  /// Waits for the lock. With it in hand a commit in doubt is settled first.
  mutating func begin(
    from position: LogPosition, keys: [String], doubting doubt: PostgresCommit?, until deadline: MonotonicTime
  ) throws(StoreError) -> TurnStart {
    let engine = engine
    // Who has written last expects no update: asking for none is most of a turn's work.
    let expected = isAlone ? nil : position
    let start = try persist(until: deadline) { live throws(StoreError) -> TurnStart in
      let begun = try live.beginTurn(keys: keys, since: expected, until: deadline)
      let log = begun.log
      guard !log.isSealed else { throw .moved }
      if let doubt, let settled = try Self.settle(doubt, live, log, engine, deadline) {
        return .settled(settled)
      }
      guard case .known = LogVerdict(log, remembering: engine.now.memory) else {
        try live.leaveTurn(until: deadline)
        return .reopen
      }
      let update: LogUpdate
      if let known = begun.update {
        update = known
      } else {
        update = try live.update(since: position, log, until: deadline)
      }
      // News are shown whatever becomes of the turn, so they are remembered. Where they don't go on from what is shown,
      // the log is still to be judged, by what was remembered before.
      engine.saw(log, at: .now, judged: update.goesOn)
      return .begun(log, StoreTransaction(update: update, records: begun.records, keys: keys))
    }
    if case .begun(_, let transaction) = start, case .nothing = transaction.update {
      isAlone = true
    } else {
      isAlone = false
    }
    return start
  }

  /// Whether a turn from here may take one round trip.
  func mayTakeTurn(from position: LogPosition) -> Bool {
    isAlone && engine.now.memory?.position == position && isConnected
  }

  /// The whole of it.
  /// - Returns: nil where somebody else has written: nothing was done then.
  mutating func take(
    _ commit: PostgresCommit, from position: LogPosition, keys: [String], until deadline: MonotonicTime
  ) throws(StoreError) -> LogPosition? {
    let engine = engine
    guard let name = engine.now.memory?.name else { return nil }
    let memory = LogMemory(name: name, position: position)
    let done = try finishing { live throws(StoreError) -> LogPosition? in
      guard try live.takeTurn(commit.statements, from: memory, keys: keys, until: deadline) else {
        return nil
      }
      return Self.acknowledge(commit.position, live, name, engine)
    }
    isAlone = done != nil
    return done
  }

  /// - Returns: nil where one of the commit's new keys is known: nothing was done then.
  mutating func finish(
    _ commit: PostgresCommit, _ log: PostgresLog, until deadline: MonotonicTime
  ) throws(StoreError) -> LogPosition? {
    let engine = engine
    return try finishing { live throws(StoreError) -> LogPosition? in
      guard try live.endTurn(commit.statements, unless: ["22012"], until: deadline) else { return nil }
      return Self.acknowledge(commit.position, live, log.name, engine)
    }
  }

  /// Ends a turn that writes nothing. Where that does not arrive, it ends with the connection.
  mutating func leave(until deadline: MonotonicTime) {
    try? finishing { live throws(StoreError) in try live.leaveTurn(until: deadline) }
  }

  /// Finds out what became of a commit: it is over once we have the lock. Where it is there, it counts once this turn's
  /// own commit is through, which waits for the standby too.
  private static func settle(
    _ doubt: PostgresCommit, _ live: PostgresConnection, _ log: PostgresLog, _ engine: PostgresEngine,
    _ deadline: MonotonicTime
  ) throws(StoreError) -> LogPosition? {
    let results = try stored { () throws(PostgresFailure) in
      try live.run(
        PostgresStatement(
          "SELECT 1 FROM livery.edits WHERE version = $1::bigint AND part = 'commit' AND key = $2",
          .number(Int64(clamping: doubt.position.version)), .text(doubt.word)),
        until: deadline)
    }
    guard results[0].count == 1 else { return nil }
    try live.endTurn([.sameAgain], until: deadline)
    return acknowledge(doubt.position, live, log.name, engine)
  }

  private static func acknowledge(
    _ position: LogPosition, _ live: PostgresConnection, _ name: String, _ engine: PostgresEngine
  ) -> LogPosition {
    // Known before the others are told: our own notice is no news.
    if engine.committed(position, in: name) { live.notify(position, in: name) }
    return position
  }
}

/// What is done at the log itself, each in a turn of its own.
extension PostgresDesk {
  /// Judges the log that is there by what is remembered of it, and goes on under a new epoch where something may have
  /// been lost. One replica does, the others find it.
  /// - Returns: why it was renewed; nil where it was not.
  mutating func judge(until deadline: MonotonicTime) throws(StoreError) -> String? {
    let engine = engine
    return try persist(until: deadline) { live throws(StoreError) in
      let log = try live.beginTurn(keys: [], until: deadline).log
      guard !log.isSealed || engine.mayBeSealed else { throw .moved }
      let memory = engine.now.memory
      switch LogVerdict(log, remembering: memory, then: try Self.fingerprint(memory, live, deadline)) {
      case .known(isMoved: true):
        try live.endTurn(
          [PostgresStatement("UPDATE livery.log SET \(PostgresLog.moveHere)")], until: deadline)
      case .known, .other: try live.leaveTurn(until: deadline)
      case .renew(let reason):
        try live.endTurn([log.renewal()], until: deadline)
        engine.update { $0.figures.renewals += 1 }
        live.notify(log.position, in: log.name)
        return reason
      }
      return nil
    }
  }

  /// Goes on under a new epoch in any case.
  /// - Returns: the revision where the log stands.
  mutating func renew(until deadline: MonotonicTime) throws(StoreError) -> UInt64 {
    try persist(until: deadline) { live throws(StoreError) in
      let log = try live.beginTurn(keys: [], until: deadline).log
      try live.endTurn([log.renewal()], until: deadline)
      live.notify(log.position, in: log.name)
      return log.position.head
    }
  }

  /// Marks a log that goes on elsewhere.
  mutating func seal(until deadline: MonotonicTime) throws(StoreError) {
    try persist(until: deadline) { live throws(StoreError) in
      _ = try live.beginTurn(keys: [], until: deadline)
      try live.endTurn([PostgresStatement("UPDATE livery.log SET sealed = 1")], until: deadline)
    }
  }

  /// Of the log at the head that is remembered; nil where it reaches neither so far nor back so far.
  private static func fingerprint(
    _ memory: LogMemory?, _ live: PostgresConnection, _ deadline: MonotonicTime
  ) throws(StoreError) -> Fingerprint? {
    guard let memory else { return nil }
    let fingerprint = SQLStatement(LogQueries.fingerprint, .number(memory.position.head))
    let results = try stored { () throws(PostgresFailure) in
      try live.run(PostgresStatement(fingerprint), until: deadline)
    }
    return results[0].first?[0].word
  }

  mutating func open(
    tail: Int, until deadline: MonotonicTime
  ) throws(StoreError) -> (state: LogState, tail: [Change], position: LogPosition) {
    let engine = engine
    return try persist(until: deadline) { live throws(StoreError) in
      let opened = try PostgresReader(connection: live, deadline: deadline).open(tail: tail)
      engine.saw(opened.head, at: .now, judged: true)
      return (opened.state, opened.tail, opened.head.position)
    }
  }

  /// Writes what is there once more. It waits for little: whoever asks does so again.
  mutating func tryWriting() throws(StoreError) {
    let deadline = MonotonicTime.now + .seconds(1)
    try persist(until: deadline) { live throws(StoreError) in
      _ = try live.beginTurn(keys: [], until: deadline)
      try live.endTurn([.sameAgain], until: deadline)
    }
  }
}

extension PostgresStatement {
  /// Writes the log's row as it is: a commit with it waits for disk and standby as every other.
  static let sameAgain = PostgresStatement("UPDATE livery.log SET at = at")
}
