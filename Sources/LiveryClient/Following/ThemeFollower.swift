import Foundation

#if canImport(Network)
  import Network
#endif

/// Follows the server for all listeners, with one request at a time.
final class ThemeFollower: @unchecked Sendable {
  private let server: ThemeServer
  private let shelf: ThemeShelf
  private let settings: FollowSettings
  /// The queue that delivers states in order and outside the lock.
  private let states = DispatchQueue(label: "livery.states")
  private var events: DeviceEvents?

  /// The lock guards all properties below.
  private let lock = NSLock()
  private var plan: FollowPlan
  private var listeners: [Int: ThemeListener] = [:]
  private var nextListener = 0
  private var loop: Task<Void, Never>?
  /// The number of the newest loop. Older loops change nothing.
  private var generation = 0
  private var hasLogged = false

  init(server: ThemeServer, shelf: ThemeShelf, _ settings: FollowSettings) {
    self.server = server
    self.shelf = shelf
    self.settings = settings
    plan = FollowPlan(wait: settings.wait)
    events = DeviceEvents(self, settings.notifications)
  }

  /// Adds a listener. A stored theme is delivered before this returns.
  func add(
    _ traits: [String: String], _ themes: AsyncStream<Theme>.Continuation,
    _ onState: (@Sendable (LiveryState) -> Void)?
  ) {
    let number = locked {
      let before = plan.next(at: now)
      if plan.add(traits), let kept = shelf.theme(at: server.address(of: traits)) {
        plan.put(kept.theme, kept.tag, for: traits)
      }
      nextListener += 1
      listeners[nextListener] = ThemeListener(traits: traits, themes: themes, onState: onState)
      deliver()
      restart(unless: before)
      return nextListener
    }
    themes.onTermination = { _ in self.remove(number) }
  }

  private func remove(_ number: Int) {
    change { plan in
      if let listener = listeners.removeValue(forKey: number) { _ = plan.remove(listener.traits) }
    }
  }

  func show(_ traits: [String: String]) { change { $0.show(traits) } }

  func suspend() {
    change { $0.suspend() }
    SharedSession.closeIdle()
  }

  func resume() { change(always: true) { $0.resume() } }

  func refresh() { change(always: true) { if !$0.isSuspended { $0.refresh() } } }

  func known(_ traits: [String: String]) -> Theme? { locked { plan.followed[traits]?.theme } }

  /// Changes the plan.
  /// - Parameter always: whether to restart the loop even if the next step is the same.
  private func change(always: Bool = false, _ body: (inout FollowPlan) -> Void) {
    locked {
      let before = plan.next(at: now)
      body(&plan)
      restart(unless: always ? nil : before)
    }
  }

  /// Restarts the loop and cancels its request if the next step has changed.
  private func restart(unless before: FollowStep?) {
    switch (before, plan.next(at: now)) {
    case (.pause?, .pause): return
    case (let before?, let next) where before == next: return
    default: break
    }
    loop?.cancel()
    generation += 1
    loop = Task { [generation] in await self.run(generation) }
  }

  private func run(_ generation: Int) async {
    while let step = locked({ generation == self.generation ? plan.next(at: now) : nil }) {
      switch step {
      case .nothing: return
      case .pause(let seconds): try? await Task.sleep(nanoseconds: UInt64(seconds * 1e9) + 1)
      case .request(let planned):
        let asked = now
        let answer = await server.answer(to: planned, wait: planned.waits ? settings.wait : nil)
        take(answer, to: planned, asked: asked, generation)
      }
    }
  }

  private func take(
    _ answer: ThemeAnswer, to planned: PlannedRequest, asked: TimeInterval, _ generation: Int
  ) {
    let isNew: Bool = locked {
      guard generation == self.generation else { return false }
      var random = SystemRandomNumberGenerator()
      let isNew = plan.take(answer, to: planned, asked: asked, at: now, using: &random)
      note(answer)
      deliver()
      return isNew
    }
    guard isNew, case .theme(_, let tag, let body, _) = answer else { return }
    shelf.keep(KeptTheme(tag: tag, body: body), at: server.address(of: planned.traits))
  }

  /// Logs an unreadable body once, until a readable one arrives.
  private func note(_ answer: ThemeAnswer) {
    switch answer {
    case .theme: hasLogged = false
    case .unreadable(let why):
      guard !hasLogged else { return }
      hasLogged = true
      let log = settings.log
      states.async { log("Livery: the theme stays as it is, for the server's answer can't be read: \(why)") }
    default: break
    }
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

  private var now: TimeInterval { ProcessInfo.processInfo.systemUptime }
}

struct ThemeListener {
  let traits: [String: String]
  let themes: AsyncStream<Theme>.Continuation
  let onState: (@Sendable (LiveryState) -> Void)?
  var state: LiveryState?
  var theme: Theme?
}

/// Settings for tests; apps use the defaults.
package struct FollowSettings: @unchecked Sendable {
  /// The number of seconds for which the server may hold a request.
  package var wait = 25
  /// The additional number of seconds that a response may take.
  package var patience: TimeInterval = 20
  /// Called once for a body that can't be read.
  package var log: @Sendable (String) -> Void = { NSLog("%@", $0) }
  /// The center that announces the app's entry into the background. It may be used from any thread.
  package var notifications = NotificationCenter.default

  package init() {}
}

/// Observes the app's entry into the background, its return, and the network.
final class DeviceEvents {
  private let notifications: NotificationCenter
  private var observers: [any NSObjectProtocol] = []
  #if canImport(Network)
    private let monitor = NWPathMonitor()
  #endif

  /// The notifications are named by strings, so that this needs no UIKit.
  init(_ follower: ThemeFollower, _ notifications: NotificationCenter) {
    self.notifications = notifications
    observe("UIApplicationDidEnterBackgroundNotification") { [weak follower] in follower?.suspend() }
    observe("UIApplicationWillEnterForegroundNotification") { [weak follower] in follower?.resume() }
    #if canImport(Network)
      monitor.pathUpdateHandler = { [weak follower] path in
        if path.status == .satisfied { follower?.refresh() }
      }
      monitor.start(queue: DispatchQueue(label: "livery.network"))
    #endif
  }

  deinit {
    for observer in observers { notifications.removeObserver(observer) }
    #if canImport(Network)
      monitor.cancel()
    #endif
  }

  private func observe(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let name = Notification.Name(name)
    observers.append(notifications.addObserver(forName: name, object: nil, queue: nil) { _ in body() })
  }
}
