import Foundation

/// Follows the server for all listeners, with one request at a time.
final class ThemeFollower: @unchecked Sendable {
  private let server: ThemeServer
  private let shelf: ThemeShelf
  /// The theme of a client without a server.
  private let shown: Theme?
  private let settings: Livery.Settings
  /// The queue that delivers states in order and outside the lock.
  private let states = DispatchQueue(label: "livery.states")
  private var events: DeviceEvents?

  /// The lock guards all properties below.
  private let lock = NSLock()
  private var plan: FollowPlan
  /// The plan that continues when the preview of a draft ends; nil without a preview.
  private var inForce: FollowPlan?
  private var draft: LiveryDraft?
  private var listeners: [Int: ThemeListener] = [:]
  private var nextListener = 0
  private var loop: Task<Void, Never>?
  /// The number of the newest loop. Older loops change nothing.
  private var generation = 0
  private var trouble: LiveryError?
  /// The reasons that were logged since the last theme.
  private var logged: Set<LiveryError> = []

  init(server: ThemeServer, shelf: ThemeShelf, showing shown: Theme?, _ settings: Livery.Settings) {
    self.server = server
    self.shelf = shelf
    self.shown = shown
    self.settings = settings
    plan = FollowPlan(wait: settings.wait)
    if shown == nil { events = DeviceEvents(self, settings) }
  }

  /// Adds a listener. A stored theme is delivered before this returns; it is read and decoded outside the lock.
  func add(
    _ traits: [String: String], _ themes: AsyncStream<Theme>.Continuation,
    _ onState: (@Sendable (LiveryState) -> Void)?
  ) {
    let kept = locked({ plan.followed[traits] == nil }) ? stored(traits) : nil
    let number = locked {
      let before = plan.next(at: now)
      let isNew = plan.add(traits)
      _ = inForce?.add(traits)
      if isNew, let kept {
        if inForce == nil {
          plan.put(kept.theme, kept.tag, for: traits)
        } else {
          inForce?.put(kept.theme, kept.tag, for: traits)
        }
      }
      nextListener += 1
      listeners[nextListener] = ThemeListener(traits: traits, themes: themes, onState: onState)
      deliver()
      restart(unless: before)
      return nextListener
    }
    // It is called with the lock of the canceled task held, which the delivery of a theme needs.
    themes.onTermination = { _ in Task { self.remove(number) } }
  }

  private func remove(_ number: Int) {
    locked {
      guard let listener = listeners.removeValue(forKey: number) else { return }
      change { _ = $0.remove(listener.traits) }
    }
  }

  func show(_ traits: [String: String]) { locked { change { $0.show(traits) } } }

  func suspend() {
    locked { change { $0.suspend() } }
    settings.transport.closeIdleConnections()
  }

  func resume() { locked { change(always: true) { $0.resume() } } }

  func refresh() { locked { change(always: true) { if !$0.isSuspended { $0.refresh() } } } }

  func holds(_ holds: Bool) { locked { change { $0.hold(holds) } } }

  /// Returns the theme of the listeners for these traits, or the stored one if there are none.
  func known(_ traits: [String: String]) -> Theme? {
    if let one = locked({ plan.followed[traits] }) { return one.theme }
    return stored(traits)?.theme
  }

  var state: LiveryState { locked { plan.shown.map { plan.state(of: $0) } ?? .loading } }

  var lastTrouble: LiveryError? { locked { trouble } }

  /// Refuses the theme on screen, and returns to the one that was stored before it.
  func refuse(because reason: String) {
    locked {
      guard let traits = plan.shown, let one = plan.followed[traits], inForce == nil, shown == nil else {
        return
      }
      let before = one.refusal == nil ? shelf.restore(at: server.address(of: traits)) : nil
      change { $0.refuse(because: reason, before) }
      trouble = .unreadable(reason)
      deliver()
    }
  }

  private func stored(_ traits: [String: String]) -> (theme: Theme, tag: String?)? {
    if let shown { return (shown, nil) }
    return shelf.theme(at: server.address(of: traits)) ?? shelf.seed(for: traits).map { ($0, nil) }
  }

  private func deliver() {
    for (number, listener) in listeners {
      let state = plan.state(of: listener.traits)
      if listener.state != state {
        listeners[number]?.state = state
        if let onState = listener.onState { states.async { onState(state) } }
      }
      if let theme = plan.followed[listener.traits]?.theme, theme != listener.theme {
        listeners[number]?.theme = theme
        listener.themes.yield(theme)
      }
    }
  }

  private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  private var now: TimeInterval { settings.clock() }
}

/// The preview of a draft.
extension ThemeFollower {
  var previewed: LiveryDraft? { locked { draft } }

