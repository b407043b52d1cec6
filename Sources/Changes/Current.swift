internal import Synchronization
internal import Themes

/// What is served at this moment: swapped whole, so that a request sees one state from its first look to its last.
package final class Current: Sendable {
  private let snapshot: Mutex<Snapshot>

  package init(_ snapshot: Snapshot) { self.snapshot = Mutex(snapshot) }

  package var now: Snapshot { snapshot.withLock { $0 } }

  func swap(_ next: Snapshot) { snapshot.withLock { $0 = next } }
}

/// One state of everything that is served.
package final class Snapshot: Sendable {
  package let themeSet: ThemeSet
  package let state: LogState
  package let log: ChangeLog
  /// The entity tag of the default representation of each theme that shows somewhere.
  package let etags: [String: String]
  package let trouble: Trouble?
  private let knownShowings = Mutex<[String: [String]]?>(nil)

  /// Writes are refused; reads go on.
  package struct Trouble: Sendable, Hashable {
    package let since: Timestamp
    package let error: StoreError
  }

  package init(
    themeSet: ThemeSet, state: LogState, log: ChangeLog, etags: [String: String] = [:],
    trouble: Trouble? = nil
  ) {
    self.themeSet = themeSet
    self.state = state
    self.log = log
    self.etags = etags
    self.trouble = trouble
  }

  package var cursor: Cursor { state.cursor }

  /// What a log says when it is opened.
  convenience init(themeSet: ThemeSet, opened: OpenedLog) {
    let state = opened.state
    let log = ChangeLog(epoch: state.epoch, floor: state.floor, head: state.head, tail: opened.tail)
    self.init(themeSet: themeSet, state: state, log: log)
  }

  /// The same with other news of the store.
  func with(_ trouble: Trouble?) -> Snapshot {
    Snapshot(themeSet: themeSet, state: state, log: log, etags: etags, trouble: trouble)
  }

  func with(etags: [String: String]) -> Snapshot {
    Snapshot(themeSet: themeSet, state: state, log: log, etags: etags, trouble: trouble)
  }

  func forgetting(below floor: UInt64) -> Snapshot {
    var (state, log) = (state, log)
    state.forget(below: floor)
    log.forget(below: floor)
    return Snapshot(themeSet: themeSet, state: state, log: log, etags: etags, trouble: trouble)
  }

  /// What is active in a channel; nil for a channel that does not exist.
  package func activation(of channel: String) -> Activation? { state.activations[channel] }

  /// The channels that show each theme, for those that show somewhere; found out when it is first asked for.
  package var showings: [String: [String]] {
    knownShowings.withLock { known in
      if let known { return known }
      var found: [String: [String]] = [:]
      for (channel, activation) in state.activations { found[activation.theme, default: []].append(channel) }
      known = found
      return found
    }
  }

  /// Whether a theme is served here as the log has it. Where others serve other files it may not be there, or its upload
  /// may not fit those here.
  package func isHere(_ theme: String) -> Bool {
    themeSet.library.themes[theme] != nil && themeSet.serves(state.uploads[theme], as: theme)
  }

  /// A channel whose theme is not here; nil where all are.
  package var unserved: Activation? { state.activations.values.first { !isHere($0.theme) } }

  /// The newest revision that concerns a channel, or anything at all.
  package func latest(in channel: String) -> UInt64 {
    channel == Self.everyChannel ? state.head : state.activations[channel]?.latest ?? 0
  }

  /// No channel's name: what every change concerns.
  package static let everyChannel = "*"
}
