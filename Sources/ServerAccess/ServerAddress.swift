package import Bindings

/// Where a server is found, as people write it: `http://127.0.0.1:8080`, or just `127.0.0.1:8080`.
package struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
  package let host: String
  package let port: UInt16
  /// What stands before every path, for a server behind a proxy; empty or beginning with a slash.
  package let path: String

  package enum AddressError: Error, Hashable, CustomStringConvertible {
    case notAnAddress(String)
    case encrypted(String)

    package var description: String {
      switch self {
      case .notAnAddress(let text): "'\(text)' is not a server's address, like http://127.0.0.1:8080."
      case .encrypted(let text):
        "'\(text)' can't be asked, as the commands speak plain HTTP only; ask the server on its own machine."
      }
    }
  }

  package init(_ text: String) throws(AddressError) {
    guard !text.hasPrefix("https://") else { throw .encrypted(text) }
    let rest = text.hasPrefix("http://") ? text.dropFirst("http://".count) : text[...]
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let authority = String(rest[..<slash])
    var path = String(rest[slash...])
    while path.hasSuffix("/") { path.removeLast() }
    guard let address = ListenAddress(authority) ?? ListenAddress("\(authority):80"), !text.contains(" ")
    else {
      throw .notAnAddress(text)
    }
    self.init(address, path: path)
  }

  package init(_ address: ListenAddress, path: String = "") {
    host = address.host
    port = address.port
    self.path = path
  }

  var authority: String { ListenAddress(host: host, port: port).description }

  package var description: String { "http://\(authority)\(path)" }

  /// What the commands ask when nobody says otherwise: the server that the same environment would start here.
  package static func here(_ environment: [String: String]) -> ServerAddress {
    let listen = environment["LIVERY_LISTEN"].flatMap(ListenAddress.init) ?? .standard
    return ServerAddress(listen.fromThisMachine)
  }
}
