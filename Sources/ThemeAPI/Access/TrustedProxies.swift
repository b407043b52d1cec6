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

/// A numeric address of IPv4 or IPv6. An IPv4 address is stored as IPv6 maps it, so that both spellings are equal.
package struct IPAddress: Sendable, Hashable, CustomStringConvertible {
  private let bits: UInt128

  private init(bits: UInt128) { self.bits = bits }

  /// Returns nil if the text is no numeric address.
  package init?(_ text: some StringProtocol) {
    let groups =
      text.contains(":")
      ? Self.groups(of: text) : Self.pair(ofIPv4: text).map { [0, 0, 0, 0, 0, 0xffff] + $0 }
    guard let groups else { return nil }
    bits = groups.reduce(0) { $0 << 16 | UInt128($1) }
  }

  package var isIPv6: Bool { bits >> 32 != 0xffff }

  package var isLoopback: Bool { isIPv6 ? bits == 1 : bits >> 24 & 0xff == 127 }

  /// Returns the address with all bits after a prefix set to zero, counted as IPv6 counts them.
  package func prefix(_ count: Int) -> IPAddress { IPAddress(bits: bits & .max << (128 - count)) }

  /// Returns the client that an address stands for. A single client of IPv6 usually has a whole network of 64 bits.
  static func client(at address: String) -> String {
    IPAddress(address).map { $0.isIPv6 ? $0.prefix(64).description : address } ?? address
  }

  /// Returns the four numbers as two groups of IPv6.
  private static func pair(ofIPv4 text: some StringProtocol) -> [UInt16]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy(\.isDigit) ? UInt8(part).map(UInt16.init) : nil
    }
    guard parts.count == 4, numbers.count == 4 else { return nil }
    return [numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3]]
  }

  private static func groups(of text: some StringProtocol) -> [UInt16]? {
    let halves = text.split(separator: "::", omittingEmptySubsequences: false)
    guard halves.count <= 2, let first = groups(halves[0], isLast: halves.count == 1),
      let second = halves.count == 2 ? groups(halves[1], isLast: true) : []
    else { return nil }
    let missing = 8 - first.count - second.count
    guard halves.count == 2 ? missing >= 1 : missing == 0 else { return nil }
    return first + Array(repeating: 0, count: missing) + second
  }

  /// - Parameter isLast: whether the address ends with this text, so that four numbers of IPv4 are allowed at its end.
  private static func groups(_ text: some StringProtocol, isLast: Bool) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    var groups: [UInt16] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if isLast, index == parts.count - 1, part.contains(".") {
        guard let pair = pair(ofIPv4: part) else { return nil }
        groups += pair
      } else {
        guard (1...4).contains(part.utf8.count), part.utf8.first != UInt8(ascii: "+"),
          let group = UInt16(part, radix: 16)
        else { return nil }
        groups.append(group)
      }
    }
    return groups
  }

  package var description: String {
    guard isIPv6 else { return [24, 16, 8, 0].map { String(bits >> $0 & 0xff) }.joined(separator: ".") }
    let groups = stride(from: 112, through: 0, by: -16).map { bits >> $0 & 0xffff }
    // The longest run of zeros is left out.
    var (zeros, start) = (0..<0, 0)
    for index in groups.indices {
      if groups[index] != 0 { start = index + 1 }
      if index + 1 - start > zeros.count { zeros = start..<(index + 1) }
    }
    func text(_ part: ArraySlice<UInt128>) -> String {
      part.map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard zeros.count > 1 else { return text(groups[...]) }
    return "\(text(groups[..<zeros.lowerBound]))::\(text(groups[zeros.upperBound...]))"
  }
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
      guard parts[1].utf8.allSatisfy(\.isDigit), let given = Int(parts[1]), given <= width else { return nil }
      bits = given
    }
    start = address
    length = 128 - width + bits
    guard contains(start) else { return nil }
  }

  func contains(_ address: IPAddress) -> Bool { address.prefix(length) == start }
}
