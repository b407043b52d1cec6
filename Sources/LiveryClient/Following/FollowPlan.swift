import Foundation

/// The protocol of docs/clients.md as a value: what a client knows, and its next step. It has no clock, no network and no lock.
struct FollowPlan: Sendable {
  struct Followed: Sendable {
    var listeners = 1
    var theme: Theme?
    var tag: String?
    /// The server's cursor at the last check of this trait set; nil if it must be checked.
    var cursor: String?
    var refusal: Refusal?
    /// The URL at which to wait for a change; nil for the theme's own.
    var next: URL?
  }

  /// A theme that this client received and does not use. Its tag is sent with the reason, so that the server does not send it
  /// again.
  struct Refusal: Sendable {
    let tag: String
    let reason: String
    /// Indicates whether the body could not be read: perhaps a proxy damaged it, so it is requested again after each wait.
    let isUnreadable: Bool
    var isDue = false
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
  /// The number of those in a row that brought no other theme, where the server leads on.
  private var idle = 0
  private(set) var isSuspended = false
  private let wait: Int
  /// Indicates whether the client holds a request while nothing is due.
  private var holds: Bool
  /// The key of the draft that this plan previews.
  let draft: String?

  init(wait: Int, draft: String? = nil) {
    self.wait = wait
    self.draft = draft
    holds = wait > 0
  }

  /// Returns a plan for the same listeners that previews a draft.
  func previewing(_ draft: String) -> FollowPlan {
    var plan = FollowPlan(wait: wait, draft: draft)
    plan.followed = followed.mapValues { Followed(listeners: $0.listeners) }
    plan.order = order
    plan.isSuspended = isSuspended
    plan.holds = holds
    return plan
  }

