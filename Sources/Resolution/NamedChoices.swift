internal import Themes

/// The named images, or the other named values, of a theme and its parents.
struct NamedChoices<Content: Sendable>: Sendable {
  private let entries: [VariantChoice<Content>]
  private let ids: [String: Int]
  /// In ascending order.
  let names: [String]

  /// - Parameter generations: parents first; a child's entry of the same name replaces theirs.
  init(_ generations: some Sequence<[String: Theme.Variants<Content>]>, traits: inout TraitTable) {
    var merged: [String: Theme.Variants<Content>] = [:]
    for generation in generations { merged.merge(generation) { $1 } }
    names = merged.keys.sorted()
    var entries: [VariantChoice<Content>] = []
    var ids: [String: Int] = [:]
    for name in names {
      guard let entry = merged[name] else { continue }
      ids[name] = entries.count
      let variants = entry.variants.map { (traits: $0.traits, content: $0.content) }
      entries.append(VariantChoice(base: entry.base, variants: variants, numbering: &traits))
    }
    (self.entries, self.ids) = (entries, ids)
  }

  func id(of name: String) -> Int? { ids[name] }

  /// What an entry stands for where these traits hold.
  func content(of id: Int, holding mask: TraitMask) -> Content { entries[id].content(holding: mask) }
}
