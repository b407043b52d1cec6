/// A host and a port, as they are written in settings: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`.
package struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
  /// Where the server listens when nothing else is set.
  package static let standard = ListenAddress(host: "127.0.0.1", port: 8080)

  package let host: String
  package let port: UInt16

  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Nil for anything that is not a host, a colon and a port.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
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

  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Whether it is written as one that this machine alone reaches.
  package var isLoopback: Bool {
    host == "localhost" || host == "::1" || host.split(separator: ".").count == 4 && host.hasPrefix("127.")
  }

  /// Where a client on the same machine finds a server that listens here.
  package var fromThisMachine: ListenAddress {
    switch host {
    case "0.0.0.0": ListenAddress(host: "127.0.0.1", port: port)
    case "::": ListenAddress(host: "::1", port: port)
    default: self
    }
  }
}
