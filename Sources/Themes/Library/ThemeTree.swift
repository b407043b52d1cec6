/// Which themes are built on which: lineages the other way round.
package struct ThemeTree: Sendable {
  private var children: [String: [String]] = [:]

  package init(_ themes: some Sequence<Theme>) {
    for theme in themes {
      if let parent = theme.parent { children[parent, default: []].append(theme.name) }
    }
  }

  /// Everything that is built on a theme, children before their own children. The theme must not be its own ancestor.
  package func descendants(of name: String) -> [String] {
    var found = children[name, default: []]
    var index = 0
    while index < found.count {
      found += children[found[index], default: []]
      index += 1
    }
    return found
  }
}
