internal import Themes

/// The named images of a theme and its parents.
struct NamedImages: Sendable {
  private let entries: [VariantChoice<String?>]
  private let numbers: Interner<String>

  /// - Parameter generations: parents first; a child's entry of the same name replaces theirs.
  init(_ generations: [Theme], traits: inout TraitTable) {
    var merged: [String: Theme.Variants<String>] = [:]
    for generation in generations { merged.merge(generation.images) { $1 } }
    numbers = Interner(merged.keys.sorted())
    entries = numbers.names.compactMap { merged[$0] }.map { entry in
      let variants = entry.variants.map { (traits: $0.traits, content: $0.content) }
      return VariantChoice(base: entry.base, variants: variants, numbering: &traits)
    }
  }

  /// In ascending order.
  var names: [String] { numbers.names }

  func id(of name: String) -> Int? { numbers.find(name).map { Int($0) } }

  /// Whatever an entry may stand for; nil for nothing.
  func contents(of id: Int) -> [String?] { entries[id].contents }

  /// What an entry stands for where these traits hold; nil for nothing.
  func content(of id: Int, holding mask: TraitMask) -> String? { entries[id].content(holding: mask) }
}
