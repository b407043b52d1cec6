/// A named thing of a theme and what replaces it where certain traits hold.
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

  /// Whatever it may stand for.
  var contents: [Content] { [base] + variants.map(\.content) }

  /// What it stands for where these traits hold, decided as among rules for the same place.
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
