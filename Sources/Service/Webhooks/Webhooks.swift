internal import Bindings
internal import Changes

/// The settings of all webhooks.
package struct WebhookSettings: Sendable {
  var hooks: [Webhook] = []
  var secret: String?
  var secretFile: String?
  /// A PEM file of the authorities that receivers are verified with; nil for those that the system trusts.
  var authorities: String?
  /// The longest time that a receiver may take.
  var time = Duration.seconds(10)
}

/// The senders of all webhooks.
final class Webhooks: Sendable {
  private let settings: WebhookSettings
  private let senders: [WebhookSender]

  /// Makes the senders; `begin` starts them.
  init(_ settings: WebhookSettings, showing current: Current) throws {
    self.settings = settings
    senders = try settings.hooks.map { try WebhookSender($0, showing: current) }
  }

  /// Starts sending, or throws if there is no usable secret.
  /// - Parameter folder: the folder for the receivers' positions; nil if they need not survive a restart.
  func begin(positionsIn folder: String?, _ log: Log) throws {
    guard !senders.isEmpty else { return }
    guard let secrets = WebhookSecrets(settings) else {
      throw StartFailure(
        "Webhooks are signed, so they need a secret: set LIVERY_WEBHOOK_SECRET to whsec_ and what 'openssl rand -base64 24' prints, or "
          + "name a file of secrets with --webhook-secret-file.")
    }
    _ = try secrets.keys()
    for sender in senders {
      let path = folder.map { "\($0)/webhook-\(sender.hook.fingerprint)" }
      try sender.begin(
        WebhookDelivery(
          of: sender, settings, secrets: secrets, positions: WebhookPositions(path: path), log))
    }
  }

  /// Notifies the receivers of a channel that has changed.
  func notice(_ channel: String) {
    guard channel != Snapshot.everyChannel else { return }
    for sender in senders { sender.notice(channel) }
  }

  /// Notifies all receivers that the log continues under another epoch.
  func noticeEverything() {
    for sender in senders { sender.noticeEverything() }
  }

  /// Starts no further delivery. What is unsent is sent after the next start.
  func stop() {
    for sender in senders { sender.stop() }
  }

  /// Waits for deliveries that are under way, up to the deadline.
  func wait(until deadline: MonotonicTime) {
    for sender in senders { sender.wait(until: deadline) }
  }

  /// The figures of each receiver, in the order of the settings.
  var figures: [WebhookFigures] { senders.map(\.figures) }
}

/// The figures of one receiver.
struct WebhookFigures: Sendable {
  /// Scheme, host and port.
  let receiver: String
  /// The number of messages that were accepted.
  var sent: UInt64 = 0
  /// The number of deliveries that failed.
  var failed: UInt64 = 0
  /// The number of channels that wait for a delivery.
  var waiting = 0
}
