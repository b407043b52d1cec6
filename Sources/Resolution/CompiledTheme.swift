package import Themes

/// A theme with its parents in one flat index, ready to be asked.
package final class CompiledTheme: Sendable {
  package let name: String
  package let title: String
  package let kit: CompiledKit
  /// The names of the theme itself, then of its parent, and so on.
  package let lineage: [String]
  package let transition: Theme.Transition?
  /// Its own or inherited prefix; empty where no generation has one.
  package let imagePrefix: String
  /// Every generation's prefix from the child up, each once. An empty one, by which a child may put the bare name
  /// before its parents', stands only where others follow.
  package let imagePrefixes: [String]
  package let images: ImageFolder
  /// The traits that any rule, color, image or other value of the theme mentions: nothing else changes an answer,
  /// but for the choice of image files.
  package let mentionedTraits: [String]
  let table: RuleTable
  let index: RuleIndex

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
    imagePrefixes = Self.prefixes(lineage)
    self.images = images
    self.table = table
    mentionedTraits = table.traits.names
    index = RuleIndex(table.rules, of: table.rules.indices, classCount: kit.classNames.count)
  }

  /// The theme, left with those of its rules that set one of these keys.
  private init(_ theme: CompiledTheme, narrowedTo keys: Set<Int32>) {
    (name, title, kit, lineage) = (theme.name, theme.title, theme.kit, theme.lineage)
    (transition, images, table) = (theme.transition, theme.images, theme.table)
    (imagePrefix, imagePrefixes) = (theme.imagePrefix, theme.imagePrefixes)
    mentionedTraits = theme.mentionedTraits
    let orders = theme.table.rules.indices.filter { order in
      let rule = theme.table.rules[order]
      return (rule.firstSetting..<rule.endSetting).contains {
        keys.contains(theme.table.settingKeys[Int($0)])
      }
    }
    index = RuleIndex(theme.table.rules, of: orders, classCount: theme.kit.classNames.count)
  }

  /// A theme that answers for these keys as this one does, and looks at no rule that sets none of them.
  package func narrowed(to isWanted: (PropertyKey) -> Bool) -> CompiledTheme {
    CompiledTheme(
      self, narrowedTo: Set(table.keys.indices.filter { isWanted(table.keys[$0]) }.map { Int32($0) }))
  }

  /// Whether what is asked of all its rules or colors takes more than a moment.
  package var isLarge: Bool { size > Self.largestSmall }

  /// Whether that takes more than a moment for all combinations of the traits that it mentions.
  package var isLargeInAllVariants: Bool {
    isLarge || size * table.traits.combinations(atMost: 512) > Self.largestSmall * 8
  }

  /// How many rules, colors and other values it has.
  package var size: Int { table.rules.count + table.palette.names.count + table.values.names.count }

  private static let largestSmall = 2000

  /// The theme as it is where these traits hold.
  package func context(_ traits: TraitValues) -> ThemeContext { ThemeContext(self, traits) }

  /// The names of its colors, its parents' among them, in ascending order.
  package var colorNames: [String] { table.palette.names.sorted() }

  private static func prefixes(_ lineage: [Theme]) -> [String] {
    var prefixes: [String] = []
    for prefix in lineage.compactMap(\.imagePrefix) where !prefixes.contains(prefix) {
      prefixes.append(prefix)
    }
    if prefixes.last?.isEmpty == true { prefixes.removeLast() }
    return prefixes
  }
}
