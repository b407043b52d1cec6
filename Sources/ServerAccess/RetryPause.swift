package import Bindings

/// How long to be quiet after trouble, as docs/clients.md has it: a random part of the time that it lasts already, so
/// that whoever waited is back before it has lasted twice as long, and no two keep step.
package struct RetryPause: Sendable {
  private var began: MonotonicTime?
  /// When the first good answer came since.
  private var recovered: MonotonicTime?

  package init() {}

  /// The pause after a request that has failed.
  package mutating func next(
    at now: MonotonicTime = .now, using random: inout some RandomNumberGenerator
  ) -> Duration {
    if let recovered, now - recovered > Self.relapse { began = nil }
    recovered = nil
    let start = began ?? now
    began = start
    return min(max(now - start, Self.least), Self.most) * Double.random(in: 0.3...1, using: &random)
  }

  /// The pause after a request that the server told to come back later: never earlier.
  package mutating func next(
    atLeast told: Duration, at now: MonotonicTime = .now, using random: inout some RandomNumberGenerator
  ) -> Duration {
    let own = next(at: now, using: &random)
    return told > .zero ? min(told, Self.longest) * Double.random(in: 1...1.25, using: &random) : own
  }

  /// A request went well.
  package mutating func recover(at now: MonotonicTime = .now) { recovered = recovered ?? now }

  private static let least = Duration.milliseconds(500)
  private static let most = Duration.seconds(30)
  /// Trouble that comes so soon after a good answer is the same trouble.
  private static let relapse = Duration.seconds(1)
  private static let longest = Duration.seconds(86_400)
}
