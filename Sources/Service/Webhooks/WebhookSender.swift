internal import Bindings
internal import Changes
internal import Documents
internal import ServerAccess
internal import Synchronization
internal import ThemeAPI
internal import Themes

/// The senders of all webhooks.
final class Webhooks: Sendable {
  private let settings: WebhookSettings
  private let senders: [WebhookSender]

  init(_ settings: WebhookSettings, showing current: Current) throws {
    self.settings = settings
    senders = try settings.all().map { try WebhookSender($0, showing: current) }
  }

  /// Starts sending, or throws if there is no usable secret.
  /// - Parameter folder: the folder for the receivers' positions; nil if they need not survive a restart.
  func begin(positionsIn folder: String?, _ log: Log) throws {
    if let file = settings.file, FileSystem.isReadableByOthers(file) {
      log.warning(
        "The file of webhooks can be read by every user of this machine; run 'chmod o= FILE'",
        .text("file", file))
    }
    for sender in senders { _ = try settings.keys(for: sender.hook) }
    for sender in senders {
      let path = folder.map { "\($0)/webhook-\(sender.hook.fingerprint)" }
      try sender.begin(
        WebhookDelivery(of: sender, settings, positions: WebhookPositions(path: path), log: log))
    }
  }

  func notice(_ channel: String, in trace: TraceContext?) {
    guard ![Snapshot.everyChannel, Snapshot.everyDraft].contains(channel) else { return }
    for sender in senders { sender.notice(channel, in: trace) }
  }

  /// Notifies all receivers that the log continues under another epoch.
  func noticeEverything() { for sender in senders { sender.noticeEverything() } }

  /// Starts no further delivery. Unsent changes are sent after the next start.
  func stop() { for sender in senders { sender.loop.stop() } }

  /// Waits for deliveries that are under way, up to the deadline.
  func wait(until deadline: MonotonicTime) {
    for sender in senders { sender.loop.join(within: deadline - .now) }
  }

  /// The figures of each receiver, in the order of the settings.
  var figures: [WebhookFigures] { senders.map(\.figures) }
}

struct WebhookFigures: Sendable {
  let receiver: String
  /// The numbers of messages that were accepted, of deliveries that failed, and of channels that wait for one.
  var sent: UInt64 = 0
  var failed: UInt64 = 0
  var waiting = 0
}

/// Sends the changes of a webhook's channels to its receiver, on a thread of its own. The threads that publish changes
/// only queue the names of channels, so a receiver that is slow, hangs or is gone delays no switch and no other receiver.
final class WebhookSender: Sendable {
  let hook: Webhook
  let current: Current
  fileprivate let loop: LoopThread
  private let state: Mutex<State>

  private struct State {
    var queue = WebhookQueue()
    /// Indicates whether all channels must be queued: at the start, and when the log begins a new epoch.
    var mustQueueAll = true
    var isSending = false
    var figures: WebhookFigures
  }

  init(_ hook: Webhook, showing current: Current) throws(SystemError) {
    self.hook = hook
    self.current = current
    loop = try LoopThread()
    state = Mutex(State(figures: WebhookFigures(receiver: "\(hook.receiver)")))
  }

  /// Starts the thread, which first sends what the receiver does not know yet.
  func begin(_ delivery: sending WebhookDelivery) throws(SystemError) {
    var delivery = delivery
    try loop.start(named: "livery-webhook", priority: .low) { delivery.run() }
  }

  func notice(_ channel: String, in trace: TraceContext?) {
    guard hook.concerns(channel) else { return }
    state.withLock { $0.queue.add(channel, in: trace) }
    loop.ring()
  }

  func noticeEverything() {
    state.withLock { $0.mustQueueAll = true }
    loop.ring()
  }

  var figures: WebhookFigures {
    state.withLock { state in
      var figures = state.figures
      figures.waiting = state.queue.count + (state.isSending ? 1 : 0)
      return figures
    }
  }

  /// Returns the next channel for the thread to send; nil if none waits, or nothing may be sent now.
  fileprivate func next(isPaused: Bool) -> (channel: String, trace: TraceContext?)? {
    let snapshot = current.now
    return state.withLock { state in
      if state.mustQueueAll {
        state.mustQueueAll = false
        let activations = snapshot.state.activations.values.filter { hook.concerns($0.channel) }
        let sorted = activations.sorted { ($0.latest, $0.channel) < ($1.latest, $1.channel) }
        for activation in sorted { state.queue.add(again: activation.channel, in: nil) }
      }
      let next = isPaused ? nil : state.queue.next()
      state.isSending = next != nil
      return next
    }
  }

  /// - Parameter isSent: false if the receiver knew the state of the channel already.
  fileprivate func succeeded(isSent: Bool) {
    state.withLock { state in
      state.isSending = false
      if isSent { state.figures.sent += 1 }
    }
  }

  /// Queues the channel again, behind the others.
  fileprivate func failed(_ channel: String, in trace: TraceContext?) {
    state.withLock { state in
      state.isSending = false
      state.queue.add(again: channel, in: trace)
      state.figures.failed += 1
    }
  }
}

