internal import Documents
internal import Resolution
internal import Themes

/// The colors that the themes of a library refer to.
struct PaletteUse {
  let tree: ThemeTree
  let findings: PersistentMap<String, ThemeFindings>

  /// Returns the colors of a theme that neither it nor its ancestors nor its descendants refer to. Returns none for a
  /// family whose rules refer to no color at all: apps request the colors of such a palette.
  func unused(in theme: Theme, ancestors: some Sequence<Theme>) -> [String] {
    guard !theme.colors.isEmpty else { return [] }
    var unused = Set(theme.colors.keys)
    var isDrawn = false
    for relative in ancestors.map(\.name) + [theme.name] + tree.descendants(of: theme.name) {
      guard let found = findings[relative], !found.references.isEmpty else { continue }
      let names = found.references
      isDrawn = isDrawn || found.draws
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

  /// Returns the colors that a theme's colors and other values refer to.
  static func named(by theme: Theme) -> Set<String> {
    var names = Set(theme.colors.values.flatMap(\.references))
    for entry in theme.values.values { for value in entry.contents { add(value.content, to: &names) } }
    return names
  }

  /// Returns the colors that the rules of a theme refer to.
  static func drawn(by theme: Theme) -> Set<String> {
    var names: Set<String> = []
    for rule in theme.rules { for setting in rule.settings { add(setting.value, to: &names) } }
    return names
  }

  private static func add(_ value: Value, to names: inout Set<String>) {
    value.forEachReference { name, use in if use == nil { names.insert(name) } }
  }
}
