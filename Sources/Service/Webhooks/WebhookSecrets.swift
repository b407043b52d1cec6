internal import Bindings
internal import ThemeAPI
internal import Themes

/// What messages to webhooks are signed with. A file is read for each message, so that a secret can be changed without a
/// restart; with several lines there are several signatures, of which a receiver needs one.
struct WebhookSecrets: Sendable {
  private let source: SecretSource
  private static let limit = 4

  private enum SecretSource { case text(String), file(String) }

  /// One sentence.
  struct Unusable: Error, CustomStringConvertible {
    let description: String
  }

  /// By the settings; nil where they name none.
  init?(_ settings: Settings) {
    if let file = settings.webhookSecretFile {
      source = .file(file)
    } else if let secret = settings.webhookSecret {
      source = .text(secret)
    } else {
      return nil
    }
  }

  /// The keys to sign with, the first of which is the newest.
  func keys() throws(Unusable) -> [[UInt8]] {
    switch source {
    case .text(let text): return [try Self.key(text)]
    case .file(let path):
      let lines = try Self.text(of: path).split(whereSeparator: \.isNewline)
      guard (1...Self.limit).contains(lines.count) else {
        throw Unusable(
          description:
            "The file of webhook secrets \(path) must have 1 to \(Self.limit) lines, a secret each.")
      }
      var keys: [[UInt8]] = []
      for line in lines { keys.append(try Self.key(line)) }
      return keys
    }
  }

  private static func text(of path: String) throws(Unusable) -> String {
    do throws(SystemError) {
      return String(decoding: try File.bytes(ofRegular: path, atMost: 1 << 16), as: UTF8.self)
    } catch {
      throw Unusable(description: "The file of webhook secrets \(path) can't be read: \(error.cause).")
    }
  }

  /// `whsec_` says that bytes follow in base 64, as Standard Webhooks has it; any other text is taken as it is.
  private static func key(_ text: some StringProtocol) throws(Unusable) -> [UInt8] {
    guard AccessToken.isStrong(String(text)) else {
      throw Unusable(description: "A webhook's secret must be \(AccessToken.requirement).")
    }
    guard text.hasPrefix("whsec_") else { return Array(text.utf8) }
    guard let key = Base64.bytes(of: text.dropFirst("whsec_".count)), key.count >= 16 else {
      throw Unusable(
        description: "A webhook's secret that begins with 'whsec_' goes on with 16 bytes or more in base 64.")
    }
    return key
  }
}
