import Foundation

/// What a client knows and does next: docs/clients.md as a value. It has no clock, no network and no lock.
struct FollowPlan: Sendable {
  /// A trait set that somebody listens to.
  struct Followed: Sendable {
    var listeners = 1
    var theme: Theme?
    var tag: String?
    /// Where the server's log stood when this was last checked; nil when it is to be checked.
    var cursor: String?
  }

  private(set) var followed: [[String: String]: Followed] = [:]
  /// The trait sets in the order in which they were asked for, the one on screen last.
  private var order: [[String: String]] = []
  /// Where the server's log stood at its last answer.
  private var cursor: String?
  private var backoff = Backoff()
  private var quiet: (until: TimeInterval, canBeCut: Bool)?
  /// `offline` or `refused` where the last answer was no good.
  private var trouble: LiveryState?
  /// How many answers in a row came at once.
  private var hasty = 0
  private(set) var isSuspended = false
  private let wait: Int

  init(wait: Int) { self.wait = wait }

  func state(of traits: [String: String]) -> LiveryState {
    guard let one = followed[traits] else { return .loading }
    if let trouble { return trouble }
    return one.theme == nil ? .loading : one.cursor == nil && one.theme?.isKept == true ? .kept : .live
  }

  /// - Returns: Whether this trait set is new here.
  mutating func add(_ traits: [String: String]) -> Bool {
    followed[traits]?.listeners += 1
    let isNew = followed[traits] == nil
    if isNew { followed[traits] = Followed() }
    show(traits)
    return isNew
  }

  mutating func put(_ theme: Theme, _ tag: String, kept traits: [String: String]) {
    followed[traits]?.theme = theme
    followed[traits]?.tag = tag
  }

  /// - Returns: Whether nobody listens to this trait set any more.
  mutating func remove(_ traits: [String: String]) -> Bool {
    guard let one = followed[traits] else { return false }
    guard one.listeners == 1 else {
      followed[traits]?.listeners -= 1
      return false
    }
    followed[traits] = nil
    order.removeAll { $0 == traits }
    // What comes and goes is the app's pace, not the server's.
    if followed.isEmpty { hasty = 0 }
    return true
  }

  /// The trait set that is on screen is the one that is waited for.
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

  /// Asks at once, unless the server has said when.
  mutating func refresh() {
    if quiet?.canBeCut == true { quiet = nil }
    if let shown = order.last { followed[shown]?.cursor = nil }
  }

  /// The one on screen is checked first, then those that may have changed, then the one on screen is waited for.
  func next(at now: TimeInterval) -> FollowStep {
    guard !isSuspended, let shown = order.last else { return .nothing }
    if let quiet, quiet.until > now { return .pause(quiet.until - now) }
    let due = order.reversed().first { followed[$0]?.cursor == nil || followed[$0]?.cursor != cursor }
    let traits = due ?? shown
    return .ask(ThemeQuestion(traits: traits, tag: followed[traits]?.tag, waits: due == nil))
  }

  /// - Returns: Whether there is a theme to tell and to keep.
  mutating func take(
    _ answer: ThemeAnswer, to question: ThemeQuestion, asked: TimeInterval, at now: TimeInterval,
    using random: inout some RandomNumberGenerator
  ) -> Bool {
    quiet = nil
    switch answer {
    case .theme(let theme, let tag, _, let cursor):
      return take(theme, tag, cursor, to: question, asked, now, &random)
    case .unchanged(let didWait, let cursor):
      check(question.traits, at: cursor ?? question.tag, now)
      if question.waits, !didWait, now - asked < TimeInterval(wait) / 2 {
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

  private mutating func take(
    _ theme: Theme, _ tag: String, _ cursor: String?, to question: ThemeQuestion, _ asked: TimeInterval,
    _ now: TimeInterval, _ random: inout some RandomNumberGenerator
  ) -> Bool {
    let isSame = followed[question.traits]?.tag == tag
    check(question.traits, at: cursor ?? tag, now)
    if isSame { poll(now, &random) } else { slowDown(asked, now, &random) }
    guard !isSame else { return false }
    followed[question.traits]?.theme = theme
    followed[question.traits]?.tag = tag
    return true
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

  /// The server can't hold requests, or something between does not let it.
  private mutating func poll(_ now: TimeInterval, _ random: inout some RandomNumberGenerator) {
    quiet = (now + .random(in: 12...18, using: &random), true)
  }

  /// A server that answers everything at once is not asked without end.
  private mutating func slowDown(
    _ asked: TimeInterval, _ now: TimeInterval, _ random: inout some RandomNumberGenerator
  ) {
    hasty = now - asked < Self.held ? hasty + 1 : 0
    if hasty > Self.mostHasty { quiet = (now + .random(in: 0.5...1, using: &random), true) }
  }

  private static let quietWhenRefused: TimeInterval = 60
  private static let longestQuiet: TimeInterval = 86_400
  /// A request that lasted so long was held by the server.
  private static let held: TimeInterval = 1
  private static let mostHasty = 10
}
