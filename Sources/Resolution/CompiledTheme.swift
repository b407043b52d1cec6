package import Themes

/// A theme with its parents in one flat index, ready to be asked.
package final class CompiledTheme: Sendable {
  package let name: String
  package let title: String
  package let kit: CompiledKit
  /// The theme itself first, then its parent, and so on.
  package let lineage: [String]
  package let transition: Theme.Transition?
  /// Its own or inherited prefix; empty where no generation has one.
  package let imagePrefix: String
  /// Every generation's prefix from the child up, each once, the empty one left out.
  package let imagePrefixes: [String]
  package let images: ImageFolder
  /// The traits that any rule, colour or image of the theme mentions: nothing else changes an answer,
  /// but for the choice of image files.
  package let mentionedTraits: [String]
  /// The values of them that are mentioned.
  package let mentionedTraitValues: [String: [String]]

  let keys: [PropertyKey]
  let keyIDs: [PropertyKey: Int32]
  let styles: Interner<String>
  let rules: [CompiledRule]
  let settings: [CompiledSetting]
  let index: RuleIndex
  let sources: [RuleSource]
  let traitTable: TraitTable
  let palette: Palette
  let imageTable: ImageTable

  /// Where a compiled rule came from.
  struct RuleSource: Sendable {
    let theme: String
    let index: Int
    let rule: Rule
  }

  /// - Parameter generations: the oldest ancestor first, the theme itself last.
  package init(_ generations: [Theme], kit: CompiledKit, images: ImageFolder) throws(CompileFailure) {
    let theme = generations[generations.count - 1]
    var compiler = try ThemeCompiler(generations, kit: kit)
    try compiler.compile()
    name = theme.name
    title = theme.title ?? theme.name
    self.kit = kit
    lineage = generations.reversed().map(\.name)
    transition = generations.last { $0.transition != nil }?.transition
    imagePrefix = generations.last { $0.imagePrefix != nil }?.imagePrefix ?? ""
    imagePrefixes = Self.prefixes(generations)
    self.images = images
    mentionedTraits = compiler.traits.names
    mentionedTraitValues = compiler.traits.values
    (keys, keyIDs, styles) = (compiler.keys, compiler.keyIDs, compiler.styles)
    (rules, settings, sources) = (compiler.rules, compiler.settings, compiler.sources)
    index = RuleIndex(compiler.rules, classCount: kit.classNames.count)
    (traitTable, palette, imageTable) = (compiler.traits, compiler.palette, compiler.images)
  }

  /// The theme as it is where these traits hold.
  package func situation(_ traits: TraitValues) -> Situation { Situation(self, traits) }

  /// The names of its colours, its parents' among them, in ascending order.
  package var colorNames: [String] { palette.names.sorted() }

  private static func prefixes(_ generations: [Theme]) -> [String] {
    var prefixes: [String] = []
    for prefix in generations.reversed().compactMap(\.imagePrefix)
    where !prefix.isEmpty && !prefixes.contains(prefix) {
      prefixes.append(prefix)
    }
    return prefixes
  }
}
