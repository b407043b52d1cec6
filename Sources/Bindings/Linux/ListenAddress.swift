/// An address to listen on, as it is written in settings: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`,
/// `unix:/run/livery.sock`.
package enum ListenAddress: Sendable, Hashable, CustomStringConvertible {
  case inet(host: String, port: UInt16)
  case unix(path: String)

  /// The address on which the server listens by default.
  package static let standard = ListenAddress(host: "127.0.0.1", port: 8080)
  private static let unixPrefix = "unix:"

  package init(host: String, port: UInt16) { self = .inet(host: host, port: port) }

  /// Nil if the text is neither a path after `unix:` nor a host, a colon and a port.
  package init?(_ text: String) {
    if text.hasPrefix(Self.unixPrefix) {
      let path = text.dropFirst(Self.unixPrefix.count)
      guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
      self = .unix(path: String(path))
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[colon...].dropFirst()) else {
      return nil
    }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || $0 == "/" }) else { return nil }
    self.init(host: String(host), port: port)
  }

  /// Parses several addresses, separated by commas. Returns nil if there is none, or one is invalid.
  package static func list(_ text: String) -> [ListenAddress]? {
    let parts = text.split(separator: ",").map { part in
      ListenAddress(String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
    }
    let addresses = parts.compactMap { $0 }
    return addresses.isEmpty || addresses.count < parts.count ? nil : addresses
  }

  package var description: String {
    switch self {
    case .inet(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path): Self.unixPrefix + path
    }
  }

  package var port: UInt16? { if case .inet(_, let port) = self { port } else { nil } }

  /// Indicates whether only this machine reaches it: a loopback address, as far as its text shows, or a Unix socket.
  package var isLocal: Bool {
    guard case .inet(let host, _) = self else { return true }
    return host == "localhost" || host == "::1"
      || host.split(separator: ".").count == 4 && host.hasPrefix("127.")
  }

  /// The address under which clients on the same machine reach a server that listens here.
  package var fromThisMachine: ListenAddress {
    switch self {
    case .inet("0.0.0.0", let port): .inet(host: "127.0.0.1", port: port)
    case .inet("::", let port): .inet(host: "::1", port: port)
    default: self
    }
  }
}
