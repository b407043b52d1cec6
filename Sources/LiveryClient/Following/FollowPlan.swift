import Foundation

/// The protocol of docs/clients.md as a value: what a client knows, and its next step. It has no clock, no network and no lock.
struct FollowPlan: Sendable {
  struct Followed: Sendable {
    var listeners = 1
    var theme: Theme?
    var tag: String?
    /// The server's cursor at the last check of this trait set; nil if it must be checked.
    var cursor: String?
  }

  private(set) var followed: [[String: String]: Followed] = [:]
  /// The trait sets in the order of their requests, the one on screen last.
  private var order: [[String: String]] = []
  /// The cursor of the server's last response.
  private var cursor: String?
  private var backoff = Backoff()
  private var quiet: (until: TimeInterval, canBeCut: Bool)?
  /// `offline` or `refused` after a failed request.
  private var trouble: LiveryState?
  /// The number of consecutive responses that came immediately.
  private var hasty = 0
  private(set) var isSuspended = false
  private let wait: Int

  init(wait: Int) { self.wait = wait }

  func state(of traits: [String: String]) -> LiveryState {
    guard let one = followed[traits] else { return .loading }
    if let trouble { return trouble }
    return one.theme == nil ? .loading : one.cursor == nil && one.theme?.isKept == true ? .kept : .live
  }

  /// Adds a listener.
  /// - Returns: Whether the trait set is new.
  mutating func add(_ traits: [String: String]) -> Bool {
    followed[traits]?.listeners += 1
    let isNew = followed[traits] == nil
    if isNew { followed[traits] = Followed() }
    show(traits)
    return isNew
  }

  mutating func put(_ theme: Theme, _ tag: String, for traits: [String: String]) {
    followed[traits]?.theme = theme
    followed[traits]?.tag = tag
  }

  /// Removes a listener.
  /// - Returns: Whether the trait set has no listeners left.
  mutating func remove(_ traits: [String: String]) -> Bool {
    guard let one = followed[traits] else { return false }
    guard one.listeners == 1 else {
      followed[traits]?.listeners -= 1
      return false
    }
    followed[traits] = nil
    order.removeAll { $0 == traits }
    // The rate at which listeners come and go is the app's, not the server's.
    if followed.isEmpty { hasty = 0 }
    return true
  }

  /// Marks the trait set on screen: the client waits for its changes.
  mutating func show(_ traits: [String: String]) {
    guard followed[traits] != nil else { return }
    order.removeAll { $0 == traits }
    order.append(traits)
  }

  mutating func suspend() { isSuspended = true }

  mutating func resume() {
    isSuspended = false
    refresh()
  }

  /// Cancels the pause, unless the server named its end.
  mutating func refresh() {
    if quiet?.canBeCut == true { quiet = nil }
    if let shown = order.last { followed[shown]?.cursor = nil }
  }

  /// Returns the next step. The trait set on screen is checked first, then the trait sets that may have changed;
  /// then the client waits for the one on screen.
  func next(at now: TimeInterval) -> FollowStep {
    guard !isSuspended, let shown = order.last else { return .nothing }
    if let quiet, quiet.until > now { return .pause(quiet.until - now) }
    let due = order.reversed().first { followed[$0]?.cursor == nil || followed[$0]?.cursor != cursor }
    let traits = due ?? shown
    return .request(PlannedRequest(traits: traits, tag: followed[traits]?.tag, waits: due == nil))
  }

  /// Updates the plan with a response.
  /// - Returns: Whether there is a new theme to publish and to store.
  mutating func take(
    _ answer: ThemeAnswer, to planned: PlannedRequest, asked: TimeInterval, at now: TimeInterval,
    using random: inout some RandomNumberGenerator
  ) -> Bool {
    quiet = nil
    switch answer {
    case .theme(let theme, let tag, _, let cursor):
      let isSame = followed[planned.traits]?.tag == tag
      check(planned.traits, at: cursor ?? tag, now)
      guard !isSame else {
        poll(now, &random)
        return false
      }
      slowDown(asked, now, &random)
      put(theme, tag, for: planned.traits)
      return true
    case .unchanged(let didWait, let cursor):
      check(planned.traits, at: cursor ?? planned.tag, now)
      if planned.waits, !didWait, now - asked < TimeInterval(wait) / 2 {
        poll(now, &random)
      } else {
        slowDown(asked, now, &random)
      }
    case .busy(let seconds):
      fail(.offline)
      let seconds = min(max(seconds, 0), Self.longestQuiet)
      quiet = (now + seconds * .random(in: 1...1.25, using: &random), false)
    case .refused:
      fail(.refused)
      quiet = (now + Self.quietWhenRefused, true)
    case .trouble, .unreadable:
      fail(.offline)
      quiet = (now + backoff.pause(at: now, using: &random), true)
    }
    return false
  }

  private mutating func check(_ traits: [String: String], at cursor: String?, _ now: TimeInterval) {
    trouble = nil
    backoff.recover(at: now)
    self.cursor = cursor ?? ""
    followed[traits]?.cursor = cursor ?? ""
  }

  private mutating func fail(_ state: LiveryState) {
    trouble = state
    hasty = 0
    if let shown = order.last { followed[shown]?.cursor = nil }
  }

  /// The server, or a proxy, does not hold requests, so the client polls.
  private mutating func poll(_ now: TimeInterval, _ random: inout some RandomNumberGenerator) {
    quiet = (now + .random(in: 12...18, using: &random), true)
  }

  /// A server that answers every request immediately must not receive requests without end.
  private mutating func slowDown(
    _ asked: TimeInterval, _ now: TimeInterval, _ random: inout some RandomNumberGenerator
  ) {
    hasty = now - asked < Self.held ? hasty + 1 : 0
    if hasty > Self.mostHasty { quiet = (now + .random(in: 0.5...1, using: &random), true) }
  }

  private static let quietWhenRefused: TimeInterval = 60
  private static let longestQuiet: TimeInterval = 86_400
  /// A request that lasted this long was held by the server.
  private static let held: TimeInterval = 1
  private static let mostHasty = 10
}

enum FollowStep: Sendable, Hashable {
  /// There are no listeners, or the app is in the background.
  case nothing
  case pause(TimeInterval)
  case request(PlannedRequest)
}

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
