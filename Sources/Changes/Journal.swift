internal import Synchronization
internal import Themes

/// The one way to change anything: takes drafts to the store, then shows and announces what came of them.
///
/// Writers take turns. What they do blocks, so none of it happens on a worker. A change is shown only when it is
/// durable, and announced only when it can be seen.
package final class Journal: Sendable {
  package let current: Current
  package let store: any ChangeStore
  let surroundings: Surroundings
  let turn = Mutex<Desk>(Desk())
  private let listener = Mutex(Listener { _, _ in })

  /// Whom changes are announced to. A closure that is itself the value behind a lock grows by a layer at each look,
  /// since it is handed out as another kind of function than it is kept as; one inside a struct does not.
  private struct Listener: Sendable {
    let hear: @Sendable (_ channel: String, _ revision: UInt64) -> Void
  }

  /// What the journal is told about the world.
  package struct Surroundings: Sendable {
    /// What shows where nobody has chosen.
    package var defaultTheme: String?
    package var retention: Retention
    package var clock: @Sendable () -> Timestamp
    /// The entity tag of a theme's default representation.
    package var etag: @Sendable (ThemeSet, String) -> String?

    package init(
      defaultTheme: String? = nil, retention: Retention = Retention(),
      clock: @escaping @Sendable () -> Timestamp,
      etag: @escaping @Sendable (ThemeSet, String) -> String? = { _, _ in nil }
    ) {
      self.defaultTheme = defaultTheme
      self.retention = retention
      self.clock = clock
      self.etag = etag
    }
  }

  /// Why a start is not possible.
  package enum Failure: Error, Sendable {
    case store(StoreError)
    case themes(ThemeSet.Rejected)
    /// A channel shows a theme that is no longer there.
    case missing(theme: String, channel: String)
    /// There is no theme at all.
    case empty
  }

  /// What the writer whose turn it is remembers between turns; only good for the set of themes it was made for.
  struct Desk: Sendable {
    var outlines: [String: Outline] = [:]
    var facts: [String: Draft.Facts] = [:]
  }

  /// Opens the log, catches up with what happened meanwhile: documents that changed, moments that were missed.
  package init(
    store: any ChangeStore, files: ThemeFiles, surroundings: Surroundings
  ) throws(Failure) {
    self.store = store
    self.surroundings = surroundings
    let (ledger, tail) = try Self.stored { () throws(StoreError) in try store.snapshot(tail: 10_000) }
    let themeSet: ThemeSet
    do throws(ThemeSet.Rejected) {
      themeSet = try ThemeSet(files: files, uploads: ledger.uploads.values)
    } catch { throw .themes(error) }
    if let lost = Self.lost(themeSet, ledger) { throw .missing(theme: lost.theme, channel: lost.channel) }
    let log = ChangeLog(epoch: ledger.epoch, floor: ledger.floor, head: ledger.head, tail: tail)
    current = Current(Snapshot(themeSet: themeSet, ledger: ledger, log: log))
    guard themeSet.defaultTheme(preferring: surroundings.defaultTheme) != nil else { throw .empty }
    try Self.stored { () throws(StoreError) in
      try turn.withLock { desk throws(StoreError) in try catchUp(&desk) }
    }
  }

  /// Called with a channel and its newest revision after each change that concerns it.
  package func onChange(_ wake: @escaping @Sendable (_ channel: String, _ revision: UInt64) -> Void) {
    listener.withLock { $0 = Listener(hear: wake) }
  }

  package func now() -> Timestamp { surroundings.clock() }

  static func stored<Value>(_ body: () throws(StoreError) -> Value) throws(Failure) -> Value {
    do { return try body() } catch { throw .store(error) }
  }

  static func lost(_ themeSet: ThemeSet, _ ledger: Ledger) -> Activation? {
    ledger.activations.values.sorted { $0.channel < $1.channel }
      .first { themeSet.library.themes[$0.theme] == nil && !$0.isDefault }
  }
}

/// Switches.
extension Journal {
  /// Publishes drafts that come out of `prepare`, with one commit. Preparing sees the state that they build on.
  package func publish(
    _ prepare: (_ snapshot: Snapshot, _ facts: (String) -> Draft.Facts) -> [Draft]
  ) throws(StoreError) -> [Result<Publication, Refused>] {
    try turn.withLock { desk throws(StoreError) in
      let snapshot = current.now
      var kept = desk
      let drafts = prepare(snapshot) { facts(of: $0, in: snapshot.themeSet, &kept) }
      desk = kept
      return try commit(drafts, themeSet: snapshot.themeSet)
    }
  }

  /// Makes drafts durable, then shows and announces what came of them.
  func commit(
    _ drafts: [Draft], themeSet: ThemeSet
  ) throws(StoreError) -> [Result<Publication, Refused>] {
    let before = current.now
    guard !drafts.isEmpty || themeSet !== before.themeSet else { return [] }
    let results: [Result<Publication, Refused>]
    do throws(StoreError) {
      results = try store.publish(drafts)
    } catch {
      fail(error)
      throw error
    }
    let isTaken = results.first.map {
      if case .success(let first) = $0 { first.replay == nil } else { false }
    }
    show(drafts, results, isTaken ?? true ? themeSet : before.themeSet, before)
    return results
  }

  /// Follows the ledger that the store now has by doing the same to this one.
  private func show(
    _ drafts: [Draft], _ results: [Result<Publication, Refused>], _ themeSet: ThemeSet, _ before: Snapshot
  ) {
    var ledger = before.ledger
    var log = before.log
    var touched: [String: UInt64] = [:]
    for (draft, result) in zip(drafts, results) {
      guard case .success(let publication) = result, publication.replay == nil else { continue }
      do { _ = try ledger.apply(draft) } catch { continue }
      log.append(publication.changes)
      for change in publication.changes {
        for channel in change.channels { touched[channel] = change.revision }
      }
    }
    current.swap(
      Snapshot(themeSet: themeSet, ledger: ledger, log: log, etags: etags(ledger, themeSet, drafts, before)))
    let listener = listener.withLock { $0 }
    for (channel, revision) in touched { listener.hear(channel, revision) }
    if ledger.head > before.ledger.head { listener.hear(Snapshot.everyChannel, ledger.head) }
  }

  private func etags(
    _ ledger: Ledger, _ themeSet: ThemeSet, _ drafts: [Draft], _ before: Snapshot
  ) -> [String: String] {
    var etags = themeSet === before.themeSet ? before.etags : [:]
    for theme in Set(ledger.activations.values.map(\.theme)) where etags[theme] == nil {
      etags[theme] = surroundings.etag(themeSet, theme)
    }
    return etags
  }

  func facts(of theme: String, in themeSet: ThemeSet, _ desk: inout Desk) -> Draft.Facts {
    if let known = desk.facts[theme] { return known }
    let chain = Outline.chain(of: theme, in: themeSet.library)
    let facts = Draft.Facts(
      name: theme, digest: outline(of: theme, in: themeSet, &desk).digest,
      transition: chain.last { $0.transition != nil }?.transition?.duration,
      etag: surroundings.etag(themeSet, theme))
    desk.facts[theme] = facts
    return facts
  }

  func outline(of theme: String, in themeSet: ThemeSet, _ desk: inout Desk) -> Outline {
    if let known = desk.outlines[theme] { return known }
    let outline = Outline(of: theme, in: themeSet.library)
    desk.outlines[theme] = outline
    return outline
  }
}
