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
  /// Every generation's prefix from the child up, each once. An empty one, by which a child may put the bare name
  /// before its parents', stands only where others follow.
  package let imagePrefixes: [String]
  package let images: ImageFolder
  /// The traits that any rule, color or image of the theme mentions: nothing else changes an answer,
  /// but for the choice of image files.
  package let mentionedTraits: [String]
  /// The values of them that are mentioned.
  package let mentionedTraitValues: [String: [String]]

  let keys: [PropertyKey]
  let keyIDs: [PropertyKey: Int32]
  let styles: Interner<String>
  let rules: [CompiledRule]
  let containers: [CompiledRule.Container]
  /// The traits of rules whose bits go beyond the 64th.
  let wideTraits: [TraitMask]
  let settings: [CompiledSetting]
  /// Values that depend on traits, each once.
  let variables: [Value]
  /// The bare names that rules give as image values, other than those of its `images`.
  let ruleImages: [String]
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
    (containers, wideTraits) = (compiler.containers, compiler.wideTraits)
    (variables, ruleImages) = (compiler.variables.names, compiler.ruleImages.sorted())
    index = RuleIndex(compiler.rules, classCount: kit.classNames.count)
    (traitTable, palette, imageTable) = (compiler.traits, compiler.palette, compiler.images)
  }

  /// Whether every trait that a rule wants is in the mask.
  @inline(__always)
  func holds(_ rule: CompiledRule, in mask: TraitMask) -> Bool {
    rule.traits & ~mask.first == 0
      && (rule.wideTraits < 0 || wideTraits[Int(rule.wideTraits)].isSubset(of: mask))
  }

  /// The theme as it is where these traits hold.
  package func context(_ traits: TraitValues) -> ThemeContext { ThemeContext(self, traits) }

  /// The names of its colors, its parents' among them, in ascending order.
  package var colorNames: [String] { palette.names.sorted() }

  private static func prefixes(_ generations: [Theme]) -> [String] {
    var prefixes: [String] = []
    for prefix in generations.reversed().compactMap(\.imagePrefix) where !prefixes.contains(prefix) {
      prefixes.append(prefix)
    }
    if prefixes.last?.isEmpty == true { prefixes.removeLast() }
    return prefixes
  }
}
