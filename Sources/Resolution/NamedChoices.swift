internal import Themes

/// A named entry of a theme with its variants for certain traits.
struct VariantChoice<Content: Sendable>: Sendable {
  let base: Content
  private let variants: [Candidate]

  private struct Candidate: Sendable {
    let mask: TraitMask
    let traitCount: Int32
    let content: Content
  }

  init<Written>(
    _ entry: Theme.Variants<Written>, numbering traits: inout TraitTable,
    _ content: (Written?) throws(CompileFailure) -> Content
  ) throws(CompileFailure) {
    var variants: [Candidate] = []
    variants.reserveCapacity(entry.variants.count)
    for variant in entry.variants {
      variants.append(
        Candidate(
          mask: traits.requirement(variant.traits), traitCount: Int32(variant.traits.count),
          content: try content(variant.content)))
    }
    (base, self.variants) = (try content(entry.base), variants)
  }

  /// All contents that the entry can have for any traits.
  var contents: [Content] { [base] + variants.map(\.content) }

  /// Returns the content for these traits. Precedence decides as between rules for the same place.
  func content(holding mask: TraitMask) -> Content {
    var leader = (traitCount: Int32(-1), order: Int32(-1))
    // By index, since an iterator would retain and release the content of each variant.
    for index in variants.indices where variants[index].mask.isSubset(of: mask) {
      let claim = (traitCount: variants[index].traitCount, order: Int32(index))
      if Precedence.compareTraits(claim, leader).aWins { leader = claim }
    }
    return leader.order < 0 ? base : variants[Int(leader.order)].content
  }
}

/// The entries of a theme and its parents by number, each with its choice of contents.
struct NamedChoices<Content: Sendable>: Sendable {
  private let choices: [VariantChoice<Content>]
  private let numbers: Interner<String>

  /// - Parameters:
  ///   - order: the names in the order of their numbers.
  ///   - content: converts a content as the theme writes it.
  init<Written>(
    _ entries: [String: Theme.Variants<Written>], inOrder order: [String], numbering traits: inout TraitTable,
    _ content: (Written?, Interner<String>) throws(CompileFailure) -> Content
  ) throws(CompileFailure) {
    let numbers = Interner(order)
    var choices: [VariantChoice<Content>] = []
    choices.reserveCapacity(order.count)
    for entry in order.lazy.compactMap({ entries[$0] }) {
      choices.append(
        try VariantChoice(entry, numbering: &traits) { written throws(CompileFailure) in
          try content(written, numbers)
        })
    }
    (self.choices, self.numbers) = (choices, numbers)
  }

  init<Written>(
    _ entries: [String: Theme.Variants<Written>], inOrder order: [String], numbering traits: inout TraitTable
  ) throws(CompileFailure) where Content == Written? {
    try self.init(entries, inOrder: order, numbering: &traits) { written, _ in written }
  }

  /// The names by number.
  var names: [String] { numbers.names }

  func id(of name: String) -> Int? { numbers.find(name).map { Int($0) } }

  func contents(of id: Int) -> [Content] { choices[id].contents }

  func content(of id: Int, holding mask: TraitMask) -> Content { choices[id].content(holding: mask) }

  func content<Known>(of name: String, holding mask: TraitMask) -> Known? where Content == Known? {
    id(of: name).flatMap { content(of: $0, holding: mask) }
  }
}
