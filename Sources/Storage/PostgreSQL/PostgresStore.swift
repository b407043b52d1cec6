internal import Bindings
package import Changes
internal import Documents
internal import Synchronization
internal import Themes

/// A log in a PostgreSQL database, for any number of servers: same log, same cursors, same answers.
///
/// The writer takes turns behind the lock on the log's row. The listener receives what other servers write, polls once a
/// second in case a notice was lost, and finds the primary again when that fails.
package final class PostgresStore: ChangeStore {
  let primary: PostgresPrimary
  /// Locked for a whole turn.
  let writer: Mutex<PostgresWriter>
  let listener: PostgresListener
  let documentRoom: Int
  private let start: Mutex<Start>
  private let copyFile: String?
  private let address: PostgresAddress
  private let warn: @Sendable (String) -> Void

  /// How far the start has come.
  private struct Start: Sendable {
    /// The origin of the log; nil until PostgreSQL was reached.
    var origin: LogOrigin?
    /// The copy that is served until then.
    var copy: LogCopy?
    /// The position of the newest copy.
    var kept: LogPosition?
    /// The images in the newest copy.
    var keptImages: PersistentMap<String, UploadedImage>?
  }

  /// - Parameters:
  ///   - position: a file in which the newest position outlives the process; nil for none.
  ///   - copy: a file with a copy of the log, from which a start continues while PostgreSQL is away; nil for none. Without
  ///     one the start fails then.
  ///   - documentRoom: the bytes that earlier documents may take.
  ///   - evenSealed: whether a log may be opened that was moved elsewhere.
  ///   - warn: receives warnings for the operator.
  package init(
    _ address: PostgresAddress, position: String? = nil, copy: String? = nil,
    documentRoom: Int = DocumentVersion.room, timeouts: Timeouts = Timeouts(),
    evenSealed: Bool = false,
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(StoreError) {
    (self.documentRoom, copyFile, self.warn, self.address) = (documentRoom, copy, warn, address)
    primary = try PostgresPrimary(
      positionFile: position.map { file throws(StoreError) in try Self.lock(file) }, timeouts: timeouts,
      mayBeSealed: evenSealed)
    listener = PostgresListener(address, primary)
    writer = Mutex(PostgresWriter(primary))
    let copy = copy.flatMap { LogCopy(file: $0) }
    start = Mutex(Start(copy: copy))
    try listener.begin()
    try begin(mayWait: copy != nil)
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

  /// Opens the log; later if PostgreSQL is away and that may wait.
  private func begin(mayWait: Bool) throws(StoreError) {
    let timeouts = primary.timeouts
    do throws(StoreError) {
      try primary.wait(until: .now + (mayWait ? timeouts.look : timeouts.start))
      try withWriter { writer throws(StoreError) in _ = try begin(&writer, until: .now + timeouts.start) }
    } catch {
      guard mayWait, error.isAbsence else { throw error }
    }
  }

  /// Makes the tables and judges the log, when PostgreSQL is reached for the first time.
  private func begin(_ writer: inout PostgresWriter, until deadline: MonotonicTime) throws(StoreError)
    -> LogOrigin
  {
    if let origin = start.withLock({ $0.origin }) { return origin }
    let (isNew, warnings) = try writer.prepare(until: deadline)
    let reason = try writer.judge(until: deadline)
    let origin = isNew ? LogOrigin.created : reason.map { .renewed(reason: $0) } ?? .resumed
    start.withLock { $0 = Start(origin: origin) }
    for warning in warnings + address.warnings() { warn(warning) }
    return origin
  }

  /// Whether PostgreSQL was reached since the start.
  private var hasBegun: Bool { start.withLock { $0.origin != nil } }

  private func checkBegun() throws(StoreError) {
    guard hasBegun else { throw .away(primary.now.loss) }
  }

  package func open(knowing position: LogPosition?, tail: Int) throws(StoreError) -> OpenedLog {
    if position == nil, let copy = start.withLock({ $0.copy }) { return copy.opened }
    if !hasBegun { try primary.wait(until: .now) }
    let deadline = MonotonicTime.now + primary.timeouts.start
    let (origin, reason, opened) = try withWriter { writer throws(StoreError) in
      // A start has just judged it.
      let isJudged = position == nil || !hasBegun
      let origin = try begin(&writer, until: deadline)
      let reason = isJudged ? nil : try writer.judge(until: deadline)
      return (origin, reason, try writer.open(tail: tail, until: deadline))
    }
    let found = position.map { $0.epoch == opened.position.epoch } ?? false ? .resumed : origin
    return OpenedLog(
      state: opened.state, tail: opened.tail, position: opened.position,
      origin: reason.map { .renewed(reason: $0) } ?? found)
  }

  private func withWriter<Value: Sendable>(
    _ body: (inout PostgresWriter) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try writer.withLock { writer throws(StoreError) in try body(&writer) }
  }

  package func transaction(
    from position: LogPosition, keys: [String], decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition {
    guard hasBegun else {
      // A copy was served until now: the log is opened.
      _ = decide(StoreTransaction(update: .reopen, records: [:]))
      return position
    }
    let began = MonotonicTime.now
    defer { primary.update { $0.figures.turns.add(.now - began) } }
    return try withWriter { writer throws(StoreError) in
      try writer.turn(
        from: position, keys: keys, documentRoom: documentRoom, until: began + primary.timeouts.write,
        decide: decide)
    }
  }

  package func update(since position: LogPosition) throws(StoreError) -> LogUpdate {
    guard hasBegun else { return .reopen }
    let (log, update) = try listener.read { live, deadline throws(StoreError) in
      try live.update(since: position, until: deadline)
    }
    switch LogVerdict(log, remembering: primary.now.memory) {
    case .known(isMoved: false): break
    case .known(isMoved: true):
      // After a clean failover the new place is recorded, and clients notice nothing.
      let reason = try withWriter { writer throws(StoreError) in
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
    try listener.read { live, deadline throws(StoreError) in
      try PostgresReader(connection: live, deadline: deadline).changes(after: revision, limit: limit)
    }
  }

  package func history(
    of channel: String, before revision: UInt64, limit: Int
  ) throws(StoreError) -> [Change] {
    try listener.read { live, deadline throws(StoreError) in
      try PostgresReader(connection: live, deadline: deadline)
        .history(of: channel, before: revision, limit: limit)
    }
  }

  package func document(of theme: String, at revision: UInt64) throws(StoreError) -> DocumentVersion? {
    try listener.read { live, deadline throws(StoreError) in
      try PostgresReader(connection: live, deadline: deadline).document(of: theme, at: revision)
    }
  }

  package func serve(files: Fingerprint) throws(StoreError) {
    primary.update { state in
      if state.files != files { (state.files, state.hasNewestFiles) = (files, nil) }
    }
    try checkBegun()
    try listener.beat()
  }

  package func hasNewest(_ files: Fingerprint?) -> Bool {
    let state = primary.now
    return state.files == files && state.hasNewestFiles == true
  }

  package func tryWriting() throws(StoreError) {
    try checkBegun()
    try withWriter { writer throws(StoreError) in try writer.tryWriting() }
  }

  package func prune(keeping retention: Retention, now: Timestamp, limit: Int) throws(StoreError) -> UInt64 {
    try checkBegun()
    return try withWriter { writer throws(StoreError) in
      try writer.prune(keeping: retention, now: now, limit: limit)
    }
  }
}

/// The state of PostgreSQL, and a copy of the log for a start without it.
extension PostgresStore {
  package var report: StoreReport? {
    let state = primary.now
    var report = StoreReport()
    report.isReachable = state.lostAt == nil
    report.seenAgo = state.seenAt.map { .now - $0 }
    report.receivesNotices = report.isReachable
    report.hasNewestFiles = state.hasNewestFiles
    report.figures = state.figures
    return report
  }

  /// Writes a copy of what is served, for a start while PostgreSQL is away.
  package func keepCopy(of opened: OpenedLog) {
    guard let copyFile, let name = primary.now.memory?.name,
      start.withLock({ $0.origin != nil && $0.kept != opened.position })
    else { return }
    let images = opened.state.images
    do throws(SystemError) {
      if start.withLock({ $0.keptImages }) != images {
        try File.write(
          LogCopy.bytes(of: images.values.map { $0 }), to: LogCopy.imageFile(beside: copyFile),
          replacing: true)
        start.withLock { $0.keptImages = images }
      }
      try File.write(LogCopy(name: name, opened: opened).bytes, to: copyFile, replacing: true)
    } catch {
      warn("What is needed for a start without the store can't be kept in \(copyFile): \(error.cause)")
    }
    start.withLock { $0.kept = opened.position }
  }
}

/// Moving the log to another store, and repairs by hand.
extension PostgresStore: PortableStore {
  func contents() throws(StoreError) -> LogContents {
    try listener.read(within: .seconds(600)) { live, deadline throws(StoreError) in
      try PostgresReader(connection: live, deadline: deadline).contents()
    }
  }

  func seal() throws(StoreError) {
    try withWriter { writer throws(StoreError) in try writer.seal(until: .now + .seconds(30)) }
  }

  func fingerprint(at revision: UInt64) throws(StoreError) -> Fingerprint? {
    try listener.read(within: .seconds(30)) { live, deadline throws(StoreError) in
      try PostgresReader(connection: live, deadline: deadline).fingerprint(at: revision)
    }
  }

  /// Begins a new epoch, as after the log was restored from a backup.
  /// - Returns: the newest revision.
  package static func renew(_ address: PostgresAddress) throws(StoreError) -> UInt64 {
    let store = try PostgresStore(address, evenSealed: true)
    return try store.withWriter { writer throws(StoreError) in
      try writer.renew(until: .now + Timeouts().start)
    }
  }

  /// Returns the version of the tables, without changing anything; 0 if there are none.
  package static func schemaVersion(at address: PostgresAddress) throws(StoreError) -> Int {
    let search = PrimarySearch(try address.servers(for: "check"))
    return try stored { () throws(PostgresFailure) in try search.find(within: .seconds(5)) }
      .connection.withConnection { live throws(StoreError) in
        try PostgresWriter.version(live, .now + .seconds(5))
      }
  }
}

/// Runs `body`, and throws PostgreSQL's failures as errors of a store.
func stored<Value>(_ body: () throws(PostgresFailure) -> Value) throws(StoreError) -> Value {
  do { return try body() } catch { throw StoreError(error) }
}

extension StoreError {
  init(_ failure: PostgresFailure) {
    switch failure.kind {
    case .away, .busy: self = .away(failure.description)
    case .full: self = .full(failure.description)
    case .refused, .other: self = .unusable(failure.description)
    }
  }
}
