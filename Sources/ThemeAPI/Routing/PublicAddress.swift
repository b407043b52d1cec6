internal import Documents
internal import Themes

/// The origin of the server's URLs, as its clients reach it.
package enum PublicAddress {
  /// Returns the origin of URLs in a style sheet, which browsers resolve against the page that uses it. Without the setting
  /// `publicURL` it is the host that the client requested. If a proxy may speak TLS for the server, the scheme is left to
  /// the page.
  static func origin(of call: Call) -> String {
    let services = call.services
    guard call.publicURL.isEmpty else { return call.publicURL }
    if let origin = forwarded(call.request, services.gate) { return origin }
    guard let host = call.header("Host"), isHost(host) else { return "" }
    return (services.hasTLS ? "https://" : "//") + host
  }

  /// The headers that it depends on. Caches in front of the server treat them as a part of the URL.
  static func headers(_ gate: Gate) -> [String] { ["Host"] + (gate.trustsProxies ? forwarding : []) }

  /// The headers that are believed from trusted proxies alone.
  private static let forwarding = ["X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Prefix"]

  /// Returns the origin that a trusted proxy's client requested, or nil if there is no such proxy or header.
  static func forwarded(_ request: Request, _ gate: Gate) -> String? {
    guard gate.trusts(request.peer), isForwarded({ request.header($0) }) else { return nil }
    guard let host = last("X-Forwarded-Host", of: request) ?? request.header("Host"), isHost(host) else {
      return nil
    }
    let scheme = last("X-Forwarded-Proto", of: request).map(HeaderList.lower)
    let prefix = last("X-Forwarded-Prefix", of: request) ?? ""
    return read("\(scheme == "http" ? "http" : "https")://\(host)\(prefix)").map {
      scheme == nil ? String($0.dropFirst("https:".count)) : $0
    }
  }

  /// Indicates whether a request has such a header.
  static func isForwarded(_ header: (String) -> String?) -> Bool { forwarding.contains { header($0) != nil } }

  /// Returns the last item of a list: the one that the nearest proxy added.
  private static func last(_ name: String, of request: Request) -> String? {
    request.header(name).flatMap { HeaderList.items($0).last }.map(String.init)
  }

  /// Indicates whether a text can be the host of a URL, perhaps with a port.
  static func isHost(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 261
      && text.utf8.allSatisfy { $0.isWordByte || ".:[]".utf8.contains($0) }
  }

  /// Reads a URL from the settings, such as `https://themes.example/prefix`. Returns it without a slash at its end, or nil
  /// if it is none.
  package static func read(_ text: String) -> String? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0] == "http:" || parts[0] == "https:", parts[1].isEmpty,
      isHost(String(parts[2])), text.utf8.count <= 1024,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !"\"'<>\\^`{}|?#()".utf8.contains($0) })
    else { return nil }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}
