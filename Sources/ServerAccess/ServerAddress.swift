package import Bindings

/// The address of a server as users write it: `https://themes.example` or just `127.0.0.1:8080`.
package struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
  package let host: String
  package let port: UInt16
  /// The prefix of every path, for a server behind a proxy; empty or beginning with a slash.
  package let path: String
  package let isSecure: Bool

  package struct AddressError: Error, Hashable, CustomStringConvertible {
    let text: String

    package var description: String { "'\(text)' is not a server's address, like http://127.0.0.1:8080." }
  }

  package init(_ text: String) throws(AddressError) {
    let scheme = ["https://", "http://"].first { text.hasPrefix($0) } ?? ""
    let isSecure = scheme == "https://"
    let rest = text.dropFirst(scheme.count)
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let authority = String(rest[..<slash])
    var path = String(rest[slash...])
    while path.hasSuffix("/") { path.removeLast() }
    guard let address = ListenAddress(authority) ?? ListenAddress("\(authority):\(isSecure ? 443 : 80)"),
      !text.contains(" ")
    else { throw AddressError(text: text) }
    self.init(address, path: path, isSecure: isSecure)
  }

  package init(_ address: ListenAddress, path: String = "", isSecure: Bool = false) {
    host = address.host
    port = address.port
    self.path = path
    self.isSecure = isSecure
  }

  var authority: String { ListenAddress(host: host, port: port).description }

  package var description: String { "\(isSecure ? "https" : "http")://\(authority)\(path)" }

  package var secured: ServerAddress {
    ServerAddress(ListenAddress(host: host, port: port), path: path, isSecure: true)
  }

  /// The server that the same environment would start on this machine: the default of the commands.
  package static func here(_ environment: [String: String]) -> ServerAddress {
    let listen = environment["LIVERY_LISTEN"].flatMap(ListenAddress.init) ?? .standard
    return ServerAddress(listen.fromThisMachine)
  }
}
