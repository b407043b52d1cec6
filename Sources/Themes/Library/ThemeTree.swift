internal import Documents

/// The themes that extend each theme: lineages the other way round.
package struct ThemeTree: Sendable {
  private var children: PersistentMap<String, Set<String>> = [:]

  init() {}

  /// - Parameter themes: those that have a parent, with it.
  init(of themes: [(name: String, parent: String)]) {
    for (parent, family) in Dictionary(grouping: themes, by: \.parent) {
      children[parent] = Set(family.map(\.name))
    }
  }

  package mutating func add(_ name: String, to parent: String) { children[parent, default: []].insert(name) }

  package mutating func remove(_ name: String, from parent: String) {
    let rest = (children[parent] ?? []).subtracting([name])
    children[parent] = rest.isEmpty ? nil : rest
  }

  /// Everything that is built on a theme, children before their own children. The theme must not be its own ancestor.
  package func descendants(of name: String) -> [String] {
    var found = Array(children[name] ?? [])
    var index = 0
    while index < found.count {
      found += children[found[index]] ?? []
      index += 1
    }
    return found
  }
}
