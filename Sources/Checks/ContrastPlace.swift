internal import Resolution
internal import Themes

/// A place where a pair of text and background is judged.
struct ContrastPlace {
  let pair: Kit.ContrastPair
  let target: Target
  /// Outermost first.
  let path: [Target]
  /// What answers for the text and for the background there.
  let keys: [AnsweringKeys]

  /// The places that rules for a key of one of the kit's pairs speak of, pair by pair: the rule's class, style and
  /// containers. A rule for a superclass speaks of the pair's class.
  /// - Parameter rules: the parents' first.
  static func all(in rules: some Sequence<Rule>, of theme: CompiledTheme) -> [ContrastPlace] {
    let kit = theme.kit
    let setters = setters(of: Set(kit.contrastKeys.joined()), among: rules)
    return zip(kit.definition.contrasts, kit.contrastKeys).flatMap { pair, keys -> [ContrastPlace] in
      var seen: Set<Spoken> = []
      var answering: [String: [AnsweringKeys]] = [:]
      var kinships: [String: Kinship] = [:]
      return keys.lazy.flatMap { setters[$0] ?? [] }.compactMap { rule in
        let kinship = kinships[rule.target.name] ?? Kinship(of: rule.target.name, to: pair.className, kit)
        kinships[rule.target.name] = kinship
        guard let spoken = Spoken(of: rule, pair.className, kinship), seen.insert(spoken).inserted else {
          return nil
        }
        let name = spoken.target.name
        let answers =
          answering[name] ?? [pair.text, pair.background].map { theme.keys(answering: $0, of: name) }
        answering[name] = answers
        return ContrastPlace(
          pair: pair, target: Target(spoken.target), path: spoken.containers.map { Target($0) }, keys: answers
        )
      }
    }
  }

  /// For each of these keys the rules that set it.
  private static func setters(
    of keys: Set<PropertyKey>, among rules: some Sequence<Rule>
  ) -> [PropertyKey: [Rule]] {
    var setters: [PropertyKey: [Rule]] = [:]
    for rule in rules {
      for setting in rule.settings where keys.contains(setting.key) {
        setters[setting.key, default: []].append(rule)
      }
    }
    return setters
  }

  /// What a rule's class is to the class of a pair.
  private enum Kinship {
    case sameOrBelow, above, none

    init(of name: String, to className: String, _ kit: CompiledKit) {
      self = kit.isKind(name, of: className) ? .sameOrBelow : kit.isKind(className, of: name) ? .above : .none
    }
  }

  /// What a rule says of where it holds.
  private struct Spoken: Hashable {
    let target: ClassReference
    let containers: [ClassReference]

    /// Nil for a rule that does not concern the class, or gives a superclass a style: such a style is not meant for
    /// every class below it.
    init?(of rule: Rule, _ className: String, _ kinship: Kinship) {
      containers = rule.containers
      switch kinship {
      case .sameOrBelow: target = rule.target
      case .above where rule.target.style == nil: target = ClassReference(className)
      case .above, .none: return nil
      }
    }
  }
}

extension Target {
  init(_ reference: ClassReference) {
    self.init(reference.name, styles: reference.style.map { [$0] } ?? [])
  }
}
