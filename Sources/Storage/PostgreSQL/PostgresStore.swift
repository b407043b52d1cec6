internal import Bindings
package import Changes
internal import Documents
internal import Synchronization
internal import Themes

/// A log in a PostgreSQL database, for any number of servers.
///
/// The writer runs transactions, each behind the lock on the log's row. The listener receives what other servers write, polls
/// once a second in case a notice was lost, and searches for the primary when it is lost.
package final class PostgresStore: ChangeStore {
  let primary: PostgresPrimary
  /// Locked for a whole transaction.
  private let writer: Mutex<PostgresWriter>
  private let turns = TimedLock()
  private let listener: PostgresListener
  private let documentRoom: Int
  private let clientRows = Mutex(ClientRows())
  private let start: Mutex<Start>
  private let copy: LogCopy?
  private let address: PostgresAddress
  private let warn: @Sendable (String) -> Void

  private struct Start: Sendable {
    /// The origin of the log; nil until PostgreSQL was reached.
    var origin: LogOrigin?
    /// The log from the copy, which is served until then.
    var copied: OpenedLog?
    /// The position of the newest copy, and the state whose large rows it has.
    var kept: LogPosition?
    var keptState: LogState?
  }

  /// - Parameters:
  ///   - position: a file in which the newest position outlives the process; nil for none.
  ///   - copy: a file with a copy of the log, from which a start continues while PostgreSQL is away; nil for none. Without
  ///     it the start fails then.
  ///   - documentRoom: the limit for earlier documents, in bytes.
  ///   - evenSealed: whether a log that was moved to another store may be opened.
  ///   - warn: receives warnings for the operator.
  package init(
    _ address: PostgresAddress, position: String? = nil, copy: String? = nil,
    documentRoom: Int = DocumentVersion.room, timeouts: Timeouts = Timeouts(),
    evenSealed: Bool = false,
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(StoreError) {
    (self.documentRoom, self.warn, self.address) = (documentRoom, warn, address)
    self.copy = copy.map { LogCopy(file: $0) }
    primary = try PostgresPrimary(
      positionFile: position.map { file throws(StoreError) in try Self.lock(file) }, timeouts: timeouts,
      mayBeSealed: evenSealed)
    listener = PostgresListener(address, primary)
    writer = Mutex(PostgresWriter(primary))
    let copied = self.copy?.read()
    start = Mutex(Start(copied: copied))
    try listener.begin()
    try begin(mayWait: copied != nil)
    primary.listening.ring()
  }

  deinit { listener.end() }

  private static func lock(_ file: String) throws(StoreError) -> WitnessFile {
    do throws(WitnessFileError) { return try WitnessFile(path: file) } catch {
      switch error {
      case .taken: throw .unusable("another Livery has the same state folder; name another with --state DIR")
      case .system(let reason): throw .unusable(reason)
      }
    }
  }

  /// Opens the log. If PostgreSQL is away and the log may wait, it is opened later.
  private func begin(mayWait: Bool) throws(StoreError) {
    let timeouts = primary.timeouts
    do throws(StoreError) {
      try primary.wait(until: .now + (mayWait ? timeouts.look : timeouts.start))
      _ = try writer.withLock { writer throws(StoreError) in try begin(&writer, until: .now + timeouts.start)
      }
    } catch {
      guard mayWait, error.isAbsence else { throw error }
    }
  }

  /// Creates the tables and judges the log, when PostgreSQL is reached for the first time.
  private func begin(
    _ writer: inout PostgresWriter, until deadline: MonotonicTime
  ) throws(StoreError) -> LogOrigin {
    if let origin = start.withLock({ $0.origin }) { return origin }
    let (isNew, warnings) = try writer.retry(until: deadline) { session throws(StoreError) in
      try session.prepare()
    }
    let reason = try writer.judge(until: deadline)
    let origin = isNew ? LogOrigin.created : reason.map { .renewed(reason: $0) } ?? .resumed
    start.withLock { $0 = Start(origin: origin) }
    for warning in warnings + address.warnings() { warn(warning) }
    return origin
  }

  /// Indicates whether PostgreSQL was reached since the start.
  private var hasBegun: Bool { start.withLock { $0.origin != nil } }

  private func checkBegun() throws(StoreError) {
    guard hasBegun else { throw .away(primary.now.loss) }
  }

  package func open(knowing position: LogPosition?, tail: Int) throws(StoreError) -> OpenedLog {
    if position == nil, let copied = start.withLock({ $0.copied }) { return copied }
    if !hasBegun { try primary.wait(until: .now) }
    let (primary, deadline) = (primary, MonotonicTime.now + primary.timeouts.start)
    return try writer.withLock { writer throws(StoreError) in
      // A start has just judged it.
      let isJudged = position == nil || !hasBegun
      let origin = try begin(&writer, until: deadline)
      let reason = isJudged ? nil : try writer.judge(until: deadline)
      let (head, state, tail) = try writer.retry(until: deadline) { session throws(StoreError) in
        let opened = try session.open(tail: tail)
        primary.saw(opened.head, at: .now, judged: true)
        return opened
      }
      let found = position?.epoch == state.epoch ? .resumed : origin
      let renewal = primary.update { state in
        defer { state.renewal = nil }
        return reason ?? state.renewal
      }
      return OpenedLog(
        state: state, tail: tail, position: head.position,
        origin: renewal.map { .renewed(reason: $0) } ?? found)
    }
  }

  /// Runs `body` on the writer's connection, again while PostgreSQL is away.
  private func write<Value: Sendable>(
    within time: Duration, _ body: @Sendable (PostgresSession) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try writer.withLock { writer throws(StoreError) in try writer.retry(until: .now + time, body) }
  }

  package func transaction(
    from position: LogPosition, keys: [String], waited: Duration, decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition {
    guard hasBegun else {
      // A copy was served until now: the log is opened.
      _ = decide(StoreTransaction(update: .reopen, records: [:]))
      return position
    }
    let (began, left) = (MonotonicTime.now, primary.timeouts.write - waited)
    guard left > .zero else { throw .away("no answer came in time") }
    defer { primary.update { $0.figures.turns.add(.now - began) } }
    return try writer.withLock { writer throws(StoreError) in
      try writer.transaction(
        from: position, keys: keys, documentRoom: documentRoom, until: began + left, decide: decide)
    }
  }

  package func beginTurn(waited: Duration?) -> Bool {
    turns.lock(within: waited.map { primary.timeouts.write - $0 })
  }

  package func endTurn() { turns.unlock() }

  package func update(since position: LogPosition) throws(StoreError) -> LogUpdate {
    guard hasBegun else { return .reopen }
    let (log, update) = try listener.read { session throws(StoreError) in
      try session.update(since: position)
    }
    switch LogVerdict(log, remembering: primary.now.memory) {
    case .known: break
    case .moved:
      // After a clean failover the new place is recorded, and clients notice nothing.
      let reason = try writer.withLock { writer throws(StoreError) in
        try writer.judge(until: .now + primary.timeouts.write)
      }
      if reason != nil { return .reopen }
    case .other, .renew: return .reopen
    }
    if case .reopen = update { return update }
    primary.saw(log, at: .now, judged: true)
    return update
  }

  package func mayHaveUpdate(since position: LogPosition) -> Bool {
    primary.update { state in
      defer { state.noticedVersion = 0 }
      return state.noticedVersion > position.version
    }
  }

  package func onUpdate(_ notify: @escaping @Sendable () -> Void) { primary.onUpdate(notify) }

  package var time: Timestamp? { primary.time }

  package var isShared: Bool { true }

  package func read(after revision: UInt64, limit: Int) throws(StoreError) -> [Change]? {
    try listener.read { session throws(StoreError) in try session.changes(after: revision, limit: limit) }
  }

  package func history(
    of channel: String, before revision: UInt64, limit: Int
  ) throws(StoreError) -> [Change] {
    try listener.read { session throws(StoreError) in
      try session.history(of: channel, before: revision, limit: limit)
    }
  }

  package func document(of theme: String, at revision: UInt64) throws(StoreError) -> DocumentVersion? {
    try listener.read { session throws(StoreError) in try session.document(of: theme, at: revision) }
  }

  package func serve(files: Fingerprint) throws(StoreError) {
    primary.update { state in
      if state.files != files { (state.files, state.hasNewestFiles) = (files, nil) }
    }
    try checkBegun()
    try listener.beat()
  }

  package func exchange(_ clients: ServerClients) throws(StoreError) -> [ServerClients] {
    try checkBegun()
    let isWriting = writer.withLockIfAvailable { _ in true } == nil
    return try clientRows.withLock { rows throws(StoreError) in
      do throws(StoreError) {
        return try listener.exchange(clients, &rows, mayWrite: !isWriting)
      } catch {
        rows.forget()
        throw error
      }
    }
  }

  package func hasNewest(_ files: Fingerprint?) -> Bool {
    let state = primary.now
    return state.files == files && state.hasNewestFiles == true
  }

  package func tryWriting() throws(StoreError) {
    try checkBegun()
    // The wait is short, since the caller tries again.
    try write(within: .seconds(1)) { session throws(StoreError) in try session.tryWriting() }
  }

  package func prune(keeping retention: Retention, now: Timestamp, limit: Int) throws(StoreError) -> UInt64 {
    try checkBegun()
    return try write(within: primary.timeouts.write) { session throws(StoreError) in
      try session.prune(keeping: retention, now: now, limit: limit)
    }
  }
}

/// The state of PostgreSQL, and a copy of the log for a start without it.
extension PostgresStore {
  package var report: StoreReport? {
    let state = primary.now
    var report = StoreReport()
    report.seenAgo = state.seenAt.map { .now - $0 }
    // The log is read once a second: an answer that is so late is most likely lost.
    report.isReachable = state.lostAt == nil && report.seenAgo.map { $0 < .milliseconds(2750) } ?? true
    report.receivesNotices = report.isReachable
    report.hasNewestFiles = state.hasNewestFiles
    report.figures = state.figures
    return report
  }

  package func keepCopy(of opened: OpenedLog) {
    let kept = start.withLock { $0 }
    guard let copy, kept.origin != nil, kept.kept != opened.position else { return }
    do throws(StoreError) {
      let isSame = kept.keptState.map { opened.state.hasLargeRows(of: $0) } ?? false
      try copy.write(opened, withImages: !isSame)
      start.withLock { $0.keptState = opened.state }
    } catch {
      warn("What is needed for a start without the store can't be kept in \(copy.file): \(error)")
    }
    start.withLock { $0.kept = opened.position }
  }
}

/// Transfers to and from other stores, and repairs by hand.
extension PostgresStore: PortableStore {
  func contents() throws(StoreError) -> LogContents {
    try listener.read(within: .seconds(600)) { session throws(StoreError) in try session.contents() }
  }

  func seal() throws(StoreError) {
    try write(within: .seconds(30)) { session throws(StoreError) in try session.seal() }
  }

  func fingerprint(at revision: UInt64) throws(StoreError) -> Fingerprint? {
    try listener.read(within: .seconds(30)) { session throws(StoreError) in
      try session.fingerprint(at: revision)
    }
  }

  /// Begins a new epoch, as after the log was restored from a backup.
  /// - Returns: the newest revision.
  package static func renew(_ address: PostgresAddress) throws(StoreError) -> UInt64 {
    let store = try PostgresStore(address, evenSealed: true)
    return try store.write(within: Timeouts().start) { session throws(StoreError) in try session.renew() }
  }

  /// Returns the version of the tables, without changing anything; 0 if there are none.
  package static func schemaVersion(at address: PostgresAddress) throws(StoreError) -> Int {
    let search = PrimarySearch(try address.servers(for: "check"))
    return try stored { () throws(PostgresFailure) in try search.find(within: .seconds(5)) }
      .connection.session(until: .now + .seconds(5)) { session throws(StoreError) in
        try session.schemaVersion()
      }
  }
}
