/// Which of the trait values that a theme mentions hold: a bit for each pair of name and value.
struct TraitMask: Sendable, Hashable {
  private(set) var first: UInt64 = 0
  /// Bits from the 65th on; empty for nearly every theme.
  private var rest: [UInt64] = []

  init() {}

  /// Whether `first` does not tell all of it.
  var isWide: Bool { !rest.isEmpty }

  mutating func insert(_ bit: Int) {
    if bit < 64 {
      first |= 1 << UInt64(bit)
    } else {
      let word = (bit - 64) >> 6
      while rest.count <= word { rest.append(0) }
      rest[word] |= 1 << UInt64((bit - 64) & 63)
    }
  }

  @inline(__always)
  func isSubset(of other: TraitMask) -> Bool {
    if first & ~other.first != 0 { return false }
    return rest.isEmpty || restIsSubset(of: other)
  }

  private func restIsSubset(of other: TraitMask) -> Bool {
    for (index, word) in rest.enumerated() {
      if word & ~(index < other.rest.count ? other.rest[index] : 0) != 0 { return false }
    }
    return true
  }
}

/// Gives each pair of trait name and value that a theme mentions its bit.
struct TraitTable: Sendable {
  private var bits: [String: [String: Int]] = [:]
  private var count = 0

  /// The names of the traits mentioned, in ascending order.
  var names: [String] { bits.keys.sorted() }

  /// In how many ways values, or none, can be chosen for all traits that are mentioned.
  func combinations(atMost limit: Int) -> Int {
    bits.values.reduce(1) { min(limit, $0 * ($1.count + 1)) }
  }

  /// Every pair at once, which no traits of one situation make.
  var everything: TraitMask {
    var mask = TraitMask()
    for bit in 0..<count { mask.insert(bit) }
    return mask
  }

  /// The mask of a condition; pairs seen for the first time get a bit.
  mutating func requirement(_ traits: [String: String]) -> TraitMask {
    var mask = TraitMask()
    if traits.isEmpty { return mask }
    for (name, value) in traits.sorted(by: { $0.key < $1.key }) {
      let bit = bits[name]?[value] ?? count
      if bit == count {
        bits[name, default: [:]][value] = bit
        count += 1
      }
      mask.insert(bit)
    }
    return mask
  }

  /// The mask of what holds.
  func holding(_ traits: [String: String]) -> TraitMask {
    var mask = TraitMask()
    for (name, values) in bits {
      if let value = traits[name], let bit = values[value] { mask.insert(bit) }
    }
    return mask
  }
}
