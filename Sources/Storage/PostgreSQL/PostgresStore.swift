internal import Bindings
package import Changes
internal import Documents
internal import Synchronization
internal import Themes

/// A log in a PostgreSQL database, for any number of servers: same log, same cursors, same answers.
///
/// The desk writes, one turn at a time, behind the lock on the log's row; the ear hears what others write, looks each
/// second whether it heard all, and finds the engine again when that is gone.
package final class PostgresStore: ChangeStore {
  let engine: PostgresEngine
  /// Held for a whole turn; the desk itself is not, while it is decided.
  let turns = Mutex(())
  let desk: Mutex<PostgresDesk>
  let ear: PostgresEar
  let documentRoom: Int
  private let start: Mutex<LogStart>
  private let copyFile: String?
  private let address: PostgresAddress
  private let warn: @Sendable (String) -> Void

  /// - Parameters:
  ///   - position: a file in which what was seen of the log outlives the process; nil for none.
  ///   - copy: a file with what was last known, from which a start goes on when the engine is away; nil for none.
  ///   - documentRoom: what earlier documents may take, in bytes.
  ///   - mayWait: whether a start goes on while the engine is away, and `open` tells when it is there. With a copy it
  ///     does in any case.
  ///   - evenSealed: whether a log may be opened that was moved elsewhere.
  ///   - warn: told what whoever runs the server should know of the engine.
  package init(
    _ address: PostgresAddress, position: String? = nil, copy: String? = nil,
    documentRoom: Int = DocumentVersion.room, patience: EnginePatience = EnginePatience(),
    mayWait: Bool = false,
    evenSealed: Bool = false,
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(StoreError) {
    (self.documentRoom, copyFile, self.warn, self.address) = (documentRoom, copy, warn, address)
    engine = try PostgresEngine(
      standingFile: position.map { file throws(StoreError) in try Self.lock(file) }, patience: patience,
      mayBeSealed: evenSealed)
    ear = PostgresEar(address, engine, warn: warn)
    desk = Mutex(PostgresDesk(engine))
    let copy = copy.flatMap { LogCopy(file: $0) }
    start = Mutex(LogStart(copy: copy))
    try ear.begin()
    try begin(mayWait: mayWait || copy != nil)
    engine.earBell.ring()
  }

  /// Opens the log; where the engine is away and that may wait, later.
  private func begin(mayWait: Bool) throws(StoreError) {
    let patience = engine.patience
    let deadline = MonotonicTime.now + (mayWait ? patience.looking : patience.starting)
    do throws(StoreError) {
      try Self.await(engine, until: deadline)
      try atDesk { desk throws(StoreError) in _ = try begin(&desk, until: .now + patience.starting) }
    } catch {
      guard mayWait, error.isAbsence else { throw error }
    }
  }

  /// Makes the tables and judges the log, when the engine is there for the first time.
  /// - Returns: what the log turned out to be.
  private func begin(_ desk: inout PostgresDesk, until deadline: MonotonicTime) throws(StoreError)
    -> LogOrigin
  {
    if let origin = start.withLock({ $0.origin }) { return origin }
    let (isNew, warnings) = try desk.prepare(until: deadline)
    let reason = try desk.judge(until: deadline)
    let origin = isNew ? LogOrigin.created : reason.map { .renewed(reason: $0) } ?? .resumed
    start.withLock { $0 = LogStart(origin: origin) }
    for warning in warnings + address.warnings() { warn(warning) }
    return origin
  }

  /// Whether the engine was seen since the start.
  var hasBegun: Bool { start.withLock { $0.origin != nil } }

  deinit { ear.end() }

  private static func lock(_ file: String) throws(StoreError) -> WitnessFile {
    do throws(WitnessFileError) { return try WitnessFile(path: file) } catch {
      switch error {
      case .taken: throw .unusable("another Livery has the same state folder; name another with --state DIR")
      case .system(let reason): throw .unusable(reason)
      }
    }
  }

  /// Waits until there is an engine.
  private static func await(_ engine: PostgresEngine, until deadline: MonotonicTime) throws(StoreError) {
    while engine.now.target == nil {
      if let refusal = engine.now.refusal { throw .unusable(refusal) }
      guard MonotonicTime.now < deadline else { throw .away(engine.now.loss) }
      SystemThread.sleep(for: .milliseconds(10))
    }
  }

  package func open(knowing position: LogPosition?, tail: Int) throws(StoreError) -> OpenedLog {
    if position == nil, let copy = start.withLock({ $0.copy }) { return copy.opened }
    if !hasBegun { try Self.await(engine, until: .now) }
    let deadline = MonotonicTime.now + engine.patience.starting
    let (origin, reason, opened) = try atDesk { desk throws(StoreError) in
      // A start has judged it already, just now.
      let isJudged = position == nil || !hasBegun
      let origin = try begin(&desk, until: deadline)
      let reason = isJudged ? nil : try desk.judge(until: deadline)
      return (origin, reason, try desk.open(tail: tail, until: deadline))
    }
    let found = position.map { $0.epoch == opened.position.epoch } ?? false ? .resumed : origin
    return OpenedLog(
      state: opened.state, tail: opened.tail, position: opened.position,
      origin: reason.map { .renewed(reason: $0) } ?? found)
  }

  /// Whatever else is done at the log takes its turn too.
  func atDesk<Value: Sendable>(
    _ body: (inout PostgresDesk) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try turns.withLock { _ throws(StoreError) in
      try desk.withLock { desk throws(StoreError) in try body(&desk) }
    }
  }

  package func update(since position: LogPosition) throws(StoreError) -> LogUpdate {
    guard hasBegun else { return .reopen }
    let (log, update) = try ear.read { live, deadline throws(StoreError) in
      try live.update(since: position, until: deadline)
    }
    switch LogVerdict(log, remembering: engine.now.memory) {
    case .known(isMoved: false): break
    case .known(isMoved: true):
      // A clean failover: it is written down under the lock, and nobody need notice.
      let reason = try atDesk { desk throws(StoreError) in
        try desk.judge(until: .now + engine.patience.writing)
      }
      if reason != nil { return .reopen }
    case .other, .renew: return .reopen
    }
    if case .reopen = update { return update }
    engine.saw(log, at: .now, judged: true)
    return update
  }

  package func mayHaveUpdate(since position: LogPosition) -> Bool {
    engine.update { $0.told.take(since: position) }
  }

  package func onUpdate(_ tell: @escaping @Sendable () -> Void) { engine.onUpdate(tell) }

  package var time: Timestamp? { engine.time }

  package var isShared: Bool { true }

  package func read(after revision: UInt64, limit: Int) throws(StoreError) -> [Change]? {
    try ear.read { live, deadline throws(StoreError) in
      try PostgresReader(connection: live, deadline: deadline).changes(after: revision, limit: limit)
    }
  }

  package func history(
    of channel: String, before revision: UInt64, limit: Int
  ) throws(StoreError) -> [Change] {
    try ear.read { live, deadline throws(StoreError) in
      try PostgresReader(connection: live, deadline: deadline)
        .history(of: channel, before: revision, limit: limit)
    }
  }

  package func document(of theme: String, at revision: UInt64) throws(StoreError) -> DocumentVersion? {
    try ear.read { live, deadline throws(StoreError) in
      try PostgresReader(connection: live, deadline: deadline).document(of: theme, at: revision)
    }
  }

  package func serve(files: Fingerprint) throws(StoreError) {
    engine.update { state in
      if state.files != files { (state.files, state.hasNewestFiles) = (files, nil) }
    }
    guard hasBegun else { throw .away(engine.now.loss) }
    try ear.beat()
  }

  package func hasNewest(_ files: Fingerprint?) -> Bool {
    let state = engine.now
    return state.files == files && state.hasNewestFiles == true
  }

  package func tryWriting() throws(StoreError) {
    guard hasBegun else { throw .away(engine.now.loss) }
    try atDesk { desk throws(StoreError) in try desk.tryWriting() }
  }

  package func prune(keeping retention: Retention, now: Timestamp, limit: Int) throws(StoreError) -> UInt64 {
    guard hasBegun else { throw .away(engine.now.loss) }
    return try atDesk { desk throws(StoreError) in
      try desk.prune(keeping: retention, now: now, limit: limit)
    }
  }
}

/// What stands beside the log: how its engine is, and a copy for a start without it.
extension PostgresStore {
  package var report: StoreReport? {
    let state = engine.now
    var report = StoreReport()
    report.isReachable = state.lostAt == nil
    report.seenAgo = state.seenAt.map { .now - $0 }
    report.hearsNotices = state.hearsNotices
    report.hasNewestFiles = state.hasNewestFiles
    report.figures = state.figures
    return report
  }

  /// Keeps what is shown for a start without the engine. Without it a start waits for the engine.
  package func keepCopy(of opened: OpenedLog) {
    guard let copyFile, let name = engine.now.memory?.name,
      start.withLock({ $0.origin != nil && $0.kept != opened.position })
    else { return }
    let images = opened.state.images
    do throws(SystemError) {
      if start.withLock({ $0.keptImages }) != images {
        let copy = ImageCopy(images.values.map { $0 })
        try File.write(copy.bytes, to: LogCopy.imageFile(beside: copyFile), replacing: true)
        start.withLock { $0.keptImages = images }
      }
      try File.write(LogCopy(name: name, opened: opened).bytes, to: copyFile, replacing: true)
    } catch {
      warn("What is needed for a start without the store can't be kept in \(copyFile): \(error.cause)")
    }
    start.withLock { $0.kept = opened.position }
  }
}

/// How far the start has come.
private struct LogStart: Sendable {
  /// What the log turned out to be; nil until the engine was seen.
  var origin: LogOrigin?
  /// What is shown until then.
  var copy: LogCopy?
  /// Where the log stood when a copy was kept last.
  var kept: LogPosition?
  /// The images of which a copy was kept last.
  var keptImages: PersistentMap<String, UploadedImage>?
}
