internal import Themes

/// The named images of a theme and its parents: what a rule's image value stands for.
struct ImageTable: Sendable {
  private let entries: [Entry]
  private let ids: [String: Int]

  private struct Entry: Sendable {
    let base: String
    let variants: [(mask: TraitMask, traitCount: Int, name: String)]
  }

  /// - Parameter generations: parents first; a child's entry of the same name replaces theirs.
  init(_ generations: [Theme], traits: inout TraitTable) {
    var merged: [String: Theme.Variants<String>] = [:]
    for generation in generations { merged.merge(generation.images) { $1 } }
    var entries: [Entry] = []
    var ids: [String: Int] = [:]
    for (name, image) in merged.sorted(by: { $0.key < $1.key }) {
      ids[name] = entries.count
      let variants = image.variants.map { variant in
        (traits.requirement(variant.traits), variant.traits.count, variant.content)
      }
      entries.append(Entry(base: image.base, variants: variants))
    }
    (self.entries, self.ids) = (entries, ids)
  }

  var names: [String] { ids.keys.sorted() }

  func id(of name: String) -> Int? { ids[name] }

  /// The bare image name that an entry stands for where these traits hold.
  func image(_ id: Int, holding mask: TraitMask) -> String {
    let entry = entries[id]
    var (name, mostTraits) = (entry.base, -1)
    for variant in entry.variants
    where variant.traitCount >= mostTraits && variant.mask.isSubset(of: mask) {
      (name, mostTraits) = (variant.name, variant.traitCount)
    }
    return name
  }
}
