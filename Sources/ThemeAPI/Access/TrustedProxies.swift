internal import Documents
internal import Themes

/// The proxies whose forwarding headers are believed: addresses, networks, and all clients of Unix sockets.
package struct TrustedProxies: Sendable, Hashable {
  private let networks: [IPNetwork]
  private let includesUnix: Bool

  package static let none = TrustedProxies(networks: [], includesUnix: false)
  /// The address of all clients of Unix sockets.
  private static let unix = "unix"

  private init(networks: [IPNetwork], includesUnix: Bool) {
    (self.networks, self.includesUnix) = (networks, includesUnix)
  }

  /// Reads addresses, networks and the word `unix`, separated by commas. Returns nil if an item is none of them.
  package init?(_ text: String) {
    let items = HeaderList.items(text)
    let numeric = items.filter { $0 != Self.unix }
    networks = numeric.compactMap { IPNetwork($0) }
    includesUnix = numeric.count < items.count
    guard networks.count == numeric.count else { return nil }
  }

  package var isEmpty: Bool { networks.isEmpty && !includesUnix }

  package func contains(_ address: String) -> Bool {
    if includesUnix, address == Self.unix { return true }
    guard !networks.isEmpty, let address = IPAddress(address) else { return false }
    return contains(address)
  }

  private func contains(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

  /// Indicates whether a header may name the client of a request.
  static func names(_ header: String) -> Bool {
    ["X-Forwarded-For", "Forwarded"].contains { header.equalsIgnoringASCIICase($0) }
  }

  /// Returns the client that sends a request: the peer of the connection or, if that is a trusted proxy, the last hop before
  /// it that is none.
  package func client(of head: some RequestHead) -> ClientAddress {
    let peer = head.peer
    guard contains(peer.address) else {
      return ClientAddress(address: peer.address, isLoopback: peer.isLoopback, origin: .connection)
    }
    let forwardedFor = hops(in: head.list("X-Forwarded-For")) { $0 }
    let forwarded = hops(in: head.list("Forwarded")) { element in
      let pairs = Self.parts(element, at: ";").map { HeaderList.pair($0) }
      return pairs.first { $0.name == "for" }?.value[...] ?? "unknown"
    }
    let clients = Set([forwardedFor, forwarded].filter { !$0.isEmpty }.map(client))
    // If the headers differ, the client sent one of them and the proxy added the other.
    guard clients.count == 1, let client = clients.first else {
      return ClientAddress(address: peer.address, isLoopback: false, origin: .proxy)
    }
    let address = IPAddress(client)
    return ClientAddress(
      address: address?.description ?? client, isLoopback: address?.isLoopback ?? false, origin: .header)
  }

  /// Returns the last hop that is no trusted proxy, or else the first.
  private func client(behind hops: [String]) -> String {
    hops.last { hop in IPAddress(hop).map { !contains($0) } ?? true } ?? hops[0]
  }

  /// Returns the hops in the elements of a header, without their ports and brackets.
  private func hops(in list: String?, of element: (Substring) -> Substring) -> [String] {
    guard let list else { return [] }
    return Self.parts(list, at: ",").map { part in
      let text = element(part)
      if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return String(text[..<end].dropFirst()) }
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      return String(parts.count == 2 ? parts[0] : text)
    }
  }

  /// Splits without regard to quotation marks: one that a client opens must not hide what a proxy adds.
  private static func parts(_ text: some StringProtocol, at separator: Character) -> [Substring] {
    Substring(text).split(separator: separator).map { HeaderList.trimmed($0) }.filter { !$0.isEmpty }
  }
}

/// The address of the client that sends a request, as far as it is known.
package struct ClientAddress: Sendable, Hashable {
  package enum Origin: Sendable, Hashable {
    /// The other end of the connection.
    case connection
    /// The headers of a trusted proxy.
    case header
    /// A trusted proxy that does not name its client.
    case proxy
  }

  package let address: String
  package let isLoopback: Bool
  package let origin: Origin
}
