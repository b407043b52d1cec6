internal import Themes

/// The named images of a theme and its parents: what a rule's image value stands for.
struct ImageTable: Sendable {
  private let entries: [VariantChoice<String>]
  private let ids: [String: Int]

  /// - Parameter generations: parents first; a child's entry of the same name replaces theirs.
  init(_ generations: [Theme], traits: inout TraitTable) {
    var merged: [String: Theme.Variants<String>] = [:]
    for generation in generations { merged.merge(generation.images) { $1 } }
    var entries: [VariantChoice<String>] = []
    var ids: [String: Int] = [:]
    for (name, image) in merged.sorted(by: { $0.key < $1.key }) {
      ids[name] = entries.count
      let variants = image.variants.map { (traits: $0.traits, content: $0.content) }
      entries.append(VariantChoice(base: image.base, variants: variants, numbering: &traits))
    }
    (self.entries, self.ids) = (entries, ids)
  }

  var names: [String] { ids.keys.sorted() }

  func id(of name: String) -> Int? { ids[name] }

  /// The bare image name that an entry stands for where these traits hold.
  func image(_ id: Int, holding mask: TraitMask) -> String { entries[id].content(holding: mask) }
}
