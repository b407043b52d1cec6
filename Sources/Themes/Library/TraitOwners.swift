internal import Documents

/// The themes that have traits of their own, by the traits' names.
package struct TraitOwners: Sendable {
  private var owners: PersistentMap<String, Set<String>> = [:]

  init() {}

  package mutating func add(_ theme: Theme) {
    for trait in theme.ownTraits.keys { owners[trait, default: []].insert(theme.name) }
  }

  package mutating func remove(_ theme: Theme) {
    for trait in theme.ownTraits.keys {
      let rest = (owners[trait] ?? []).subtracting([theme.name])
      owners[trait] = rest.isEmpty ? nil : rest
    }
  }

  /// Returns whether any theme has a trait of this name of its own.
  package func have(_ trait: String) -> Bool { owners[trait] != nil }
}
