internal import Themes

/// An address, or all that begin like it: `10.0.0.0/8`, `fd00::/8`.
struct IPNetwork: Sendable, Hashable {
  private let start: IPAddress
  /// How many bits are the same, counted as IPv6 counts them.
  private let length: Int

  /// Nil for what is no network, and for one with bits beyond its length, which nobody can have meant.
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
