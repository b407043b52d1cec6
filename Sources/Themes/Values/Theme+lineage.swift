extension PersistentMap<String, Theme> {
  /// The theme itself, then its parent, and so on, as far as they are known; a circle ends where it closes.
  func lineage(of name: String) -> [Theme] {
    var lineage: [Theme] = []
    var seen: Set<String> = []
    var next: String? = name
    while let name = next, let theme = self[name], seen.insert(name).inserted {
      lineage.append(theme)
      next = theme.parent
    }
    return lineage
  }
}

extension Collection<Theme> {
  /// The colors of generations, the oldest first: a child's definition replaces its parents'.
  package var mergedColors: [String: Theme.Variants<ColorExpression>] {
    dropFirst().reduce(into: first?.colors ?? [:]) { $0.merge($1.colors) { $1 } }
  }
}
