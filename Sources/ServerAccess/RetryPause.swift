package import Bindings

/// The pauses between retries, as in docs/clients.md: a random part of the time since the first failure. A
/// client is back before the failure has lasted twice as long, and no two clients retry in step.
package struct RetryPause: Sendable {
  private var began: MonotonicTime?
  /// The time of the first success since then.
  private var recovered: MonotonicTime?

  package init() {}

  package mutating func next(
    at now: MonotonicTime = .now, using random: inout some RandomNumberGenerator
  ) -> Duration {
    if let recovered, now - recovered > Self.relapse { began = nil }
    recovered = nil
    let start = began ?? now
    began = start
    return min(max(now - start, Self.least), Self.most) * Double.random(in: 0.3...1, using: &random)
  }

  /// Returns the pause after a response with `Retry-After`, which is never shorter than the server asked for.
  package mutating func next(
    atLeast requested: Duration, at now: MonotonicTime = .now, using random: inout some RandomNumberGenerator
  ) -> Duration {
    let own = next(at: now, using: &random)
    return requested > .zero
      ? min(requested, Self.longest) * Double.random(in: 1...1.25, using: &random) : own
  }

  /// Suspends the calling thread for the pause after such a response.
  package mutating func wait(atLeast requested: Duration = .zero) {
    var random = SystemRandomNumberGenerator()
    SystemThread.sleep(for: next(atLeast: requested, using: &random))
  }

  /// Notes that a request succeeded.
  package mutating func recover(at now: MonotonicTime = .now) { recovered = recovered ?? now }

  private static let least = Duration.milliseconds(500)
  private static let most = Duration.seconds(30)
  /// A failure within this time after a success counts as the same failure.
  private static let relapse = Duration.seconds(1)
  private static let longest = Duration.seconds(86_400)
}
