/// What stands before the path of an address, so that it means the same wherever it is used.
package enum PublicAddress {
  /// For a style sheet, whose addresses are looked up from the page that uses them: where the settings say nothing,
  /// the host that the client asked. What speaks TLS for a server that does not is left to the page's own scheme.
  static func origin(of request: ReadRequest, _ services: Services) -> String {
    guard services.publicURL.isEmpty else { return services.publicURL }
    guard let host = request.header("Host"), isHost(host) else { return "" }
    return (services.hasTLS ? "https://" : "//") + host
  }

  /// Whether a text can be the host of an address, perhaps with a port.
  static func isHost(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 261
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: ".-:[]_".utf8.contains(byte)
        }
      }
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
