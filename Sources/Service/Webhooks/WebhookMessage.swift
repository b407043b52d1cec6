internal import Changes
internal import Documents
internal import Themes

/// The message to a receiver: the active theme of a channel, without the author of the change and without
/// schedules.
struct WebhookMessage: Sendable {
  /// The identifier by which a receiver recognizes a repeated message. It is the same for each attempt, and
  /// for all servers of a log.
  let id: String
  let body: [UInt8]
  private let at: Timestamp

  init(of activation: Activation, in epoch: Epoch, at now: Timestamp) {
    let cursor = Cursor(epoch: epoch, revision: activation.latest)
    id = "\(cursor)-\(activation.channel)"
    at = now
    var json = JSONWriter()
    json.object {
      $0.member("type", "theme.changed")
      $0.member("timestamp", now.description)
      $0.member("data") {
        $0.object {
          $0.member("channel", activation.channel)
          $0.member("theme", activation.theme)
          $0.member("since", activation.at.description)
          $0.member("cursor", cursor.description)
          $0.member("epoch", epoch.description)
          $0.member("revision", cursor.revision)
        }
      }
    }
    body = json.finished()
  }

  /// Returns the headers of Standard Webhooks. The signature covers the identifier, the time and the body.
  func headers(signedBy keys: [[UInt8]]) -> [(String, String)] {
    let seconds = at.milliseconds / 1000
    let signed = Array("\(id).\(seconds).".utf8) + body
    let signatures = keys.map { "v1," + Base64.text(of: SHA256.authenticationCode(of: signed, key: $0)) }
    return [
      ("Content-Type", "application/json"), ("User-Agent", "Livery/\(Version.number)"), ("webhook-id", id),
      ("webhook-timestamp", "\(seconds)"), ("webhook-signature", signatures.joined(separator: " ")),
    ]
  }
}
