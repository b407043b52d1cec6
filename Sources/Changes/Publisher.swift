package import Documents
internal import Synchronization
internal import Themes

/// The only way to change anything: decides the rows that requests lead to, stores them, then shows and announces the
/// changes.
///
/// Writers run one transaction at a time. Transactions block, so no worker runs one. A change is shown only when it
/// is durable, and announced only when it is shown. The rows of other servers are shown and announced in the same way.
package final class Publisher: Sendable {
  package let current: Current
  package let store: any ChangeStore
  /// The state of the log at the start.
  package let origin: LogOrigin
  /// The channels whose theme was gone at the start, as they were.
  package let lost: [Activation]
  let configuration: PublisherConfiguration
  let writeLock: Mutex<WriterState>
  let observers = Mutex(PublisherObservers())
  let looks = Mutex(LookCount())
  /// The time of the start, by the clock of the changes.
  let startedAt: Timestamp
  let elsewhere = Mutex(ClientsElsewhere())
  /// The reason for a new epoch when the log was opened last; nil for none, or if another server began the epoch.
  let renewal = Mutex<String?>(nil)
  /// Indicates whether the changes of the files before the start have been announced.
  let isCaughtUp = Mutex(false)
  let dueTimes = Mutex(DueTimes())
  /// The fingerprint of the files that are shown; nil if the log is not shared. It changes in a transaction, together
  /// with the snapshot.
  let shownFiles: Mutex<Fingerprint?>

  /// The reason why a start is not possible.
  package enum StartError: Error, Sendable {
    case store(StoreError)
    case themes(ThemeSet.LoadError)
    /// A channel shows a theme that is gone, and other channels may as well.
    case missing(theme: String, channel: String, others: Int)
    /// The replacement for such a theme is missing as well.
    case noReplacement(String, among: [String])
    /// The default theme is missing.
    case noDefault(String, among: [String])
    /// There is no theme at all.
    case empty
  }

  /// The number of the newest changes that a start reads into memory.
  static let tail = 10_000

  /// Opens the log, publishes the changes of documents, and applies the schedules that are due.
  package init(
    store: any ChangeStore, files: ThemeFiles, configuration: PublisherConfiguration
  ) throws(StartError) {
    self.store = store
    self.configuration = configuration
    let opened = try Self.stored { () throws(StoreError) in
      try store.open(knowing: nil, tail: Self.tail)
    }
    origin = opened.origin
    startedAt = store.time ?? configuration.clock()
    let themeSet: ThemeSet
    do throws(ThemeSet.LoadError) {
      themeSet = try ThemeSet(
        files: files, uploads: opened.state.uploads.values, images: opened.state.imageDigests,
        by: configuration.pool)
    } catch { throw .themes(error) }
    lost = Self.lost(themeSet, opened.state, configuration)
    let fingerprint = store.fingerprint(of: files, configuration)
    shownFiles = Mutex(fingerprint)
    let absence = store.announce(fingerprint)
    // If other servers serve newer files, the themes that show may be missing here.
    if store.hasNewest(fingerprint) {
      try Self.check(lost, themeSet, configuration.missingThemePolicy)
      try Self.checkDefault(themeSet, opened.state, configuration)
    }
    let snapshot = Snapshot(themeSet: themeSet, opened: opened)
    current = Current(snapshot.with(etags: Self.etags(snapshot, configuration)))
    writeLock = Mutex(WriterState(position: opened.position))
    guard themeSet.defaultTheme(preferring: configuration.defaultTheme) != nil else { throw .empty }
    try Self.stored { () throws(StoreError) in
      do throws(StoreError) {
        if let absence { throw absence }
        try catchUp()
      } catch {
        guard error.mayPass else { throw error }
        // The server serves what it knows of the log until it can be written.
        fail(error)
      }
    }
  }

  /// Registers a closure that receives the channels of changes, each with its newest revision, once the changes are
  /// shown.
  package func onChange(_ wake: @escaping @Sendable (_ reached: [ReachedRevision]) -> Void) {
    observers.withLock { $0.hear = wake }
  }

  /// Registers a closure that receives the number of each read of a shared log that succeeded.
  package func onLook(_ looked: @escaping @Sendable (UInt64) -> Void) {
    observers.withLock { $0.looked = looked }
  }

  /// Registers a closure that wakes the maintenance thread, since a read is wanted or a schedule is new.
  package func onWork(_ wake: @escaping @Sendable () -> Void) {
    observers.withLock { $0.wakeMaintenance = wake }
  }

  /// Registers a closure that receives the head of the log when it continues under another epoch. The revisions that
  /// were announced before are of another log.
  package func onNewEpoch(_ wakeAll: @escaping @Sendable (_ head: UInt64) -> Void) {
    observers.withLock { $0.beginEpoch = wakeAll }
  }

  /// The reason for the new epoch of a log that was opened again; nil if another server began it.
  package var reasonOfEpoch: String? { renewal.withLock { $0 } }

  package var zones: Zones { configuration.zones }

  package func now() -> Timestamp { store.time ?? configuration.clock() }

  private static func stored<Value>(_ body: () throws(StoreError) -> Value) throws(StartError) -> Value {
    do { return try body() } catch { throw .store(error) }
  }

  /// Returns the channels whose theme is missing in a set of themes.
  /// - Parameter start: the settings of a start, whose default theme replaces the one of a channel that was never switched.
  static func lost(
    _ themeSet: ThemeSet, _ state: LogState, _ start: PublisherConfiguration? = nil
  ) -> [Activation] {
    let themes = themeSet.library.themes
    let hasDefault = start?.defaultTheme.map { themes[$0] != nil } ?? false
    return state.activations.values.filter { themes[$0.theme] == nil && !(hasDefault && $0.isDefault) }
      .sorted { $0.channel < $1.channel }
  }

  /// Throws if the default theme is missing, also among the uploads, unless another theme was chosen since.
  private static func checkDefault(
    _ themeSet: ThemeSet, _ state: LogState, _ configuration: PublisherConfiguration
  ) throws(StartError) {
    let names = themeSet.library.themes.keys
    guard let name = configuration.defaultTheme, configuration.missingThemePolicy != .leave, !names.isEmpty,
      !names.contains(name), state.activations["main"]?.isDefault ?? true
    else { return }
    throw .noDefault(name, among: Array(names))
  }

  private static func check(
    _ lost: [Activation], _ themeSet: ThemeSet, _ policy: MissingThemePolicy
  ) throws(StartError) {
    switch policy {
    case .leave: break
    case .replace(let name):
      guard themeSet.library.themes[name] == nil else { return }
      throw .noReplacement(name, among: themeSet.library.themes.keys)
    case .refuse:
      guard let first = lost.first else { return }
      throw .missing(theme: first.theme, channel: first.channel, others: lost.count - 1)
    }
  }
}

