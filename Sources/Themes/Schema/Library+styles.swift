extension Library {
  /// Nobody looks through more of them.
  private static let mostStyled = 500

  /// The targets with a style that themes and their ancestors have rules for, such as `UIButton.primary`.
  package func styledTargets(of names: some Sequence<String>) -> Set<String> {
    var seen: Set<String> = []
    var targets: Set<String> = []
    for name in names {
      for theme in lineage(of: name) where seen.insert(theme.name).inserted {
        for rule in theme.rules where rule.target.style != nil { targets.insert(rule.target.description) }
      }
    }
    return targets.count <= Self.mostStyled ? targets : Set(targets.sorted().prefix(Self.mostStyled))
  }
}
