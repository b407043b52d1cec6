internal import Documents

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

  /// The remarks on their entries: a child that defines a name again replaces the parent's remark, too.
  package var mergedRemarks: [String: Remark] {
    var merged: [String: Remark] = [:]
    for theme in self {
      if !merged.isEmpty {
        for name in merged.keys where theme.colors[name] != nil || theme.values[name] != nil {
          merged[name] = nil
        }
      }
      merged.merge(theme.remarks) { $1 }
    }
    return merged
  }

  /// The remarks on groups; a child's replaces its parents'.
  package var mergedGroups: [String: Remark] { reduce(into: [:]) { $0.merge($1.groups) { $1 } } }

  /// Their other values, likewise.
  package var mergedValues: [String: Theme.Variants<TypedValue>] {
    dropFirst().reduce(into: first?.values ?? [:]) { $0.merge($1.values) { $1 } }
  }
}
