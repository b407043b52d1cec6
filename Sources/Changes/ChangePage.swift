/// As many of a channel's changes as one answer holds, folded as the mode says: no answer is large, however much there
/// is to tell. Of every channel they are not folded: the last change of one channel says nothing of another.
package struct ChangePage: Sendable, Hashable {
  /// In order.
  package private(set) var changes: [Change] = []
  /// Whether a change had no room: it is the first of the next page.
  package private(set) var isCut = false
  private let channel: String
  private let view: LogView
  private let mode: ChangeLog.Mode
  private let limit: Int
  private var room = Self.largest

  /// What the changes of a page take together, in bytes as they are written; one change alone may take more.
  private static let largest = 64 << 10

  /// - Parameter view: what may be seen.
  package init(of channel: String, view: LogView = .whole, mode: ChangeLog.Mode, limit: Int) {
    self.channel = channel
    self.view = view
    self.mode = channel == Snapshot.everyChannel ? .all : mode
    self.limit = limit
  }

  /// Takes the change that follows those before; false where it has no room.
  package mutating func take(_ change: Change) -> Bool {
    guard !isCut else { return false }
    guard view.shows(change, in: channel) else { return true }
    if mode == .latest {
      if changes.isEmpty || change.weight >= changes[0].weight { changes = [change] }
      return true
    }
    let cost = change.cost
    isCut = changes.count == limit || !changes.isEmpty && cost > room
    guard !isCut else { return false }
    changes.append(change)
    room -= cost
    return true
  }

  /// The cursor that the client goes on from.
  /// - Parameter end: where the log stood.
  package func cursor(upTo end: Cursor) -> Cursor {
    guard isCut, let last = changes.last else { return end }
    return Cursor(epoch: end.epoch, revision: last.revision)
  }
}

extension Change {
  /// Of several changes a client that wants the last one alone gets the last of those that weigh most.
  fileprivate var weight: Int {
    switch kind {
    case .activated: 2
    case .updated: 1
    case .removed, .scheduled, .unscheduled: 0
    }
  }

  /// Roughly what it takes when it is written, in bytes.
  fileprivate var cost: Int {
    let names = channels + (differences.map { $0.colors + $0.images + $0.rules } ?? [])
    let texts = [theme, previous ?? "", by, note ?? ""]
    return (names + texts).reduce(200) { $0 + $1.utf8.count + 12 }
  }
}
