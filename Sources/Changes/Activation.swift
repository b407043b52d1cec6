/// The theme that is active in a channel.
package struct Activation: Sendable, Hashable {
  package let channel: String
  package var theme: String
  package var previous: String?
  /// The change that made it active; 0 if nothing was ever switched.
  package var revision: UInt64
  /// The newest change that concerns the channel in any way.
  package var latest: UInt64
  package var at: Timestamp
  package var by: String
  package var note: String?
  /// The theme that shows while no schedule runs: the last one that was chosen by hand.
  package var base: String
  /// Indicates whether the channel follows the settings because no theme was chosen.
  package var isDefault: Bool

  package init(
    channel: String, theme: String, previous: String? = nil, revision: UInt64, latest: UInt64,
    at: Timestamp, by: String, note: String? = nil, base: String, isDefault: Bool = false
  ) {
    (self.channel, self.theme, self.previous, self.revision) = (channel, theme, previous, revision)
    (self.latest, self.at, self.by, self.note, self.base) = (latest, at, by, note, base)
    self.isDefault = isDefault
  }
}
