extension Library {
  /// The traits that themes add to their kits; where two add one of the same name, both have its values.
  package func addedTraits(of names: some Sequence<String>) -> [String: Kit.Trait] {
    var seen: Set<String> = []
    var values: [String: Set<String>] = [:]
    for name in names {
      for theme in lineage(of: name) where seen.insert(theme.name).inserted {
        for (name, trait) in theme.ownTraits {
          if case .values(let own) = trait.domain { values[name, default: []].formUnion(own) }
        }
      }
    }
    let first = values.sorted { $0.key < $1.key }.prefix(Self.mostOffered)
    return Dictionary(uniqueKeysWithValues: first.map { ($0, Kit.Trait(domain: .values($1.sorted()))) })
  }

  /// Nobody looks through more of them.
  private static let mostOffered = 500

  /// The targets with a style that themes and their ancestors have rules for, such as `UIButton.primary`.
  package func styledTargets(of names: some Sequence<String>) -> Set<String> {
    var seen: Set<String> = []
    var targets: Set<String> = []
    for name in names {
      for theme in lineage(of: name) where seen.insert(theme.name).inserted {
        for rule in theme.rules where rule.target.style != nil { targets.insert(rule.target.description) }
      }
    }
    return targets.count <= Self.mostOffered ? targets : Set(targets.sorted().prefix(Self.mostOffered))
  }
}
