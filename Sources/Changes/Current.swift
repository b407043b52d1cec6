package import Documents
internal import Synchronization
internal import Themes

/// The snapshot that is served now. It is swapped as a whole, so that a request sees one state from beginning to end.
package final class Current: Sendable {
  private let snapshot: Mutex<Snapshot>
  private let swaps = Atomic<UInt64>(1)

  package init(_ snapshot: Snapshot) { self.snapshot = Mutex(snapshot) }

  package var now: Snapshot { snapshot.withLock { $0 } }

  /// The number of snapshots so far: while it is the same, so is the snapshot.
  package var version: UInt64 { swaps.load(ordering: .acquiring) }

  func swap(_ next: Snapshot) {
    snapshot.withLock { $0 = next }
    swaps.add(1, ordering: .releasing)
  }
}

/// A state of everything that is served.
package final class Snapshot: Sendable {
  package let themeSet: ThemeSet
  package let state: LogState
  package let log: ChangeLog
  /// The entity tags of the default representations of at least the themes that channels show.
  package let etags: PersistentMap<String, String>
  package let trouble: Trouble?
  /// A number that rises when drafts, or what they lead to, may have changed. It is never below the revision.
  package let draftMoment: UInt64
  private let knownShowings = Mutex<[String: [String]]?>(nil)
  private let knownHidden = Mutex<[HiddenFile]?>(nil)

  /// The reason why writes are refused; reads continue.
  package struct Trouble: Sendable, Hashable {
    package let since: Timestamp
    package let error: StoreError
  }

  package init(
    themeSet: ThemeSet, state: LogState, log: ChangeLog, etags: PersistentMap<String, String> = [:],
    trouble: Trouble? = nil, draftMoment: UInt64 = 0
  ) {
    (self.themeSet, self.state, self.log, self.etags) = (themeSet, state, log, etags)
    self.trouble = trouble
    self.draftMoment = max(draftMoment, state.head)
  }

  package var cursor: Cursor { state.cursor }

  /// Creates the snapshot of a log that was just opened.
  convenience init(themeSet: ThemeSet, opened: OpenedLog) {
    let state = opened.state
    let log = ChangeLog(epoch: state.epoch, floor: state.floor, head: state.head, tail: opened.tail)
    self.init(themeSet: themeSet, state: state, log: log)
  }

  /// Returns the snapshot with another state of the store.
  func with(_ trouble: Trouble?) -> Snapshot {
    Snapshot(
      themeSet: themeSet, state: state, log: log, etags: etags, trouble: trouble, draftMoment: draftMoment)
  }

  func with(etags: PersistentMap<String, String>, draftMoment: UInt64 = 0) -> Snapshot {
    Snapshot(
      themeSet: themeSet, state: state, log: log, etags: etags, trouble: trouble, draftMoment: draftMoment)
  }

  func forgetting(below floor: UInt64) -> Snapshot {
    var (state, log) = (state, log)
    state.forget(below: floor)
    log.forget(below: floor)
    return Snapshot(
      themeSet: themeSet, state: state, log: log, etags: etags, trouble: trouble, draftMoment: draftMoment)
  }

  /// Returns the active theme of a channel; nil if there is no such channel.
  package func activation(of channel: String) -> Activation? { state.activations[channel] }

  /// The channels that show each theme. Computed at the first access.
  package var showings: [String: [String]] {
    knownShowings.withLock { known in
      if let known { return known }
      var found: [String: [String]] = [:]
      for (channel, activation) in state.activations { found[activation.theme, default: []].append(channel) }
      known = found
      return found
    }
  }

  /// The files of the config folder that uploads hide. Computed at the first access.
  package var hiddenFiles: [HiddenFile] {
    knownHidden.withLock { known in
      let files = known ?? themeSet.files(hiddenBy: state)
      known = files
      return files
    }
  }

  /// Returns whether this server serves a theme as the log has it. If other servers serve other files, the theme may
  /// be missing here, or its upload may not fit these files.
  package func isHere(_ theme: String) -> Bool {
    themeSet.library.themes[theme] != nil && themeSet.serves(state.uploads[theme], as: theme)
  }

  /// A channel whose theme is missing here; nil if there is none.
  package var unserved: Activation? { state.activations.values.first { !isHere($0.theme) } }

  /// Returns the number that a client knows if it waits for a change of a channel, or of drafts.
  package func known(in channel: String) -> UInt64 {
    channel == Self.everyDraft ? draftMoment : state.head
  }

  /// The name for all channels together. No channel has it.
  package static let everyChannel = "*"

  /// The name for all drafts, under which clients wait for them and for the themes that they build on. No channel has it.
  package static let everyDraft = "*drafts"
}
