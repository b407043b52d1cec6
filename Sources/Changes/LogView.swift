/// What somebody may see of the log.
package struct LogView: Sendable, Hashable {
  /// Of every channel, those that may be seen; nil for all.
  package let channels: Set<String>?
  /// Whether plans may be seen, changes that concern no channel, and who made a change with which note.
  package let isWhole: Bool

  package init(channels: Set<String>?, isWhole: Bool) {
    self.channels = channels
    self.isWhole = isWhole
  }

  package static let whole = LogView(channels: nil, isWhole: true)

  /// Whether a change may be seen by who looks at a channel, or at every one, and concerns that.
  package func shows(_ change: Change, in channel: String) -> Bool {
    guard isWhole || !change.isPlan else { return false }
    guard channel == Snapshot.everyChannel else { return change.channels.contains(channel) }
    if change.channels.isEmpty { return isWhole }
    guard let channels else { return true }
    return change.channels.contains(where: channels.contains)
  }
}

extension Change {
  /// Whether it is about what is to come.
  fileprivate var isPlan: Bool { kind == .scheduled || kind == .unscheduled }
}
