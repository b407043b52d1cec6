internal import Themes

/// What stands before the path of an address, so that it means the same wherever it is used.
package enum PublicAddress {
  /// For a style sheet, whose addresses are looked up from the page that uses them: where the settings say nothing,
  /// the host that the client asked. What speaks TLS for a server that does not is left to the page's own scheme.
  static func origin(of request: ReadRequest, _ services: Services) -> String {
    guard services.publicURL.isEmpty else { return services.publicURL }
    if let origin = request.forwardedOrigin { return origin }
    guard let host = request.header("Host"), isHost(host) else { return "" }
    return (services.hasTLS ? "https://" : "//") + host
  }

  /// The headers that it is worked out from: part of the address for whoever stands before the server.
  static func headers(_ gate: Gate) -> [String] { ["Host"] + (gate.trustsProxies ? forwarding : []) }

  /// What only a proxy's word counts in.
  private static let forwarding = ["X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Prefix"]

  /// What a trusted proxy says of the address that its client asked; nil where there is none, or it says nothing.
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

  /// Whether a request says that it came another way than it seems.
  static func isForwarded(_ header: (String) -> String?) -> Bool {
    forwarding.contains { header($0) != nil }
  }

  /// The last of a list: what the nearest proxy wrote.
  private static func last(_ name: String, of request: Request) -> String? {
    request.header(name).flatMap { HeaderList.items($0).last }.map(String.init)
  }

  /// Whether a text can be the host of an address, perhaps with a port.
  static func isHost(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 261
      && text.utf8.allSatisfy { $0.isWordByte || ".:[]".utf8.contains($0) }
  }

  /// An address as it is set, `https://themes.example/prefix`, without a slash at its end; nil where it is none.
  package static func read(_ text: String) -> String? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0] == "http:" || parts[0] == "https:", parts[1].isEmpty,
      isHost(String(parts[2])), text.utf8.count <= 1024,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !"\"'<>\\^`{}|?#()".utf8.contains($0) })
    else { return nil }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}
