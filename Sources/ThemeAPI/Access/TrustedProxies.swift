internal import Documents
internal import Themes

/// The proxies whose forwarding headers are believed: addresses and networks.
package struct TrustedProxies: Sendable, Hashable {
  private let networks: [IPNetwork]

  package static let none = TrustedProxies(networks: [])

  private init(networks: [IPNetwork]) { self.networks = networks }

  /// Reads addresses and networks, separated by commas. Returns nil if one of them is neither.
  package init?(_ text: String) {
    let items = HeaderList.items(text)
    let networks = items.compactMap { IPNetwork($0) }
    guard networks.count == items.count else { return nil }
    self.init(networks: networks)
  }

  package var isEmpty: Bool { networks.isEmpty }

  /// Indicates whether an address is that of a trusted proxy.
  package func contains(_ address: String) -> Bool {
    guard !networks.isEmpty, let address = IPAddress(address) else { return false }
    return contains(address)
  }

  private func contains(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

  /// Returns the client that sends a request: the peer of the connection or, if that is a trusted proxy, the last hop before
  /// it that is none.
  package func client(of head: some RequestHead) -> ClientAddress {
    let peer = head.peer
    guard contains(peer.address) else {
      return ClientAddress(address: peer.address, isLoopback: peer.isLoopback, origin: .connection)
    }
    let said = [hops(of: head.list("X-Forwarded-For")), hops(ofForwarded: head.list("Forwarded"))]
    let clients = Set(said.compactMap { $0 }.map(client))
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

  private func hops(of list: String?) -> [String]? {
    guard let list else { return nil }
    let hops = Self.parts(list, at: ",").map(Self.host)
    return hops.isEmpty ? nil : hops
  }

  /// Returns the `for` parameter of each element of `Forwarded`. An element without one becomes `unknown`.
  private func hops(ofForwarded list: String?) -> [String]? {
    guard let list else { return nil }
    let hops = Self.parts(list, at: ",").map { element in
      let pairs = Self.parts(element, at: ";").map { HeaderList.pair($0) }
      return Self.host(pairs.first { $0.name == "for" }?.value[...] ?? "unknown")
    }
    return hops.isEmpty ? nil : hops
  }

  /// Splits without regard to quotation marks: one that a client opens must not hide what a proxy adds.
  private static func parts(_ text: some StringProtocol, at separator: Character) -> [Substring] {
    Substring(text).split(separator: separator).map { HeaderList.trimmed($0) }.filter { !$0.isEmpty }
  }

  /// Returns a hop without its port and brackets.
  private static func host(_ text: Substring) -> String {
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      return String(text[text.index(after: text.startIndex)..<end])
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return String(parts.count == 2 ? parts[0] : text)
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

/// An address, or all addresses with the same prefix: `10.0.0.0/8`, `fd00::/8`.
struct IPNetwork: Sendable, Hashable {
  private let start: IPAddress
  /// The number of bits in the prefix, counted as IPv6 counts them.
  private let length: Int

  /// Returns nil for text that is no network, and for a network with bits set beyond its prefix.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = IPAddress(parts[0]) else { return nil }
    let width = address.isIPv6 ? 128 : 32
    var bits = width
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy(\.isDigit), let given = Int(parts[1]),
        given <= width
      else {
        return nil
      }
      bits = given
    }
    start = address
    length = 128 - width + bits
    guard start.prefix(length) == start else { return nil }
  }

  func contains(_ address: IPAddress) -> Bool { address.prefix(length) == start }
}
