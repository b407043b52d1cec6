/// A named entry of a theme with its variants for certain traits.
struct VariantChoice<Content: Sendable>: Sendable {
  let base: Content
  private let variants: [Candidate]

  private struct Candidate: Sendable {
    let mask: TraitMask
    let traitCount: Int32
    let content: Content
  }

  init(
    base: Content, variants: [(traits: [String: String], content: Content)],
    numbering traits: inout TraitTable
  ) {
    self.base = base
    self.variants = variants.map { variant in
      Candidate(
        mask: traits.requirement(variant.traits), traitCount: Int32(variant.traits.count),
        content: variant.content)
    }
  }

  /// All contents that the entry can have for any traits.
  var contents: [Content] { [base] + variants.map(\.content) }

  /// Returns the content for these traits. Precedence decides as between rules for the same place.
  func content(holding mask: TraitMask) -> Content {
    var (content, leader) = (base, (traitCount: Int32(-1), order: Int32(-1)))
    for (order, variant) in variants.enumerated() where variant.mask.isSubset(of: mask) {
      let claim = (traitCount: variant.traitCount, order: Int32(order))
      guard Precedence.compareTraits(claim, leader).aWins else { continue }
      (content, leader) = (variant.content, claim)
    }
    return content
  }
}

/// A set of trait values: a bit for each pair of name and value that a theme mentions.
struct TraitMask: Sendable, Hashable {
  private(set) var first: UInt64 = 0
  /// Bits from the 65th on; empty for nearly every theme.
  private var rest: [UInt64] = []

  init() {}

  /// Indicates whether there are bits beyond `first`.
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

/// The bit of each pair of trait name and value that a theme mentions.
struct TraitTable: Sendable {
  private var bits: [String: [String: Int]] = [:]
  private var count = 0

  /// The names of the traits mentioned, in ascending order.
  var names: [String] { bits.keys.sorted() }

  /// Returns the number of combinations of the mentioned values, each trait also without a value.
  func combinations(atMost limit: Int) -> Int {
    bits.values.reduce(1) { min(limit, $0 * ($1.count + 1)) }
  }

  /// All pairs at once, which no single request can have.
  var everything: TraitMask {
    var mask = TraitMask()
    for bit in 0..<count { mask.insert(bit) }
    return mask
  }

  /// Returns the mask of a condition, and gives new pairs a bit.
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

  /// Returns the mask of the given traits.
  func holding(_ traits: [String: String]) -> TraitMask {
    var mask = TraitMask()
    for (name, values) in bits {
      if let value = traits[name], let bit = values[value] { mask.insert(bit) }
    }
    return mask
  }
}
