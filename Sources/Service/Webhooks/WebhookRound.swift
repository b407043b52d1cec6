internal import Bindings
internal import Changes
internal import ServerAccess
internal import ThemeAPI

/// What the thread of a receiver does: it alone knows how far the receiver has come, and how long to be quiet after a
/// failure.
struct WebhookRound {
  private let sender: WebhookSender
  private let secrets: WebhookSecrets
  private let client: HTTPClient
  private let time: Duration
  private let log: Log
  private var positions: WebhookPositions
  private var pause = RetryPause()
  private var quietUntil: MonotonicTime?
  private var isFailing = false
  private var isUnwritten = false
  private var random = SystemRandomNumberGenerator()
  /// How much of an answer is read.
  private static let answerLimit = 64 << 10

  init(
    of sender: WebhookSender, _ settings: Settings, secrets: WebhookSecrets, positions: WebhookPositions,
    _ log: Log
  ) {
    self.sender = sender
    self.secrets = secrets
    self.positions = positions
    self.log = log
    time = settings.webhookTime
    client = HTTPClient(address: sender.hook.receiver, authorities: settings.webhookCA)
  }

  mutating func run() {
    while true {
      if let due = positions.dueAt, MonotonicTime.now >= due { write() }
      switch sender.next(isQuiet: quietUntil.map { MonotonicTime.now < $0 } ?? false) {
      case .look(let channel): look(at: channel)
      case .wait: sender.rest([quietUntil, positions.dueAt].compactMap { $0 }.min().map { $0 - .now })
      case .end: return write()
      }
    }
  }

  /// Tells the receiver what the channel shows by now, unless it knows.
  private mutating func look(at channel: String) {
    let snapshot = sender.current.now
    quietUntil = nil
    guard let activation = news(of: channel, in: snapshot) else { return sender.settle(isSent: false) }
    let epoch = snapshot.state.epoch
    if let why = tell(WebhookMessage(of: activation, in: epoch, at: .now)) {
      return fail(at: channel, why)
    }
    positions.take(Cursor(epoch: epoch, revision: activation.latest), for: channel)
    pause.recover()
    sender.settle(isSent: true)
    if isFailing {
      isFailing = false
      log.info("A webhook is taken again", .text("receiver", "\(sender.hook.receiver)"))
    }
  }

  /// What is active in a channel, where that is another thing than what the receiver was told last; plans are not told.
  private func news(of channel: String, in snapshot: Snapshot) -> Activation? {
    guard let activation = snapshot.activation(of: channel) else { return nil }
    guard let told = positions[channel], told.epoch == snapshot.state.epoch else { return activation }
    // A place that the log has not come to is none: the file is another log's, or was written by somebody else.
    guard told.revision <= snapshot.state.head else { return activation }
    guard told.revision < activation.latest else { return nil }
    let view = LogView(channels: nil, isWhole: false)
    let since = snapshot.log.read(since: told, channel: channel, view: view, mode: .latest, limit: 1)
    if case .changes(let page) = since, page.changes.isEmpty { return nil }
    return activation
  }

  private mutating func fail(at channel: String, _ why: String) {
    sender.putBack(channel)
    quietUntil = .now + pause.next(using: &random)
    guard !isFailing else { return }
    isFailing = true
    log.warning(
      "A webhook is not taken; it is sent again until it is", .text("receiver", "\(sender.hook.receiver)"),
      .text("channel", channel), .text("why", why))
  }

  /// Sends a message; why it was not taken, or nil where it was.
  private func tell(_ message: WebhookMessage) -> String? {
    do {
      let headers = message.headers(signedBy: try secrets.keys())
      let status = try client.status(
        of: "POST", sender.hook.target, headers: headers, body: message.body, within: time,
        atMost: Self.answerLimit)
      switch status {
      case 200..<300: return nil
      case 300..<400: return "it answered \(status); redirections are not followed, so give its new address"
      default: return "it answered \(status)"
      }
    } catch let error as HTTPClient.RequestError {
      return Self.words(error)
    } catch { return "\(error)" }
  }

  private static func words(_ error: HTTPClient.RequestError) -> String {
    switch error {
    case .unreachable(_, let cause): "it can't be reached: \(cause)"
    case .timedOut: "it did not answer in time"
    case .notHTTP: "what answers does not speak HTTP"
    case .notTLS: "what answers does not speak TLS"
    case .tooLarge: "its answer has no end"
    case .untrusted(_, let cause): "\(cause) --webhook-ca FILE names who vouches for it"
    }
  }

  private mutating func write() {
    do throws(SystemError) {
      try positions.write()
      isUnwritten = false
    } catch {
      guard !isUnwritten else { return }
      isUnwritten = true
      log.warning(
        "What a webhook was told can't be kept, so it will be told again after a restart",
        .text("receiver", "\(sender.hook.receiver)"), .text("why", error.cause))
    }
  }
}
