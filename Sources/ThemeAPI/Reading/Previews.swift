package import Changes
internal import Documents
internal import Renderings
internal import Synchronization
internal import Themes

/// A draft as if it were published, compiled among the themes of one moment.
final class Preview: Sendable {
  private let draft: Draft
  private let base: ThemeSet
  private let themeSet: Result<ThemeSet, ThemeSet.LoadError>
  /// The entity tags of the default representations of the draft's theme, and of the themes that show and build on it.
  private let etags: [String: String]
  /// The themes that the draft changes.
  private let changed: [String]
  /// The bytes that were rendered of it. They go with it.
  let representations: RepresentationCache

  /// The size of all its renderings, in bytes.
  private static let cacheLimit = 4 << 20

  init(_ draft: Draft, in snapshot: Snapshot, origin: String) {
    let base = snapshot.themeSet
    let themeSet = Result { () throws(ThemeSet.LoadError) in
      try base.adding(draft.upload, images: draft.images, query: "?draft=\(draft.key)")
    }
    let next = try? themeSet.get()
    let changed = next?.changes(from: base) ?? []
    var etags: [String: String] = [:]
    for name in [draft.name] + changed where name == draft.name || snapshot.etags[name] != nil {
      etags[name] = next.flatMap { DefaultTag.of(theme: name, in: $0, origin: origin) }
    }
    (self.draft, self.base, self.themeSet, self.etags, self.changed) = (draft, base, themeSet, etags, changed)
    representations = RepresentationCache(limit: Self.cacheLimit)
  }

  /// Indicates whether a draft would look like this among the themes of a snapshot.
  func isValid(for draft: Draft, in snapshot: Snapshot) -> Bool {
    draft.digest == self.draft.digest && draft.upload.file == self.draft.upload.file
      && base === snapshot.themeSet && changed.allSatisfy { snapshot.etags[$0] == nil || etags[$0] != nil }
  }

  /// Returns a snapshot in which the draft is published. Throws if it has errors.
  func snapshot(of present: Snapshot) throws(ThemeSet.LoadError) -> Snapshot {
    let themeSet = try themeSet.get()
    var (state, tags) = (present.state, present.etags)
    state.absorb([LogState.Row.upload(draft.upload)] + draft.images.map { .image($0) })
    for (theme, tag) in etags { tags[theme] = tag }
    return Snapshot(
      themeSet: themeSet, state: state, log: present.log, etags: tags, draftMoment: present.draftMoment)
  }
}

/// The previews of the drafts that clients look at. Each is compiled once, beside the workers, and kept while it is used.
package final class Previews: Sendable {
  private struct Known: Sendable {
    let preview: Preview
    var usedAt: Timestamp
  }

  private struct Table: Sendable {
    var known: [String: Known] = [:]
    /// The themes for which previews are being compiled, by the names under which clients wait for them.
    var underWay: [String: ThemeSet] = [:]
  }

  private let table = Mutex(Table())
  /// The number of drafts that are kept compiled.
  private static let limit = 16
  /// The time in milliseconds after which a preview is not in use: longer than clients wait for a change.
  private static let idleTime: Int64 = 90_000

  package init() {}

  /// Returns the preview of a draft, or nil if it has yet to be compiled.
  func preview(of draft: Draft, in snapshot: Snapshot, at now: Timestamp) -> Preview? {
    table.withLock { table in
      guard let known = table.known[draft.id], known.preview.isValid(for: draft, in: snapshot) else {
        return nil
      }
      table.known[draft.id]?.usedAt = now
      return known.preview
    }
  }

  func compile(_ draft: Draft, in snapshot: Snapshot, _ services: Services) {
    let known = Known(
      preview: Preview(draft, in: snapshot, origin: services.publicURL), usedAt: services.clock())
    // The replaced previews are freed after the lock is released.
    let gone = table.withLock { table in
      let before = table.known.updateValue(known, forKey: draft.id)
      let oldest = table.known.min { $0.value.usedAt < $1.value.usedAt }?.key
      let excess =
        table.known.count > Self.limit ? oldest.flatMap { table.known.removeValue(forKey: $0) } : nil
      return [before, excess]
    }
    withExtendedLifetime(gone) {}
  }

  /// Compiles a draft beside the workers, and then wakes the clients that wait for it, unless that is under way.
  /// - Returns: the name under which to wait, or nil if too much is waiting already.
  func compileInBackground(_ draft: Draft, for call: Call, isAwaited: Bool) -> String? {
    let (snapshot, services) = (call.snapshot, call.services)
    guard let background = services.background else { return nil }
    // The name of a channel contains no blank.
    let name = "draft \(draft.id) \(draft.digest)"
    let turn = Outcome.Turn(of: IPAddress.client(at: call.client), for: .rendering, isAwaited: isAwaited)
    let isWanted = table.withLock { table in
      if table.underWay[name] === snapshot.themeSet { return true }
      let isQueued = background.submit(turn) { [self] in
        if preview(of: draft, in: snapshot, at: services.clock()) == nil {
          compile(draft, in: snapshot, services)
        }
        self.table.withLock { if $0.underWay[name] === snapshot.themeSet { $0.underWay[name] = nil } }
        background.wake(name)
      }
      if isQueued { table.underWay[name] = snapshot.themeSet }
      return isQueued || table.underWay[name] != nil
    }
    return isWanted ? name : nil
  }

  /// Frees the previews of drafts that have ended or differ now, and those that nobody uses; call it about once a second.
  package func prune(in snapshot: Snapshot, at now: Timestamp) {
    let gone = table.withLock { table in
      let unused = table.known.filter { id, known in
        guard case .present(let draft)? = snapshot.state.draft(id, at: now) else { return true }
        return now.milliseconds - known.usedAt.milliseconds > Self.idleTime
          || !known.preview.isValid(for: draft, in: snapshot)
      }
      for id in unused.keys { table.known[id] = nil }
      return unused
    }
    withExtendedLifetime(gone) {}
  }
}
