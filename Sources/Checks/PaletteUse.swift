internal import Documents
internal import Resolution
internal import Themes

/// The colors that the themes of a library refer to.
struct PaletteUse {
  let library: Library
  let findings: PersistentMap<String, ThemeFindings>

  /// Returns the colors of a theme that neither it nor its ancestors nor its descendants refer to. Returns none for a
  /// family whose rules refer to no color at all: apps request the colors of such a palette.
  /// - Parameter lineage: the theme itself first.
  func unused(in lineage: [Theme]) -> [String] {
    guard let theme = lineage.first, !theme.colors.isEmpty else { return [] }
    var unused = Set(theme.colors.keys)
    var isDrawn = false
    for relative in lineage.map(\.name) + library.tree.descendants(of: theme.name) {
      guard let use = findings[relative]?.use ?? library.themes[relative].map({ ColorReferences(of: $0) }),
        !use.names.isEmpty
      else { continue }
      let names = use.names
      isDrawn = isDrawn || use.draws
      // A palette can have thousands of descendants that use little of it, or few that use much.
      if unused.count < names.count {
        unused = unused.filter { !names.contains($0) }
      } else {
        unused.subtract(names)
      }
      if unused.isEmpty { return [] }
    }
    return isDrawn ? unused.sorted() : []
  }
}

extension ColorReferences {
  init(of theme: Theme) {
    var names: Set<String> = []
    for rule in theme.rules { for setting in rule.settings { Self.add(setting.value, to: &names) } }
    let draws = !names.isEmpty
    for color in theme.colors.values { names.formUnion(color.references) }
    for entry in theme.values.values { for value in entry.contents { Self.add(value.content, to: &names) } }
    self.init(names: names, draws: draws)
  }

  private static func add(_ value: Value, to names: inout Set<String>) {
    value.forEachReference { name, use in if use == nil { names.insert(name) } }
  }
}
