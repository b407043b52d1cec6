internal import Documents
internal import Themes

/// Rules and variants that are never used, since a later one for the same always wins.
extension ThemeChecks {
  private struct Claim: Hashable {
    let target: ClassReference
    let containers: [ClassReference]
    let traits: [String: String]
  }

  mutating func checkReach() {
    var last: [Claim: Int] = [:]
    // Of claims that are made more than once, as few are.
    var later: [Int: [PropertyKey: Int]] = [:]
    for (index, rule) in theme.rules.enumerated().reversed() {
      let claim = Claim(target: rule.target, containers: rule.containers, traits: rule.traits)
      guard let winner = last.updateValue(index, forKey: claim) else { continue }
      last[claim] = winner
      var lines = later.removeValue(forKey: winner) ?? Self.lines(of: theme.rules[winner])
      reportBeaten(rule, by: lines)
      lines.merge(Self.lines(of: rule)) { later, _ in later }
      later[winner] = lines
    }
    for name in theme.colors.keys.sorted() { checkVariants(theme.colors[name]?.variants ?? []) }
    for name in theme.values.keys.sorted() { checkVariants(theme.values[name]?.variants ?? []) }
    for name in theme.images.keys.sorted() { checkVariants(theme.images[name]?.variants ?? []) }
  }

  /// The line of a rule, by what it sets.
  private static func lines(of rule: Rule) -> [PropertyKey: Int] {
    Dictionary(rule.settings.map { ($0.key, rule.place.line) }) { first, _ in first }
  }

  /// - Parameter later: the lines of the rules that win, by what they set.
  private mutating func reportBeaten(_ rule: Rule, by later: [PropertyKey: Int]) {
    let beaten = rule.settings.filter { later[$0.key] != nil }
    guard !beaten.isEmpty else { return }
    guard beaten.count < rule.settings.count else {
      let lines = Set(beaten.compactMap { later[$0.key] }).sorted()
      let winners = lines.count == 1 ? "a later one in line" : "later ones in lines"
      let sentence: Message =
        "This rule is never used: \(winners) \(Quoted.list(lines.map(String.init))) for the same class, "
        + "place and traits \(lines.count == 1 ? "sets" : "set") all that it sets."
      return report(.warning, "unreachable-rule", at: rule.place, sentence)
    }
    for setting in beaten {
      let sentence: Message =
        "'\(setting.key)' is never used here: the rule in line \(later[setting.key] ?? 0) for the "
        + "same class, place and traits sets it too."
      report(.warning, "unreachable-setting", at: setting.place, sentence)
    }
  }

  private mutating func checkVariants<Content>(_ variants: [Theme.Variants<Content>.Variant]) {
    var later: [[String: String]: Int] = [:]
    for variant in variants.reversed() {
      if let line = later[variant.traits] {
        report(
          .warning, "unreachable-variant", at: variant.place,
          "This variant is never used: the later one in line \(line) has the same traits.")
      } else {
        later[variant.traits] = variant.place.line
      }
    }
  }
}
