internal import Synchronization
package import Themes

/// The one way to change anything: decides what drafts come to, has it kept, then shows and announces it.
///
/// Writers take turns. What they do blocks, so none of it happens on a worker. A change is shown only when it is
/// durable, and announced only when it can be seen. What others write into the same log goes the same way, from the
/// rows on.
package final class Publisher: Sendable {
  package let current: Current
  package let store: any ChangeStore
  /// What the log turned out to be at the start.
  package let origin: LogOrigin
  /// The channels whose theme was gone at the start, as they were.
  package let lost: [Activation]
  let configuration: PublisherConfiguration
  let writeLock: Mutex<WriterState>
  private let listener = Mutex(ChangeListener())
  let looks = Mutex(LookCount())
  /// Why the log went on under another epoch when it was opened last; nil where it did not, or others found out.
  let renewal = Mutex<String?>(nil)
  /// Whether what changed in the files before the start has been told.
  let isCaughtUp = Mutex(false)
  /// Of the files among what is shown; nil where nobody shares the log. It changes in a turn, with what is shown.
  let shownFiles: Mutex<Fingerprint?>

  /// Why a start is not possible.
  package enum StartError: Error, Sendable {
    case store(StoreError)
    case themes(ThemeSet.LoadError)
    /// A channel shows a theme that is no longer there, and perhaps others do.
    case missing(theme: String, channel: String, others: Int)
    /// What is to show in the place of such a theme is not there either.
    case noReplacement(String, among: [String])
    /// What is to show where nobody has chosen is not there.
    case noDefault(String, among: [String])
    /// There is no theme at all.
    case empty
  }

  /// How many of the newest changes are kept in memory from the start on.
  static let tail = 10_000

  /// Opens the log, catches up with what happened meanwhile: documents that changed, schedules that came due.
  package init(
    store: any ChangeStore, files: ThemeFiles, configuration: PublisherConfiguration
  ) throws(StartError) {
    self.store = store
    self.configuration = configuration
    let opened = try Self.stored { () throws(StoreError) in
      try store.open(knowing: nil, tail: Self.tail)
    }
    origin = opened.origin
    let themeSet: ThemeSet
    do throws(ThemeSet.LoadError) {
      themeSet = try ThemeSet(
        files: files, uploads: opened.state.uploads.values, images: opened.state.imageFingerprints,
        by: configuration.crew)
    } catch { throw .themes(error) }
    lost = Self.lost(themeSet, opened.state)
    let fingerprint = Self.fingerprint(of: files, for: store, configuration)
    shownFiles = Mutex(fingerprint)
    let absence = Self.announce(fingerprint, to: store)
    // Where others serve newer files, what shows need not be among those here.
    if store.hasNewest(fingerprint) {
      try Self.check(lost, themeSet, configuration.missingThemePolicy)
      try Self.checkDefault(themeSet, opened.state, configuration)
    }
    current = Current(Snapshot(themeSet: themeSet, opened: opened))
    writeLock = Mutex(WriterState(position: opened.position))
    guard themeSet.defaultTheme(preferring: configuration.defaultTheme) != nil else { throw .empty }
    try Self.stored { () throws(StoreError) in
      do throws(StoreError) {
        if let absence { throw absence }
        try catchUp()
      } catch {
        guard error.mayPass else { throw error }
        // What is known of the log is served until it can be written.
        fail(error)
      }
    }
  }

  /// Tells others of a shared log which files are served here.
  /// - Returns: what kept it from them: nobody knows whose files are the newest while the engine is away.
  private static func announce(_ files: Fingerprint?, to store: any ChangeStore) -> StoreError? {
    guard let files else { return nil }
    do throws(StoreError) {
      try store.serve(files: files)
      return nil
    } catch { return error }
  }

  /// What others who share the log tell files by; nil where nobody does. It is no work for a turn: all of them are gone
  /// through.
  func fingerprint(of files: ThemeFiles) -> Fingerprint? {
    Self.fingerprint(of: files, for: store, configuration)
  }

  private static func fingerprint(
    of files: ThemeFiles, for store: any ChangeStore, _ configuration: PublisherConfiguration
  ) -> Fingerprint? {
    store.isShared ? files.fingerprint(defaultTheme: configuration.defaultTheme) : nil
  }

  /// Called with all channels that changes concern, each with its newest revision, once they can be seen.
  package func onChange(_ wake: @escaping @Sendable (_ reached: [ReachedRevision]) -> Void) {
    listener.withLock { $0.hear = wake }
  }

  /// Called with the head of the log when it goes on under another epoch. Revisions that were announced before, and
  /// those that somebody waits for, are of another log.
  package func onNewEpoch(_ wakeAll: @escaping @Sendable (_ head: UInt64) -> Void) {
    listener.withLock { $0.beginEpoch = wakeAll }
  }

  /// Why the log has the epoch that it has since it was opened anew; nil where another server knows.
  package var reasonOfEpoch: String? { renewal.withLock { $0 } }

  package func now() -> Timestamp { store.time ?? configuration.clock() }

  private static func stored<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(StartError) -> Value {
    do { return try body() } catch { throw .store(error) }
  }

  /// The channels whose theme is not in these documents.
  static func lost(_ themeSet: ThemeSet, _ state: LogState) -> [Activation] {
    state.activations.values.filter { themeSet.library.themes[$0.theme] == nil && !$0.isDefault }
      .sorted { $0.channel < $1.channel }
  }

  /// The default theme may be one that was uploaded. Where somebody has chosen another since, it shows nowhere, and may be
  /// gone for good reason: then it keeps nobody from starting.
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

/// What everybody sees.
extension Publisher {
  /// Shows what is durable by now, and announces it.
  func show(_ next: Snapshot, announcing changes: [Change]) {
    let before = current.now
    guard next !== before else { return }
    current.swap(next.with(etags: etags(next, since: before, changes)))
    var touched: [String: UInt64] = [:]
    for change in changes {
      for channel in change.channels { touched[channel] = change.revision }
    }
    announce(touched, head: changes.last?.revision)
  }

  /// Shows a log that was read anew, perhaps another one, and calls everybody.
  func show(reopened next: Snapshot) {
    let before = current.now
    current.swap(next.with(etags: etags(next)))
    let head = next.state.head
    guard next.cursor.epoch == before.cursor.epoch else {
      return listener.withLock { $0 }.beginEpoch(head)
    }
    let channels = next.state.activations.keys.map { ($0, head) }
    announce(Dictionary(uniqueKeysWithValues: channels), head: head)
  }

  private func announce(_ channels: [String: UInt64], head: UInt64?) {
    let listener = listener.withLock { $0 }
    var reached = channels.map { ReachedRevision(channel: $0, revision: $1) }
    if let head { reached.append(ReachedRevision(channel: Snapshot.everyChannel, revision: head)) }
    if !reached.isEmpty { listener.hear(reached) }
  }

  /// The tags of what shows, those that are known taken over: only what has changed is looked at.
  private func etags(_ next: Snapshot, since before: Snapshot, _ changes: [Change]) -> [String: String] {
    guard next.themeSet === before.themeSet, !before.etags.isEmpty else { return etags(next) }
    var etags = next.etags
    for change in changes where change.kind == .activated && etags[change.theme] == nil {
      etags[change.theme] = configuration.etag(next.themeSet, change.theme)
    }
    return etags
  }

  private func etags(_ snapshot: Snapshot) -> [String: String] {
    var etags: [String: String] = [:]
    for theme in Set(snapshot.state.activations.values.map(\.theme)) {
      etags[theme] = snapshot.etags[theme] ?? configuration.etag(snapshot.themeSet, theme)
    }
    return etags
  }
}

/// Whom changes are announced to. A closure that is itself the value behind a lock grows by a layer at each look, since
/// it is handed out as another kind of function than it is kept as; one inside a struct does not.
private struct ChangeListener: Sendable {
  var hear: @Sendable (_ reached: [ReachedRevision]) -> Void = { _ in }
  var beginEpoch: @Sendable (_ head: UInt64) -> Void = { _ in }
}

/// What the publisher is told about the world.
package struct PublisherConfiguration: Sendable {
  /// What shows where nobody has chosen.
  package var defaultTheme: String?
  package var missingThemePolicy = MissingThemePolicy.refuse
  package var retention: Retention
  /// Who reads all documents at the start.
  package var crew: Crew
  package var clock: @Sendable () -> Timestamp
  /// The entity tag of a theme's default representation.
  package var etag: @Sendable (ThemeSet, String) -> String?

  package init(
    defaultTheme: String? = nil, retention: Retention = Retention(), crew: Crew = .alone,
    clock: @escaping @Sendable () -> Timestamp,
    etag: @escaping @Sendable (ThemeSet, String) -> String? = { _, _ in nil }
  ) {
    self.defaultTheme = defaultTheme
    self.retention = retention
    self.crew = crew
    self.clock = clock
    self.etag = etag
  }
}

/// What a start does about channels whose theme is in no document any more.
package enum MissingThemePolicy: Sendable, Hashable {
  /// It fails: what clients draw does not change by an oversight.
  case refuse
  /// From then on they show this theme.
  case replace(by: String)
  /// They stay as they are, for somebody who is about to switch one of them. Nothing is served so.
  case leave
}
