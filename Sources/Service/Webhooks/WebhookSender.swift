internal import Bindings
internal import Changes
internal import Synchronization
internal import Themes

/// Tells one receiver what its channels show, on a thread of its own. Whoever publishes only leaves a channel's name here,
/// so that a receiver that is slow, hangs or is gone holds up no switch and no other receiver.
final class WebhookSender: Sendable {
  let hook: Webhook
  let current: Current
  private let loop: LoopThread
  private let state = Mutex(SenderState())
  private let counted: Mutex<WebhookFigures>

  private struct SenderState {
    var queue = WebhookQueue()
    /// At the start, and where the log goes on under another epoch.
    var isEverythingNew = true
    var isTelling = false
  }

  /// What the thread is to do next.
  enum Order {
    case look(at: String)
    case wait
    case end
  }

  init(_ hook: Webhook, showing current: Current) throws(SystemError) {
    self.hook = hook
    self.current = current
    loop = try LoopThread()
    counted = Mutex(WebhookFigures(receiver: "\(hook.receiver)"))
  }

  /// Begins with what the receiver does not know yet.
  func begin(_ round: sending @escaping () -> Void) throws(SystemError) {
    try loop.start(named: "livery-webhook", priority: .low, round)
  }

  /// A channel has changed.
  func notice(_ channel: String) {
    guard hook.concerns(channel) else { return }
    state.withLock { $0.queue.add(channel) }
    loop.ring()
  }

  /// Nothing that was told before says anything any more.
  func noticeEverything() {
    state.withLock { $0.isEverythingNew = true }
    loop.ring()
  }

  /// Begins nothing new.
  func stop() { loop.stop() }

  /// Waits for the end of what is under way.
  func wait(until deadline: MonotonicTime) { loop.join(within: deadline - .now) }

  var figures: WebhookFigures {
    var figures = counted.withLock { $0 }
    figures.waiting = state.withLock { $0.queue.count + ($0.isTelling ? 1 : 0) }
    return figures
  }
}

/// For the thread.
extension WebhookSender {
  /// Until somebody leaves word, at most so long.
  func rest(_ time: Duration?) { loop.wait(atMost: time) }

  /// - Parameter isQuiet: whether nobody is to be told now.
  func next(isQuiet: Bool) -> Order {
    if loop.isEnding { return .end }
    let snapshot = current.now
    return state.withLock { state in
      if state.isEverythingNew {
        state.isEverythingNew = false
        for channel in channels(in: snapshot) { state.queue.add(channel) }
      }
      guard !isQuiet, let channel = state.queue.next() else { return .wait }
      state.isTelling = true
      return .look(at: channel)
    }
  }

  /// The receiver was told, or need not be.
  func settle(isSent: Bool) {
    state.withLock { $0.isTelling = false }
    if isSent { counted.withLock { $0.sent += 1 } }
  }

  /// The channel's turn comes again behind the others.
  func putBack(_ channel: String) {
    state.withLock { state in
      state.isTelling = false
      state.queue.add(channel)
    }
    counted.withLock { $0.failed += 1 }
  }

  /// Those of the receiver, in the order in which they changed last.
  private func channels(in snapshot: Snapshot) -> [String] {
    snapshot.state.activations.values.filter { hook.concerns($0.channel) }
      .sorted { ($0.latest, $0.channel) < ($1.latest, $1.channel) }.map(\.channel)
  }
}
