/// What is known of the messages to one receiver.
struct WebhookFigures: Sendable {
  /// Scheme, host and port.
  let receiver: String
  var sent: UInt64 = 0
  /// Tries that came to nothing.
  var failed: UInt64 = 0
  /// Channels that it is still to be told of.
  var waiting = 0
}

extension PrometheusText {
  mutating func add(_ webhooks: [WebhookFigures]) {
    guard !webhooks.isEmpty else { return }
    func labels(_ index: Int) -> [(String, String)] {
      [("webhook", "\(index + 1)"), ("receiver", webhooks[index].receiver)]
    }
    metric("livery_webhooks_sent_total", .counter, "Messages that a webhook has taken.")
    for (index, figures) in webhooks.enumerated() {
      sample("livery_webhooks_sent_total", figures.sent, labels(index))
    }
    metric("livery_webhooks_failed_total", .counter, "Tries to tell a webhook that came to nothing.")
    for (index, figures) in webhooks.enumerated() {
      sample("livery_webhooks_failed_total", figures.failed, labels(index))
    }
    metric("livery_webhooks_waiting", .gauge, "Channels that a webhook is still to be told of.")
    for (index, figures) in webhooks.enumerated() {
      sample("livery_webhooks_waiting", figures.waiting, labels(index))
    }
  }
}
