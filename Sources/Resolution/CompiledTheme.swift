internal import Synchronization
package import Themes

/// A theme with its parents in one flat index.
package final class CompiledTheme: Sendable {
  package let name: String
  package let title: String
  package let kit: CompiledKit
  /// The names of the theme itself, then of its parent, and so on.
  package let lineage: [String]
  package let transition: Theme.Transition?
  /// Its own or inherited prefix; empty if no generation has one.
  package let imagePrefix: String
  /// The prefixes of all generations from the child up, each once. An empty prefix is kept only before others: with it
  /// a child prefers the bare name to its parents' prefixes.
  package let imagePrefixes: [String]
  package let images: ImageFolder
  package let fonts: [FontFamily]
  /// The names of the traits in rules, colors, images and other values. No other trait changes a response, except for
  /// the choice of image files.
  package let mentionedTraits: [String]
  let table: RuleTable
  let index: RuleIndex
  /// The variants of a large theme that were looked up last.
  private let variants = Mutex<[TraitMask: ResolvedVariant]>([:])
  private let flat = Mutex<[String: String]?>(nil)

  /// - Parameter generations: the oldest ancestor first, the theme itself last.
  package init(_ generations: [Theme], kit: CompiledKit, images: ImageFolder) throws(CompileFailure) {
    let table = try ThemeCompiler.compile(generations, kit: kit)
    let lineage: [Theme] = generations.reversed()
    name = lineage[0].name
    title = lineage[0].title ?? lineage[0].name
    self.kit = kit
    self.lineage = lineage.map(\.name)
    transition = lineage.first { $0.transition != nil }?.transition
    imagePrefix = lineage.first { $0.imagePrefix != nil }?.imagePrefix ?? ""
    var prefixes: [String] = []
    for prefix in lineage.compactMap(\.imagePrefix) where !prefixes.contains(prefix) {
      prefixes.append(prefix)
    }
    if prefixes.last?.isEmpty == true { prefixes.removeLast() }
    imagePrefixes = prefixes
    self.images = images
    fonts = Self.families(of: generations, images)
    self.table = table
    mentionedTraits = table.traits.names
    index = RuleIndex(table.rules, of: table.rules.indices, classCount: kit.classNames.count)
  }

  private init(_ theme: CompiledTheme, narrowedTo keys: Set<Int32>) {
    (name, title, kit, lineage) = (theme.name, theme.title, theme.kit, theme.lineage)
    (transition, images, fonts, table) = (theme.transition, theme.images, theme.fonts, theme.table)
    (imagePrefix, imagePrefixes) = (theme.imagePrefix, theme.imagePrefixes)
    mentionedTraits = theme.mentionedTraits
    let orders = table.rules.indices.filter { order in
      theme.table.rules[order].settings.contains { keys.contains(theme.table.settingKeys[Int($0)]) }
    }
    index = RuleIndex(table.rules, of: orders, classCount: kit.classNames.count)
  }

  func variant(holding mask: TraitMask) -> ResolvedVariant {
    guard isLarge else { return ResolvedVariant(self, mask) }
    if let known = variants.withLock({ $0[mask] }) { return known }
    let variant = ResolvedVariant(self, mask)
    variants.withLock { known in
      if known.count >= Self.mostVariants { known = [:] }
      known[mask] = variant
    }
    return variant
  }

  private static let mostVariants = 8

  /// The names that style sheets and resource files write otherwise, since another name has their form.
  var flatNames: [String: String] {
    flat.withLock { known in
      if let known { return known }
      let found = table.generations.flatNames
      known = found
      return found
    }
  }

  /// Returns the traits that can make a difference to the theme. Beside them only the scale of images can.
  package func distinguished(_ traits: [String: String]) -> [String: String] {
    traits.filter { name, value in
      if table.traits.mentions(name, value) { return true }
      // The color scheme of a style sheet follows the traits that have client hints.
      guard let trait = kit.definition.traits[name], trait.hint == nil || trait.domain == .number else {
        return true
      }
      return name == "userInterfaceIdiom" && images.has(idiom: value)
    }
  }

  /// Returns a theme that resolves these keys as this one does, and visits no rules without them.
  package func narrowed(to isWanted: (PropertyKey) -> Bool) -> CompiledTheme {
    CompiledTheme(
      self, narrowedTo: Set(table.keys.indices.filter { isWanted(table.keys[$0]) }.map { Int32($0) }))
  }

  /// Indicates whether a trait may change a response.
  package func mayDepend(on trait: String) -> Bool {
    mentionedTraits.contains(trait) || !images.isEmpty && ImageFolder.choosingTraits.contains(trait)
  }

  /// Indicates whether it takes long to resolve all rules or colors.
  package var isLarge: Bool { size > Self.largestSmall }

  /// Indicates whether that takes long for all combinations of its traits.
  package var isLargeInAllVariants: Bool {
    isLarge || size * table.traits.combinations(atMost: 512) > Self.largestSmall * 8
  }

  package var size: Int { table.rules.count + table.palette.names.count + table.values.names.count }

  private static let largestSmall = 2000

  /// The theme itself first, then its parent, and so on.
  package var themes: [Theme] { table.generations.reversed() }

  package func context(_ traits: TraitValues) -> ThemeContext { ThemeContext(self, traits) }

  package var colorNames: [String] { table.palette.names.sorted() }
}