extension Publisher {
  /// Shows a snapshot that is durable, and announces its changes.
  /// - Parameter traces: of the requests that caused the changes, by revision.
  func show(_ next: Snapshot, announcing changes: [Change], in traces: [UInt64: TraceContext] = [:]) {
    let before = current.now
    guard next !== before else { return }
    let concernsDrafts = Self.concernsDrafts(next, before)
    let moment = concernsDrafts ? max(before.draftMoment + 1, next.state.head) : before.draftMoment
    current.swap(next.with(etags: etags(next, since: before), draftMoment: moment))
    var touched: [String: UInt64] = [:]
    for change in changes {
      for channel in change.channels { touched[channel] = change.revision }
    }
    if concernsDrafts { touched[Snapshot.everyDraft] = moment }
    announce(touched, head: changes.last?.revision, in: traces)
    if next.state.schedules != before.state.schedules { observers.withLock { $0 }.wakeMaintenance() }
  }

  /// Returns whether drafts have changed, or the themes that they may build on.
  private static func concernsDrafts(_ next: Snapshot, _ before: Snapshot) -> Bool {
    let (drafts, known) = (next.state.drafts, before.state.drafts)
    if drafts.isEmpty, known.isEmpty { return false }
    return next.state.head > before.state.head || next.themeSet !== before.themeSet
      || !drafts.changedKeys(since: known, where: ==).isEmpty
  }

