/// The proxies whose word on who sends a request is taken: addresses, or networks of them.
package struct TrustedProxies: Sendable, Hashable {
  private let networks: [IPNetwork]

  package static let none = TrustedProxies(networks: [])

  private init(networks: [IPNetwork]) { self.networks = networks }

  /// - Parameter text: addresses and networks, separated by commas; nil where one of them is neither.
  package init?(_ text: String) {
    let items = HeaderList.items(text)
    let networks = items.compactMap { IPNetwork($0) }
    guard networks.count == items.count else { return nil }
    self.init(networks: networks)
  }

  package var isEmpty: Bool { networks.isEmpty }

  /// Whether a connection from there is a proxy's.
  package func contains(_ address: String) -> Bool {
    guard !networks.isEmpty, let address = IPAddress(address) else { return false }
    return contains(address)
  }

  private func contains(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

  /// Who sends a request: whoever is at the other end of the connection or, where that is a proxy, the last hop
  /// before it that is none.
  package func client(of caller: some Caller) -> Sender {
    let peer = caller.peer
    guard contains(peer.address) else {
      return Sender(address: peer.address, isLoopback: peer.isLoopback, origin: .connection)
    }
    let said = [hops(of: caller.list("X-Forwarded-For")), hops(ofForwarded: caller.list("Forwarded"))]
    let clients = Set(said.compactMap { $0 }.map(client))
    // Of two that differ, one came from outside and was passed on by a proxy that adds the other.
    guard clients.count == 1, let client = clients.first else {
      return Sender(address: peer.address, isLoopback: false, origin: .proxy)
    }
    let address = IPAddress(client)
    return Sender(
      address: address?.description ?? client, isLoopback: address?.isLoopback ?? false, origin: .header)
  }

  /// The last hop that is not a proxy's, else the first.
  private func client(behind hops: [String]) -> String {
    hops.last { hop in IPAddress(hop).map { !contains($0) } ?? true } ?? hops[0]
  }

  private func hops(of list: String?) -> [String]? {
    guard let list else { return nil }
    let hops = Self.parts(list, at: ",").map(Self.host)
    return hops.isEmpty ? nil : hops
  }

  /// Of each element of `Forwarded` what `for` says; one that says nothing of it is nobody.
  private func hops(ofForwarded list: String?) -> [String]? {
    guard let list else { return nil }
    let hops = Self.parts(list, at: ",").map { element in
      let pairs = Self.parts(element, at: ";").map { HeaderList.pair($0) }
      return Self.host(pairs.first { $0.name == "for" }?.value[...] ?? "unknown")
    }
    return hops.isEmpty ? nil : hops
  }

  /// Whatever quotation marks stand there: one that a client opens must not swallow what a proxy adds.
  private static func parts(_ text: some StringProtocol, at separator: Character) -> [Substring] {
    Substring(text).split(separator: separator).map { HeaderList.trimmed($0) }.filter { !$0.isEmpty }
  }

  /// A hop without port and brackets.
  private static func host(_ text: Substring) -> String {
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      return String(text[text.index(after: text.startIndex)..<end])
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return String(parts.count == 2 ? parts[0] : text)
  }
}
