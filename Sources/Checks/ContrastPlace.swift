internal import Resolution
internal import Themes

/// A place where a pair of text and background is judged. There is one for each rule of a large theme, so it is small.
struct ContrastPlace {
  private let colors: PlaceColors
  private let reference: ClassReference
  private let containers: [ClassReference]

  /// What all places of a pair and a class share.
  private final class PlaceColors {
    let pair: Kit.ContrastPair
    let keys: [AnsweringKeys]

    init(_ pair: Kit.ContrastPair, of className: String, in theme: CompiledTheme) {
      self.pair = pair
      keys = [pair.text, pair.background].map { theme.keys(answering: $0, of: className) }
    }
  }

  var pair: Kit.ContrastPair { colors.pair }
  var target: Target { Target(reference) }
  /// Outermost first.
  var path: [Target] { containers.map { Target($0) } }
  /// What answers for the text and for the background there.
  var keys: [AnsweringKeys] { colors.keys }

  /// The places that rules for a key of one of the kit's pairs speak of, pair by pair: the rule's class, style and
  /// containers. A rule for a superclass speaks of the pair's class.
  /// - Parameter rules: the parents' first.
  static func all(in rules: [Rule], of theme: CompiledTheme) -> [ContrastPlace] {
    let kit = theme.kit
    let setters = setters(of: Set(kit.contrastKeys.joined()), among: rules)
    return zip(kit.definition.contrasts, kit.contrastKeys).flatMap { pair, keys -> [ContrastPlace] in
      var seen: Set<Spoken> = []
      var colors: [String: PlaceColors] = [:]
      var kinships: [String: Kinship] = [:]
      return keys.lazy.flatMap { setters[$0] ?? [] }.compactMap { index in
        let rule = rules[Int(index)]
        let kinship = kinships[rule.target.name] ?? Kinship(of: rule.target.name, to: pair.className, kit)
        kinships[rule.target.name] = kinship
        guard let spoken = Spoken(of: rule, pair.className, kinship), seen.insert(spoken).inserted else {
          return nil
        }
        let name = spoken.target.name
        let shared = colors[name] ?? PlaceColors(pair, of: name, in: theme)
        colors[name] = shared
        return ContrastPlace(colors: shared, reference: spoken.target, containers: spoken.containers)
      }
    }
  }

  /// For each of these keys the numbers of the rules that set it.
  private static func setters(of keys: Set<PropertyKey>, among rules: [Rule]) -> [PropertyKey: [Int32]] {
    var setters: [PropertyKey: [Int32]] = [:]
    for (index, rule) in rules.enumerated() {
      for setting in rule.settings where keys.contains(setting.key) {
        setters[setting.key, default: []].append(Int32(index))
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
