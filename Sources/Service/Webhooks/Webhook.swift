internal import Bindings
internal import ServerAccess
internal import Themes

/// A receiver that is told of each change: in one channel, or in every one.
package struct Webhook: Sendable, Hashable {
  /// Nil for every channel.
  let channel: String?
  /// Scheme, host and port. The rest of the URL may be a secret, so this alone is shown.
  let receiver: ServerAddress
  /// Path and query.
  let target: String

  static let requirement =
    "addresses that begin with http:// or https://, each perhaps after a channel and '=', at most \(limit)"
  private static let limit = 16

  /// `https://cdn.example/purge`, or for one channel `kiosk=https://cdn.example/purge`.
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

  /// Several, separated by commas; nil where any is none.
  static func list(_ text: String) -> [Webhook]? {
    let hooks = text.split(separator: ",").map { words in
      Webhook(String(words.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
    }
    let good = hooks.compactMap { $0 }
    return good.count == hooks.count && good.count <= limit ? good : nil
  }

  /// A word for it that gives nothing away, the same at each start.
  var fingerprint: String {
    String(SHA256.hex(of: Array("\(channel ?? "*")=\(receiver)\(target)".utf8)).prefix(16))
  }

  /// Whether it is told of a channel.
  func concerns(_ channel: String) -> Bool { self.channel == nil || self.channel == channel }
}
