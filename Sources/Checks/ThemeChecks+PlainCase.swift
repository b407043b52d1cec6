internal import Documents
internal import Resolution
internal import Themes

/// Properties that are set for some values of a trait, each by a rule of its own, and for none: a client that does not
/// say which holds gets nothing.
extension ThemeChecks {
  private struct TraitCases: Hashable {
    let target: ClassReference
    let containers: [ClassReference]
    let key: PropertyKey
    let trait: String
  }

  private struct FoundCases {
    var values: Set<String> = []
    let place: TextPosition
  }

  mutating func checkPlainCases(_ compiled: CompiledTheme) {
    let cases = traitCases(of: compiled.kit.definition).filter { $1.values.count > 1 }
    guard !cases.isEmpty else { return }
    let kit = compiled.kit.definition
    let keys = Set(cases.keys.flatMap { compiled.kit.names.answering($0.key, of: $0.target.name) })
    let narrowed = compiled.narrowed { keys.contains($0) }
    let plain = narrowed.context(TraitValues(defaultsOf: kit))
    var effort = Effort()
    let inOrder = cases.sorted {
      ($0.value.place.line, $0.value.place.column) < ($1.value.place.line, $1.value.place.column)
    }
    for (found, values) in inOrder where effort.isLeft {
      let keys = narrowed.keys(answering: found.key, of: found.target.name)
      let deciding = try? plain.deciding(
        [keys], for: Target(found.target), in: found.containers.map { Target($0) }, effort: &effort.spent)
      guard let deciding, deciding[0] == nil else { continue }
      let listed = Quoted.list(values.values.sorted().map { "'\($0)'" })
      report(
        .warning, "no-plain-case", at: values.place,
        "\(found.target) has '\(found.key)' where \(found.trait) is \(listed) only: a client that does not send "
          + "\(found.trait) gets none. Add a rule that sets it without \(found.trait).")
    }
  }

  /// The values that the theme's own rules name, of traits that have no default and whose values are known.
  private func traitCases(of kit: Kit) -> [TraitCases: FoundCases] {
    var cases: [TraitCases: FoundCases] = [:]
    for rule in theme.rules {
      for (trait, value) in rule.traits where kit.traits[trait]?.isOpen == true {
        for setting in rule.settings {
          let found = TraitCases(
            target: rule.target, containers: rule.containers, key: setting.key, trait: trait)
          cases[found, default: FoundCases(place: setting.place)].values.insert(value)
        }
      }
    }
    return cases
  }
}

extension Kit.Trait {
  /// A Boolean value that indicates whether the trait has values to choose from, and no default.
  fileprivate var isOpen: Bool {
    if case .values = domain { defaultValue == nil } else { false }
  }
}
