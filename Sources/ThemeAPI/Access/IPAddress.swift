internal import Documents
internal import Themes

/// A numeric address of IPv4 or IPv6. An IPv4 address is stored as IPv6 maps it, so that both spellings are equal.
package struct IPAddress: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Returns nil if the text is no numeric address.
  package init?(_ text: some StringProtocol) {
    guard let groups = text.contains(":") ? Self.groups(ofIPv6: text) : Self.groups(ofIPv4: text) else {
      return nil
    }
    self.init(
      high: groups[..<4].reduce(0) { $0 << 16 | UInt64($1) },
      low: groups[4...].reduce(0) { $0 << 16 | UInt64($1) })
  }

  package var isIPv6: Bool { high != 0 || low >> 32 != 0xffff }

  package var isLoopback: Bool { isIPv6 ? high == 0 && low == 1 : low >> 24 & 0xff == 127 }

  /// Returns the address with all bits after a prefix set to zero, counted as IPv6 counts them.
  package func prefix(_ bits: Int) -> IPAddress {
    func mask(_ kept: Int) -> UInt64 { kept <= 0 ? 0 : kept >= 64 ? .max : ~(UInt64.max >> UInt64(kept)) }
    return IPAddress(high: high & mask(bits), low: low & mask(bits - 64))
  }

  private static func groups(ofIPv4 text: some StringProtocol) -> [UInt16]? {
    guard let pair = pair(ofIPv4: text) else { return nil }
    return [0, 0, 0, 0, 0, 0xffff] + pair
  }

  /// The four numbers as two groups of IPv6.
  private static func pair(ofIPv4 text: some StringProtocol) -> [UInt16]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy(\.isDigit) ? UInt8(part).map(UInt16.init) : nil
    }
    guard parts.count == 4, numbers.count == 4 else { return nil }
    return [numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3]]
  }

  private static func groups(ofIPv6 text: some StringProtocol) -> [UInt16]? {
    let halves = text.split(separator: "::", omittingEmptySubsequences: false)
    guard halves.count <= 2 else { return nil }
    guard let first = words(halves[0], isLast: halves.count == 1),
      let second = halves.count == 2 ? words(halves[1], isLast: true) : []
    else {
      return nil
    }
    let missing = 8 - first.count - second.count
    guard halves.count == 2 ? missing >= 1 : missing == 0 else { return nil }
    return first + Array(repeating: 0, count: missing) + second
  }

  /// - Parameter isLast: whether the address ends with this text, so that four numbers of IPv4 are allowed at its end.
  private static func words(_ text: some StringProtocol, isLast: Bool) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    var words: [UInt16] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if isLast, index == parts.count - 1, part.contains(".") {
        guard let pair = pair(ofIPv4: part) else { return nil }
        words += pair
      } else {
        guard (1...4).contains(part.utf8.count), part.utf8.first != UInt8(ascii: "+"),
          let word = UInt16(part, radix: 16)
        else { return nil }
        words.append(word)
      }
    }
    return words
  }
}

extension IPAddress: CustomStringConvertible {
  package var description: String {
    guard isIPv6 else { return [24, 16, 8, 0].map { String(low >> $0 & 0xff) }.joined(separator: ".") }
    let groups = [high, low].flatMap { half in [48, 32, 16, 0].map { half >> UInt64($0) & 0xffff } }
    let zeros = Self.longestZeros(in: groups)
    func text(_ part: ArraySlice<UInt64>) -> String {
      part.map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard zeros.count > 1 else { return text(groups[...]) }
    return "\(text(groups[..<zeros.lowerBound]))::\(text(groups[zeros.upperBound...]))"
  }

  /// Returns the range of the longest run of zeros, which is left out.
  private static func longestZeros(in groups: [UInt64]) -> Range<Int> {
    var (longest, start) = (0..<0, 0)
    for index in groups.indices {
      if groups[index] != 0 { start = index + 1 }
      if index + 1 - start > longest.count { longest = start..<(index + 1) }
    }
    return longest
  }
}
