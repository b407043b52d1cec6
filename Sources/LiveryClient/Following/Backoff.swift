import Foundation

/// The pauses between retries: a random part of the time since the first failure.
///
/// The pauses grow with the outage, so a long one costs the server little. A client is back before the
/// outage has lasted twice as long, and randomness keeps clients from retrying together.
package struct Backoff: Sendable {
  private var since: TimeInterval?
  /// The time of the first success since then.
  private var recovered: TimeInterval?

  package init() {}

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

  /// Notes that a request succeeded.
  package mutating func recover(at now: TimeInterval) { recovered = recovered ?? now }

  private static let least: TimeInterval = 0.5
  private static let most: TimeInterval = 30
  /// A failure within this time after a success counts as the same failure.
  private static let relapse: TimeInterval = 1
}
