package import Bindings

/// The address of a server as users write it: `https://themes.example`, just `127.0.0.1:8080`, or `unix:/run/livery.sock`.
package struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
  package let endpoint: ListenAddress
  /// The prefix of every path, for a server behind a proxy; empty or beginning with a slash.
  package let path: String
  package let isSecure: Bool

  package struct AddressError: Error, Hashable, CustomStringConvertible {
    let text: String

    package var description: String {
      "'\(text)' is not a server's address, like http://127.0.0.1:8080 or unix:/run/livery.sock."
    }
  }

  package init(_ text: String) throws(AddressError) {
    let scheme = ["https://", "http://"].first { text.hasPrefix($0) } ?? ""
    let isSecure = scheme == "https://"
    let rest = String(text.dropFirst(scheme.count))
    if rest.hasPrefix("unix:") {
      guard let endpoint = ListenAddress(rest) else { throw AddressError(text: text) }
      self.init(endpoint, isSecure: isSecure)
      return
    }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let authority = String(rest[..<slash])
    var path = String(rest[slash...])
    while path.hasSuffix("/") { path.removeLast() }
    guard let address = ListenAddress(authority) ?? ListenAddress("\(authority):\(isSecure ? 443 : 80)"),
      !text.contains(" ")
    else { throw AddressError(text: text) }
    self.init(address, path: path, isSecure: isSecure)
  }

  package init(_ endpoint: ListenAddress, path: String = "", isSecure: Bool = false) {
    (self.endpoint, self.path, self.isSecure) = (endpoint, path, isSecure)
  }

  /// The host that requests name and that a certificate is for. A Unix socket is on this machine.
  package var host: String { if case .inet(let host, _) = endpoint { host } else { "localhost" } }

  var authority: String { if case .inet = endpoint { endpoint.description } else { host } }

  package var description: String {
    switch endpoint {
    case .inet: "\(isSecure ? "https" : "http")://\(endpoint)\(path)"
    case .unix: "\(isSecure ? "https://" : "")\(endpoint)"
    }
  }

  package var secured: ServerAddress { ServerAddress(endpoint, path: path, isSecure: true) }

  /// The server that the same environment would start on this machine: the default of the commands.
  package static func here(_ environment: [String: String]) -> ServerAddress {
    let listen = environment["LIVERY_LISTEN"].flatMap(ListenAddress.list)?.first ?? .standard
    return ServerAddress(listen.fromThisMachine)
  }
}