/// The work of a sender's thread. It alone knows the receiver's positions and when to retry after a failure.
struct WebhookDelivery {
  private let sender: WebhookSender
  private let settings: WebhookSettings
  private let client: HTTPClient
  private let log: Log
  private var positions: WebhookPositions
  private var pause = RetryPause()
  private var pausedUntil: MonotonicTime?
  private var isFailing = false
  private var isUnwritten = false
  private var random = SystemRandomNumberGenerator()

  init(of sender: WebhookSender, _ settings: WebhookSettings, positions: WebhookPositions, log: Log) {
    (self.sender, self.settings, self.positions, self.log) = (sender, settings, positions, log)
    client = HTTPClient(address: sender.hook.receiver, authorities: settings.authorities)
  }

  mutating func run() {
    while !sender.loop.isEnding {
      if let due = positions.dueAt, MonotonicTime.now >= due { writePositions() }
      let isPaused = pausedUntil.map { MonotonicTime.now < $0 } ?? false
      if let (channel, trace) = sender.next(isPaused: isPaused) {
        deliver(channel, in: trace)
      } else {
        let next = [pausedUntil, positions.dueAt].compactMap { $0 }.min()
        sender.loop.wait(atMost: next.map { $0 - .now })
      }
    }
    writePositions()
  }

  /// Sends the current theme of the channel, unless the receiver knows it.
  private mutating func deliver(_ channel: String, in trace: TraceContext?) {
    let snapshot = sender.current.now
    pausedUntil = nil
    guard let activation = unsent(in: channel, snapshot) else { return sender.succeeded(isSent: false) }
    let epoch = snapshot.state.epoch
    let message = WebhookMessage(of: activation, in: epoch, at: .now)
    if let cause = send(message, in: trace) { return retry(channel, in: trace, cause) }
    positions.set(Cursor(epoch: epoch, revision: activation.latest), for: channel)
    pause.recover()
    sender.succeeded(isSent: true)
    if isFailing {
      isFailing = false
      log.info("Webhook deliveries succeed again", .text("receiver", "\(sender.hook.receiver)"))
    }
  }

  /// Returns the activation of a channel if it differs from the last one that the receiver was sent. Schedules are not
  /// sent.
  private func unsent(in channel: String, _ snapshot: Snapshot) -> Activation? {
    guard let activation = snapshot.activation(of: channel) else { return nil }
    guard let sent = positions[channel], sent.epoch == snapshot.state.epoch else { return activation }
    // A position beyond the end of the log is invalid: the file belongs to another log, or was edited.
    guard sent.revision <= snapshot.state.head else { return activation }
    guard sent.revision < activation.latest else { return nil }
    let view = LogView(channels: nil, isWhole: false)
    let since = snapshot.log.read(since: sent, channel: channel, view: view, mode: .latest, limit: 1)
    if case .changes(let page) = since, page.changes.isEmpty { return nil }
    return activation
  }

  private mutating func retry(_ channel: String, in trace: TraceContext?, _ cause: String) {
    sender.failed(channel, in: trace)
    pausedUntil = .now + pause.next(using: &random)
    guard !isFailing else { return }
    isFailing = true
    let details: [Log.Detail] = [
      .text("receiver", "\(sender.hook.receiver)"), .text("channel", channel), .text("why", cause),
    ]
    log.add(
      .warning, "A webhook delivery failed; it is retried until it succeeds", details + .trace(trace))
  }

  /// Sends a message. Returns the reason if it was not accepted.
  private func send(_ message: WebhookMessage, in trace: TraceContext?) -> String? {
    do {
      let request = message.request(for: sender.hook, signedBy: try settings.keys(for: sender.hook))
      let headers = request.headers + (trace?.headers(ofRequest: .random(in: 1 ... .max)) ?? [])
      let status = try client.status(
        of: request.method, request.target, headers: headers, body: request.body,
        within: settings.time, atMost: 64 << 10)
      switch status {
      case 200..<300: return nil
      case 300..<400: return "it answered \(status); redirections are not followed, so give its new address"
      default: return "it answered \(status)"
      }
    } catch let error as HTTPClient.RequestError {
      return switch error {
      case .unreachable(_, let cause): "it can't be reached: \(cause)"
      case .timedOut: "it did not answer in time"
      case .notHTTP: "what answers does not speak HTTP"
      case .notTLS: "what answers does not speak TLS"
      case .onlyTLS: "it speaks TLS; write its address with https://"
      case .tooLarge: "its answer has no end"
      case .untrusted(_, let cause): "\(cause) --webhook-ca FILE names trusted authorities"
      }
    } catch { return "\(error)" }
  }

  private mutating func writePositions() {
    do throws(SystemError) {
      try positions.write()
      isUnwritten = false
    } catch {
      guard !isUnwritten else { return }
      isUnwritten = true
      log.warning(
        "The position of a webhook can't be stored, so changes will be sent again after a restart",
        .text("receiver", "\(sender.hook.receiver)"), .text("why", error.cause))
    }
  }
}
