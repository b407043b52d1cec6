internal import Bindings
internal import Changes

/// All receivers that are told of changes.
final class Webhooks: Sendable {
  private let senders: [WebhookSender]

  /// Nobody is told anything yet.
  init(_ settings: Settings, showing current: Current) throws {
    senders = try settings.webhooks.map { try WebhookSender($0, showing: current) }
  }

  /// Begins to tell each receiver what it does not know, where the settings say what to sign that with.
  func begin(_ settings: Settings, _ log: Log) throws {
    guard !senders.isEmpty else { return }
    guard let secrets = WebhookSecrets(settings) else {
      throw StartFailure(
        "Webhooks are signed, so they need a secret: set LIVERY_WEBHOOK_SECRET to whsec_ and what 'openssl rand -base64 24' prints, or "
          + "name a file of secrets with --webhook-secret-file.")
    }
    _ = try secrets.keys()
    let folder = try Stores.stateFolder(settings)
    for sender in senders {
      let path = folder.map { "\($0)/webhook-\(sender.hook.fingerprint)" }
      var round = WebhookRound(
        of: sender, settings, secrets: secrets, positions: WebhookPositions(path: path), log)
      try sender.begin { round.run() }
    }
  }

  /// A channel has changed.
  func notice(_ channel: String) {
    guard channel != Snapshot.everyChannel else { return }
    for sender in senders { sender.notice(channel) }
  }

  /// The log goes on under another epoch.
  func noticeEverything() {
    for sender in senders { sender.noticeEverything() }
  }

  /// Begins nothing new. What is not told by the end is told after the next start.
  func stop() {
    for sender in senders { sender.stop() }
  }

  /// Waits for messages that are under way. Those that hang are left.
  func wait(until deadline: MonotonicTime) {
    for sender in senders { sender.wait(until: deadline) }
  }

  /// In the order of the settings.
  var figures: [WebhookFigures] { senders.map(\.figures) }
}
