internal import Themes

/// Who asks or writes, by the token that came with the request, and which channels are theirs to change.
package struct Author: Sendable, Hashable {
  package let name: String
  /// Nil for all channels, and for what is not about a channel.
  package let channels: Set<String>?

  /// Whoever reads without a token.
  static let anyone = Author(name: "anyone", channels: [])

  /// The channels whose changes they may see among those of all channels; nil for every channel.
  var visibleChannels: Set<String>? { self == .anyone ? nil : channels }

  /// Refuses a channel that is not the author's.
  func check(channel: String) throws(Refusal) {
    guard let channels, !channels.contains(channel) else { return }
    let own = channels.sorted().map { "'\($0)'" }.joined(separator: ", ")
    throw Refusal(
      .forbidden,
      "The token '\(name)' is for \(own.isEmpty ? "no channel" : own), not for '\(channel.shown)'.")
  }

  /// Refuses what touches every channel.
  func checkAll(_ what: String) throws(Refusal) {
    guard let channels else { return }
    let own = channels.sorted().map { "'\($0)'" }.joined(separator: ", ")
    throw Refusal(
      .forbidden, "The token '\(name)' is for \(own) only; \(what) needs a token for all channels.")
  }
}
