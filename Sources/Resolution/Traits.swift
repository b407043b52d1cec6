internal import Documents
package import Themes

/// The traits of a request, checked against a kit, with the kit's defaults.
package struct TraitValues: Sendable, Hashable {
  /// The given traits, in canonical form.
  package let given: [String: String]
  /// The given values, and the kit's default for each trait that was not given.
  package let effective: [String: String]

  package init(defaultsOf kit: Kit) { self.init(canonical: [:], kit: kit) }

  /// Parses pairs of name and value in the notation of a query.
  package init(_ pairs: some Sequence<(name: String, value: String)>, kit: Kit) throws(LookupError) {
    var given: [String: String] = [:]
    for (name, value) in pairs {
      guard given[name] == nil else {
        throw LookupError(.repeatedTrait, "The trait '\(name)' is given twice.")
      }
      given[name] = try Self.canonical(value, of: name, in: kit)
    }
    self.init(canonical: given, kit: kit)
  }

  /// Creates traits from canonical values, such as those of rules.
  package init(canonical given: [String: String], kit: Kit) {
    self.given = given
    effective = kit.traits.compactMapValues(\.defaultValue).merging(given) { $1 }
  }

  /// Returns the canonical form of a value. Throws if the kit does not know the trait or the value.
  package static func canonical(
    _ value: String, of name: String, in kit: Kit
  ) throws(LookupError) -> String {
    guard let trait = kit.traits[name] else {
      let hint = NearestName.question(name, among: kit.traits.keys)
      throw LookupError(.unknownTrait, "The kit \(kit.name) has no trait '\(name)'\(hint)")
    }
    switch trait.canonical(value) {
    case .success(let canonical): return canonical
    case .failure(let refusal): throw LookupError(.traitValue, "The trait \(name) \(refusal.sentence)")
    }
  }
}

/// A set of trait values: a bit for each pair of name and value that a theme mentions.
struct TraitMask: Sendable, Hashable {
  private(set) var first: UInt64
  /// Bits from the 65th on; empty for nearly every theme.
  private var rest: [UInt64] = []

  init(_ first: UInt64 = 0) { self.first = first }

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

  var names: [String] { bits.keys.sorted() }

  func values(of name: String) -> [String] { bits[name].map { Array($0.keys) } ?? [] }

  func mentions(_ name: String, _ value: String) -> Bool { bits[name]?[value] != nil }

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

  func holding(_ traits: [String: String]) -> TraitMask {
    var mask = TraitMask()
    for (name, values) in bits {
      if let value = traits[name], let bit = values[value] { mask.insert(bit) }
    }
    return mask
  }
}
