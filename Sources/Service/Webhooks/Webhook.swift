internal import Bindings
internal import Documents
internal import ServerAccess
internal import ThemeAPI
internal import Themes

/// A receiver that is notified of each change in one channel, or in all channels.
package struct Webhook: Sendable, Hashable {
  /// The channel; nil for all channels.
  var channel: String?
  /// Scheme, host and port. Only this part is shown, because the rest of the URL may be a secret.
  let receiver: ServerAddress
  let target: String
  /// The request of the receiver's own; nil for the standard one.
  var form: WebhookForm?

  static let requirement =
    "addresses that begin with http:// or https://, each optionally after a channel and '=', at most \(limit)"
  static let limit = 16

  /// Parses `https://cdn.example/purge`, or for one channel `kiosk=https://cdn.example/purge`.
  init?(_ text: some StringProtocol) {
    let isEverywhere = text.hasPrefix("https://") || text.hasPrefix("http://")
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    channel = isEverywhere ? nil : String(parts[0])
    if let channel { guard parts.count == 2, Name.isValid(channel) else { return nil } }
    let url = isEverywhere ? String(text) : String(parts[1])
    guard let scheme = ["https://", "http://"].first(where: url.hasPrefix),
      url.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "#") })
    else { return nil }
    let rest = url.dropFirst(scheme.count)
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    guard !rest[..<end].contains("@"), let receiver = try? ServerAddress(scheme + rest[..<end]) else {
      return nil
    }
    self.receiver = receiver
    target = (rest[end...].hasPrefix("/") ? "" : "/") + rest[end...]
  }

  /// Parses several webhooks, separated by commas. Returns nil if any is invalid or there are too many.
  static func list(_ text: String) -> [Webhook]? {
    let hooks = text.split(separator: ",").map { words in
      Webhook(String(words.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
    }
    let good = hooks.compactMap { $0 }
    return good.count == hooks.count && good.count <= limit ? good : nil
  }

  /// An identifier that is the same at each start and reveals nothing of the URL.
  var fingerprint: String {
    // Requests with different bodies may go to the same URL.
    let own = form.map { "\n\($0.method)\n\($0.body ?? "")" } ?? ""
    return String(SHA256.hex(of: Array("\(channel ?? "*")=\(receiver)\(target)\(own)".utf8)).prefix(16))
  }

  func concerns(_ channel: String) -> Bool { self.channel == nil || self.channel == channel }
}

/// The settings of all webhooks.
package struct WebhookSettings: Sendable {
  var hooks: [Webhook] = []
  /// A file of further webhooks, with requests of their own.
  var file: String?
  var secret: String?
  var secretFile: String?
  /// A PEM file of the authorities that receivers are verified with; nil for the authorities that the system trusts.
  var authorities: String?
  /// The longest time that a receiver may take.
  var time = Duration.seconds(10)

  /// Returns all webhooks, with those of the file.
  func all() throws(StartFailure) -> [Webhook] {
    guard let file else { return hooks }
    let all = hooks + (try WebhookFile.read(file))
    guard all.count <= Webhook.limit else {
      throw StartFailure(
        "\(file): with those of the setting 'webhooks' there are \(all.count) webhooks; at most \(Webhook.limit) are possible."
      )
    }
    return all
  }

  /// Returns the keys for the messages to a receiver: a request of its own is signed only if there is a secret.
  func keys(for hook: Webhook) throws(StartFailure) -> [[UInt8]] {
    hook.form != nil && secret == nil && secretFile == nil ? [] : try keys()
  }

  /// Returns the keys for signatures, the newest first. The file of secrets is read for each message, so that a secret can be
  /// replaced without a restart. If it has several lines, a message has several signatures, and a receiver needs one of them.
  private func keys() throws(StartFailure) -> [[UInt8]] {
    guard let path = secretFile else {
      guard let secret else {
        throw StartFailure(
          "Webhooks are signed, so they need a secret: set LIVERY_WEBHOOK_SECRET to whsec_ and what 'openssl rand -base64 24' prints, or "
            + "name a file of secrets with --webhook-secret-file.")
      }
      return [try Self.key(secret)]
    }
    let text: String
    do throws(SystemError) {
      text = String(decoding: try File.bytes(ofRegular: path, atMost: 1 << 16), as: UTF8.self)
    } catch { throw StartFailure("The file of webhook secrets \(path) can't be read: \(error.cause).") }
    let lines = text.split(whereSeparator: \.isNewline)
    guard (1...4).contains(lines.count) else {
      throw StartFailure("The file of webhook secrets \(path) must have 1 to 4 lines, a secret each.")
    }
    return try lines.map { line throws(StartFailure) in try Self.key(String(line)) }
  }

  /// Decodes a secret: base 64 after `whsec_`, as in Standard Webhooks, otherwise the text itself.
  private static func key(_ text: String) throws(StartFailure) -> [UInt8] {
    guard AccessToken.isStrong(text) else {
      throw StartFailure("A webhook's secret must be \(AccessToken.requirement).")
    }
    guard text.hasPrefix("whsec_") else { return Array(text.utf8) }
    guard let key = Base64.bytes(of: text.dropFirst("whsec_".count)), key.count >= 16 else {
      throw StartFailure(
        "A webhook's secret that begins with 'whsec_' goes on with 16 bytes or more in base 64.")
    }
    return key
  }
}