  func state(of traits: [String: String]) -> LiveryState {
    guard let one = followed[traits] else { return .loading }
    if let trouble { return trouble }
    if one.refusal != nil { return .offline }
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

  mutating func put(_ theme: Theme, _ tag: String?, for traits: [String: String]) {
    followed[traits]?.theme = theme
    followed[traits]?.tag = tag
  }

  /// Refuses the theme on screen.
  /// - Parameter before: the theme before it, which is shown again.
  mutating func refuse(because reason: String, _ before: (theme: Theme, tag: String?)?) {
    guard let shown = order.last, let tag = followed[shown]?.refusal?.tag ?? followed[shown]?.tag else {
      return
    }
    let isFirst = followed[shown]?.refusal == nil
    followed[shown]?.refusal = Refusal(tag: tag, reason: Self.plain(reason), isUnreadable: false)
    guard isFirst else { return }
    followed[shown]?.theme = before?.theme
    followed[shown]?.tag = before?.tag
  }

  /// Returns a reason as a header may contain it: up to 100 visible characters of ASCII, and spaces.
  private static func plain(_ reason: String) -> String {
    let visible = reason.unicodeScalars.prefix(100).map { (" "..."~").contains($0) ? Character($0) : "?" }
    let text = String(visible).trimmingCharacters(in: .whitespaces)
    return text.isEmpty ? "no reason" : text
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

  /// The trait set on screen; nil without listeners.
  var shown: [String: String]? { order.last }

  mutating func suspend() { isSuspended = true }

  /// Sets whether requests are held, as the network and the settings permit.
  mutating func hold(_ holds: Bool) { self.holds = holds && wait > 0 }

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
    if due == nil, !holds { return .nothing }
    let traits = due ?? shown
    guard let refusal = followed[traits]?.refusal else {
      return .request(
        PlannedRequest(
          traits: traits, tag: followed[traits]?.tag, waits: due == nil, draft: draft,
          next: due == nil ? followed[traits]?.next : nil))
    }
    let (waits, isRead) = (due == nil && !refusal.isDue, refusal.isDue)
    return .request(
      PlannedRequest(
        traits: traits, tag: isRead ? nil : refusal.tag, waits: waits, refusal: waits ? refusal.reason : nil,
        draft: draft))
  }

  /// Updates the plan with a response.
  /// - Returns: Whether there is a new theme to publish.
  @discardableResult
  mutating func take(
    _ answer: ThemeAnswer, leadingTo next: URL? = nil, to planned: PlannedRequest, asked: TimeInterval,
    at now: TimeInterval, using random: inout some RandomNumberGenerator
  ) -> Bool {
    quiet = nil
    followed[planned.traits]?.next = next
    switch answer {
    case .theme(let theme, let tag, _, let cursor):
      return take(theme, tag, cursor, to: planned, asked: asked, at: now, using: &random)
    case .unchanged(let didWait, let cursor):
      check(planned.traits, at: cursor ?? planned.tag, now)
      if planned.waits { readAgain(planned.traits) }
      if planned.next != nil {
        goOn(from: planned, asked: asked, at: now, using: &random)
      } else if planned.waits, !didWait, next == nil, now - asked < TimeInterval(wait) / 2 {
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
    case .unreadable(let reason, let tag, let cursor):
      refuse(tag, reason, cursor, to: planned, asked: asked, at: now, using: &random)
    case .ended: break
    case .trouble:
      fail(.offline)
      quiet = (now + backoff.pause(at: now, using: &random), true)
    }
    return false
  }

  /// Takes a theme. Returns whether it is new.
  private mutating func take(
    _ theme: Theme, _ tag: String, _ cursor: String?, to planned: PlannedRequest, asked: TimeInterval,
    at now: TimeInterval, using random: inout some RandomNumberGenerator
  ) -> Bool {
    let isNew = isNew(tag, for: planned)
    check(planned.traits, at: cursor ?? tag, now)
    guard isNew || isFormer(tag, for: planned) else {
      goOn(from: planned, asked: asked, at: now, using: &random)
      return false
    }
    slowDown(asked, now, &random)
    followed[planned.traits]?.refusal = nil
    idle = 0
    if isNew { put(theme, tag, for: planned.traits) }
    return isNew
  }

  /// Continues after an answer without another theme: where it leads, unless it leads nowhere, or ten came in a row.
  private mutating func goOn(
    from planned: PlannedRequest, asked: TimeInterval, at now: TimeInterval,
    using random: inout some RandomNumberGenerator
  ) {
    idle = now - asked < Self.held ? idle + 1 : 0
    guard followed[planned.traits]?.next == nil || idle >= Self.mostHasty else { return }
    idle = 0
    poll(now, &random)
  }

  /// Refuses a body that is no theme.
  private mutating func refuse(
    _ tag: String, _ reason: String, _ cursor: String?, to planned: PlannedRequest, asked: TimeInterval,
    at now: TimeInterval, using random: inout some RandomNumberGenerator
  ) {
    let before = followed[planned.traits]?.refusal?.tag
    check(planned.traits, at: cursor ?? tag, now)
    followed[planned.traits]?.refusal = Refusal(tag: tag, reason: Self.plain(reason), isUnreadable: true)
    if planned.tag == tag {
      readAgain(planned.traits)
      poll(now, &random)
    } else if before == nil || before == tag {
      slowDown(asked, now, &random)
    } else {
      quiet = (now + backoff.pause(at: now, using: &random), true)
    }
  }

  /// Returns whether listeners and the storage do not have the theme with this tag yet.
  func isNew(_ tag: String, for planned: PlannedRequest) -> Bool {
    let one = followed[planned.traits]
    let isRefused = one?.refusal.map { $0.tag == tag && !$0.isUnreadable } ?? false
    return planned.tag != tag && one?.tag != tag && !isRefused
  }

  /// Returns whether the server has returned to the theme before the refused one.
  private func isFormer(_ tag: String, for planned: PlannedRequest) -> Bool {
    let one = followed[planned.traits]
    return planned.tag != tag && one?.refusal != nil && one?.tag == tag
  }

  private mutating func check(_ traits: [String: String], at cursor: String?, _ now: TimeInterval) {
    trouble = nil
    backoff.recover(at: now)
    self.cursor = cursor ?? ""
    followed[traits]?.cursor = cursor ?? ""
  }

  /// Marks a refused body to be requested again, if it could not be read.
  private mutating func readAgain(_ traits: [String: String]) {
    if let refusal = followed[traits]?.refusal { followed[traits]?.refusal?.isDue = refusal.isUnreadable }
  }

  private mutating func fail(_ state: LiveryState) {
    trouble = state
    hasty = 0
    guard let shown = order.last else { return }
    followed[shown]?.cursor = nil
    followed[shown]?.next = nil
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
