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
  package let ledger: Ledger
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
    themeSet: ThemeSet, ledger: Ledger, log: ChangeLog, etags: [String: String] = [:], trouble: Trouble? = nil
  ) {
    self.themeSet = themeSet
    self.ledger = ledger
    self.log = log
    self.etags = etags
    self.trouble = trouble
  }

  package var cursor: Cursor { ledger.cursor }

  /// What a log says when it is opened.
  convenience init(themeSet: ThemeSet, opened: OpenedLog) {
    let ledger = opened.ledger
    let log = ChangeLog(epoch: ledger.epoch, floor: ledger.floor, head: ledger.head, tail: opened.tail)
    self.init(themeSet: themeSet, ledger: ledger, log: log)
  }

  /// The same with other news of the store.
  func with(_ trouble: Trouble?) -> Snapshot {
    Snapshot(themeSet: themeSet, ledger: ledger, log: log, etags: etags, trouble: trouble)
  }

  func with(etags: [String: String]) -> Snapshot {
    Snapshot(themeSet: themeSet, ledger: ledger, log: log, etags: etags, trouble: trouble)
  }

  func forgetting(below floor: UInt64) -> Snapshot {
    var (ledger, log) = (ledger, log)
    ledger.forget(below: floor)
    log.forget(below: floor)
    return Snapshot(themeSet: themeSet, ledger: ledger, log: log, etags: etags, trouble: trouble)
  }

  /// What is active in a channel; nil for a channel that does not exist.
  package func activation(of channel: String) -> Activation? { ledger.activations[channel] }

  /// The channels that show each theme, for those that show somewhere; found out when it is first asked for.
  package var showings: [String: [String]] {
    knownShowings.withLock { known in
      if let known { return known }
      var found: [String: [String]] = [:]
      for (channel, activation) in ledger.activations { found[activation.theme, default: []].append(channel) }
      known = found
      return found
    }
  }

  /// Whether a theme is served here as the log has it. Where others serve other files it may not be there, or its upload
  /// may not fit those here.
  package func isHere(_ theme: String) -> Bool {
    themeSet.library.themes[theme] != nil && themeSet.serves(ledger.uploads[theme], as: theme)
  }

  /// A channel whose theme is not here; nil where all are.
  package var unserved: Activation? { ledger.activations.values.first { !isHere($0.theme) } }

  /// The newest revision that concerns a channel, or anything at all.
  package func latest(in channel: String) -> UInt64 {
    channel == Self.everyChannel ? ledger.head : ledger.activations[channel]?.latest ?? 0
  }

  /// No channel's name: what every change concerns.
  package static let everyChannel = "*"
}
