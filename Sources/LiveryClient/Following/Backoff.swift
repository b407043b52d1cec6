import Foundation

/// How long to be quiet after trouble: a random part of the time that it lasts already.
///
/// Pauses grow with the outage, so a long one costs a server little, and whoever waited is back before it has
/// lasted twice as long; chance spreads them, so that they do not come back together.
package struct Backoff: Sendable {
  /// When the trouble began; nil where there is none.
  private var since: TimeInterval?
  /// When the first good answer came since.
  private var recovered: TimeInterval?

  package init() {}

  /// The pause after a request that failed now.
  package mutating func pause(
    at now: TimeInterval, using random: inout some RandomNumberGenerator
  ) -> TimeInterval {
    if let recovered, now - recovered > Self.relapse { since = nil }
    recovered = nil
    let began = since ?? now
    since = began
    let lasting = min(max(now - began, Self.least), Self.most)
    return lasting * .random(in: 0.3...1, using: &random)
  }

  /// A request went well.
  package mutating func recover(at now: TimeInterval) { recovered = recovered ?? now }

  private static let least: TimeInterval = 0.5
  private static let most: TimeInterval = 30
  /// Trouble that comes so soon after a good answer is the same trouble.
  private static let relapse: TimeInterval = 1
}