  func preview(_ key: String) {
    locked {
      if inForce == nil { inForce = plan }
      draft = nil
      plan = plan.previewing(key)
      deliver()
      restart(unless: nil)
    }
  }

  func leave() { locked { endPreview() } }

  /// Continues with the themes that are in force. The caller must hold the lock.
  private func endPreview() {
    guard var former = inForce else { return }
    former.refresh()
    (plan, inForce, draft) = (former, nil, nil)
    deliver()
    restart(unless: nil)
  }
}

/// The loop of requests.
extension ThemeFollower {
  /// Changes the plans. The caller must hold the lock.
  /// - Parameter always: whether to restart the loop even if the next step is the same.
  private func change(always: Bool = false, _ body: (inout FollowPlan) -> Void) {
    let before = plan.next(at: now)
    body(&plan)
    if var former = inForce {
      body(&former)
      inForce = former
    }
    restart(unless: always ? nil : before)
  }

  /// Restarts the loop and cancels its request if the next step has changed. The caller must hold the lock.
  ///
  /// The loop is detached: it lives longer than the task of its first listener, whose task-local values it must not keep.
  private func restart(unless before: FollowStep?) {
    guard shown == nil else { return }
    switch (before, plan.next(at: now)) {
    case (.pause?, .pause): return
    case (let before?, let next) where before == next: return
    default: break
    }
    loop?.cancel()
    generation += 1
    loop = Task.detached { [generation] in await self.run(generation) }
  }

  private func run(_ generation: Int) async {
    while let step = locked({ generation == self.generation ? plan.next(at: now) : nil }) {
      switch step {
      case .nothing: return
      case .pause(let seconds):
        // A task's sleep stops while the device sleeps, and the pause does not.
        try? await Task.sleep(nanoseconds: UInt64(min(seconds, Self.longestSleep) * 1e9) + 1)
      case .request(let planned):
        let asked = now
        let (answer, trouble, next) = await server.answer(to: planned)
        let draft = await draft(in: answer, to: planned)
        keep(answer, to: planned, generation)
        take(answer, leadingTo: next, trouble, draft, to: planned, asked: asked, generation)
      }
    }
  }

  private func draft(in answer: ThemeAnswer, to planned: PlannedRequest) async -> LiveryDraft? {
    guard let key = planned.draft, case .theme(let theme, _, _, _) = answer else { return nil }
    return LiveryDraft(name: theme.name, title: theme.title, end: await server.end(ofDraft: key))
  }

  /// Stores a new theme before listeners receive it: an app that ends as it receives a theme starts with that theme.
  private func keep(_ answer: ThemeAnswer, to planned: PlannedRequest, _ generation: Int) {
    guard case .theme(_, let tag, let body, _) = answer, planned.draft == nil else { return }
    let isNew = locked { generation == self.generation && plan.isNew(tag, for: planned) }
    if isNew { shelf.keep(KeptTheme(tag: tag, body: body), at: server.address(of: planned.traits)) }
  }

  private func take(
    _ answer: ThemeAnswer, leadingTo next: URL?, _ trouble: LiveryError?, _ draft: LiveryDraft?,
    to planned: PlannedRequest, asked: TimeInterval, _ generation: Int
  ) {
    locked {
      guard generation == self.generation else { return }
      if case .ended(let reason) = answer {
        let name = self.draft.map { "of '\($0.name)' " } ?? ""
        log("The draft \(name)has ended (\(reason)); the app shows the theme that is in force.")
        return endPreview()
      }
      var random = SystemRandomNumberGenerator()
      plan.take(answer, leadingTo: next, to: planned, asked: asked, at: now, using: &random)
      if let draft { self.draft = draft }
      note(trouble, answer)
      deliver()
    }
  }

  /// Remembers why there is no theme, and logs each reason once until a theme arrives.
  private func note(_ trouble: LiveryError?, _ answer: ThemeAnswer) {
    self.trouble = trouble ?? (plan.shown.flatMap { plan.followed[$0]?.refusal } == nil ? nil : self.trouble)
    switch answer {
    case .theme, .unchanged(didWait: true, _): logged = []
    default: break
    }
    if let trouble, logged.count < Self.mostLogged, logged.insert(trouble).inserted { log("\(trouble)") }
  }

  private func log(_ line: String) {
    let place = server.url.host.map { host in host + (server.url.port.map { ":\($0)" } ?? "") } ?? "no server"
    let log = settings.log
    states.async { log("Livery (\(place)): \(line)") }
  }

  private static let longestSleep: TimeInterval = 2
  /// A server may have another message each time.
  private static let mostLogged = 20
}

struct ThemeListener {
  let traits: [String: String]
  let themes: AsyncStream<Theme>.Continuation
  let onState: (@Sendable (LiveryState) -> Void)?
  var state: LiveryState?
  var theme: Theme?
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