  /// Shows a log that was opened again, perhaps another one, and notifies all clients.
  func show(reopened next: Snapshot) {
    let before = current.now
    let moment = max(before.draftMoment + 1, next.state.head)
    current.swap(next.with(etags: Self.etags(next, configuration), draftMoment: moment))
    let head = next.state.head
    guard next.cursor.epoch == before.cursor.epoch else {
      return observers.withLock { $0 }.beginEpoch(head)
    }
    let channels = next.state.activations.keys.map { ($0, head) } + [(Snapshot.everyDraft, moment)]
    announce(Dictionary(uniqueKeysWithValues: channels), head: head)
  }

  private func announce(_ channels: [String: UInt64], head: UInt64?, in traces: [UInt64: TraceContext] = [:])
  {
    var reached = channels.map { ReachedRevision(channel: $0, revision: $1, trace: traces[$1]) }
    if let head { reached.append(ReachedRevision(channel: Snapshot.everyChannel, revision: head)) }
    if !reached.isEmpty { observers.withLock { $0 }.hear(reached) }
  }

  /// Returns the entity tags of the themes that show. Only themes that changed, and channels that show another one, are
  /// looked at.
  private func etags(_ next: Snapshot, since before: Snapshot) -> PersistentMap<String, String> {
    let (shown, digests) = (next.state.activations, next.state.digests)
    var themes = shown.changedKeys(since: before.state.activations) { $0.theme == $1.theme }
      .compactMap { shown[$0]?.theme }
    if next.themeSet !== before.themeSet {
      themes += next.themeSet.changes(from: before.themeSet).filter { digests[$0] != nil }
    }
    var etags = next.etags
    for theme in themes where etags[theme] == nil { etags[theme] = configuration.etag(next.themeSet, theme) }
    return etags
  }

  private static func etags(
    _ snapshot: Snapshot, _ configuration: PublisherConfiguration
  ) -> PersistentMap<String, String> {
    let themes = Array(Set(snapshot.state.activations.values.map(\.theme)))
    let etags = configuration.pool.map(themes) {
      snapshot.etags[$0] ?? configuration.etag(snapshot.themeSet, $0)
    }
    return PersistentMap(zip(themes, etags).compactMap { theme, etag in etag.map { (theme, $0) } })
  }
}

/// The receivers of announcements. They are members of a struct: a closure that is itself the value of a Mutex grows
/// by a layer at each access.
struct PublisherObservers: Sendable {
  var hear: @Sendable (_ reached: [ReachedRevision]) -> Void = { _ in }
  var beginEpoch: @Sendable (_ head: UInt64) -> Void = { _ in }
  var looked: @Sendable (_ number: UInt64) -> Void = { _ in }
  var wakeMaintenance: @Sendable () -> Void = {}
}

/// The settings of the publisher.
package struct PublisherConfiguration: Sendable {
  /// The theme of channels for which no theme was chosen.
  package var defaultTheme: String?
  package var missingThemePolicy = MissingThemePolicy.refuse
  package var retention: Retention
  /// The threads that read all documents at the start.
  package var pool: WorkerPool
  package var clock: @Sendable () -> Timestamp
  package var zones: Zones
  /// Returns the entity tag of a theme's default representation.
  package var etag: @Sendable (ThemeSet, String) -> String?

  package init(
    defaultTheme: String? = nil, retention: Retention = Retention(), pool: WorkerPool = .caller,
    clock: @escaping @Sendable () -> Timestamp, zones: Zones = .none,
    etag: @escaping @Sendable (ThemeSet, String) -> String? = { _, _ in nil }
  ) {
    (self.defaultTheme, self.retention, self.pool, self.clock) = (defaultTheme, retention, pool, clock)
    (self.zones, self.etag) = (zones, etag)
  }
}

/// The effect of channels whose theme is gone on a start.
package enum MissingThemePolicy: Sendable, Hashable {
  /// The start fails, so that clients do not change by mistake.
  case refuse
  /// The channels show this theme instead.
  case replace(by: String)
  /// The channels stay as they are, for a command that is about to switch one of them. Nothing is served so.
  case leave
}
