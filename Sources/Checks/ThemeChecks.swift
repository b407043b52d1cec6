internal import Documents
internal import Resolution
internal import Themes

/// The checks of a theme without errors: rules that are never used, colors that nothing refers to, text
/// that can't be read.
struct ThemeChecks {
  /// The checked theme, then its parent, and so on.
  let lineage: [Theme]
  /// The document; nil while problems are only counted.
  private let text: SourceText?
  private var findings = Diagnostics(endsReading: false)
  /// The effort of judging contrasts.
  private var effort = 0

  var theme: Theme { lineage[0] }

  private init(_ lineage: [Theme], _ text: SourceText?) { (self.lineage, self.text) = (lineage, text) }

  /// Returns the problems of a theme.
  /// - Parameters:
  ///   - compiled: the theme; nil if it has errors. Then most checks would repeat these in other words.
  ///   - unused: the colors that nothing refers to.
  ///   - source: the document; without it, the problems have no words.
  static func problems(
    _ lineage: [Theme], _ compiled: CompiledTheme?, unused: [String], in source: SourceFile?
  ) -> [Problem] {
    let text = source.map { SourceText($0.legible) }
    var own = ThemeChecks(lineage, text)
    own.check(compiled)
    var family = ThemeChecks(lineage, text)
    family.report(unused: unused)
    return own.findings.problems + family.findings.problems
  }

  /// The number of problems that may be found again by the worker that answers.
  static let mostDeferred = 250
  /// The effort of judging contrasts that may be spent on that: a few milliseconds.
  private static let mostEffort = 50_000

  /// The most rules of a theme that is expected to take no more than that effort.
  private static let mostRules = 200

  /// Returns the findings without unused colors.
  /// - Parameter isCounted: whether those that can be found again are counted now.
  static func own(_ compiled: CompiledTheme, isCounted: Bool) -> ThemeFindings.Own {
    let rules = compiled.themes.reduce(0) { $0 + $1.rules.count }
    if !isCounted, !compiled.isLarge, rules <= mostRules { return .deferred }
    var checks = ThemeChecks(compiled.themes, nil)
    checks.check(compiled)
    let found = checks.findings.problems
    guard !compiled.isLarge, checks.effort <= mostEffort, found.count <= mostDeferred,
      Set(found).count == found.count
    else { return .kept }
    return .counted(found.map(\.severity))
  }

  private mutating func check(_ compiled: CompiledTheme?) {
    checkReach()
    checkDeprecation()
    guard let compiled else { return }
    checkSetters(compiled.kit.names)
    checkPlainCases(compiled)
    checkContrast(compiled)
  }

  /// Adds a problem; while they are only counted, one without words.
  private mutating func report(
    _ severity: Problem.Severity, _ code: String, at place: TextPosition,
    _ message: @autoclosure () -> Message
  ) {
    guard !findings.isFull else { return }
    findings.add(
      text.map { $0.problem(severity, code: code, at: place, message()) }
        ?? Problem(severity, code: code, place: SourceLocation(file: "", at: place), message: ""))
  }

  private mutating func report(unused: [String]) {
    for name in unused {
      guard let place = theme.colors[name]?.place else { continue }
      report(.note, "unused-color", at: place, "Nothing refers to the color '\(name)'.")
    }
  }

  private mutating func checkContrast(_ compiled: CompiledTheme) {
    guard !compiled.kit.definition.contrasts.isEmpty else { return }
    let (low, isComplete) = judge(compiled)
    for finding in low {
      let severity = finding.ratio >= Contrast.readable ? Problem.Severity.note : .warning
      report(severity, "low-contrast", at: finding.place, Message(finding.sentence()))
    }
    guard !isComplete else { return }
    report(
      .note, "contrast-not-judged", at: .start,
      "This theme has more rules, places and traits than are looked at for the contrast of text; some text was not "
        + "judged. Use fewer places and traits, or split the theme.")
  }

  /// Judges the contrasts. The memory for that, which a large theme needs much of, is freed before problems are made.
  private mutating func judge(
    _ compiled: CompiledTheme
  ) -> (findings: [WorstContrasts.Finding], isComplete: Bool) {
    var check = ContrastCheck(compiled, lineage)
    var worst = WorstContrasts(theme)
    check.judge { worst.add($0) }
    effort = check.effort
    return (worst.findings, check.isComplete)
  }

  /// Notes the settings that the client library of the platform leaves out.
  private mutating func checkSetters(_ kit: KitIndex) {
    let names = kit.namesWithoutSetter
    guard !names.isEmpty else { return }
    for rule in theme.rules {
      for setting in rule.settings where names.contains(setting.key.name) {
        let (key, type) = (setting.key, rule.target.name)
        guard kit.property(key.name, axisCount: key.axisValues.count, of: type)?.hasSetter == false else {
          continue
        }
        report(
          .note, "no-setter", at: setting.place,
          "The client library of the kit '\(kit.definition.name)' has no setter for '\(key)' of \(type), and leaves "
            + "it out; set it in the app, or add a setter there.")
      }
    }
  }

  private mutating func checkDeprecation() {
    let deprecated = lineage.reversed().mergedRemarks.compactMapValues(\.deprecationWords)
    guard !deprecated.isEmpty else { return }
    checkReplacements()
    for (name, color) in theme.colors.sorted(by: { $0.key < $1.key }) {
      report(Quoted.name(name), uses: Set(color.references), of: deprecated, at: color.place)
    }
    for (name, value) in theme.values.sorted(by: { $0.key < $1.key }) {
      let uses = Set(value.contents.flatMap(\.content.names))
      report(Quoted.name(name), uses: uses, of: deprecated, at: value.place)
    }
    for rule in theme.rules {
      for setting in rule.settings {
        report("The rule", uses: Set(setting.value.names), of: deprecated, at: setting.place)
      }
    }
  }

  private mutating func checkReplacements() {
    let replaced = theme.remarks.compactMapValues(\.replacement).sorted { $0.key < $1.key }
    guard !replaced.isEmpty else { return }
    let names = Set(lineage.flatMap { Array($0.colors.keys) + Array($0.values.keys) })
    for (name, replacement) in replaced where !names.contains(replacement) {
      guard let place = theme.colors[name]?.place ?? theme.values[name]?.place else { continue }
      report(
        .warning, "unknown-replacement", at: place,
        "\(Quoted.name(name)) is replaced by \(Quoted.reference(replacement)), which the theme does not have\(NearestName.question(NearestName.of(replacement, among: names)) { Quoted.reference($0) })"
      )
    }
  }

  private mutating func report(
    _ user: String, uses: Set<String>, of deprecated: [String: String], at place: TextPosition
  ) {
    for name in uses.sorted() {
      guard let words = deprecated[name] else { continue }
      report(
        .note, "deprecated-use", at: place,
        "\(user) refers to \(Quoted.reference(name)), which is deprecated\(words.isEmpty ? "" : ": \(words)")."
      )
    }
  }
}

extension Value {
  /// All colors and values that it refers to.
  fileprivate var names: [String] {
    var names: [String] = []
    forEachReference { name, _ in names.append(name) }
    return names
  }
}

/// Properties that are set for some values of a trait, each by a rule of its own, but not without the trait: a client that does
/// not send it gets nothing.
extension ThemeChecks {
  private struct TraitCases: Hashable {
    let target: ClassReference
    let containers: [ClassReference]
    let key: PropertyKey
    let trait: String
  }

  private mutating func checkPlainCases(_ compiled: CompiledTheme) {
    let cases = traitCases(of: compiled.kit.definition).filter { $1.values.count > 1 }
    guard !cases.isEmpty else { return }
    let kit = compiled.kit.definition
    let keys = Set(cases.keys.flatMap { compiled.kit.names.answering($0.key, of: $0.target.name) })
    let narrowed = compiled.narrowed { keys.contains($0) }
    let plain = narrowed.context(TraitValues(defaultsOf: kit))
    var effort = Effort()
    for (found, values) in cases.sorted(by: { $0.value.place < $1.value.place }) where effort.isLeft {
      let keys = narrowed.keys(answering: found.key, of: found.target.name)
      let deciding = try? plain.deciding(
        [keys], for: Target(found.target), in: found.containers.map { Target($0) }, effort: &effort.spent)
      guard let deciding, deciding[0] == nil else { continue }
      report(
        .warning, "no-plain-case", at: values.place,
        "\(found.target) has '\(found.key)' where \(found.trait) is "
          + "\(Quoted.list(values.values.sorted().map { "'\($0)'" })) only: a client that does not send "
          + "\(found.trait) gets none. Add a rule that sets it without \(found.trait).")
    }
  }

  /// Returns the values in the theme's own rules of traits that have no default and whose values are known.
  private func traitCases(of kit: Kit) -> [TraitCases: (values: Set<String>, place: TextPosition)] {
    var cases: [TraitCases: (values: Set<String>, place: TextPosition)] = [:]
    for rule in theme.rules {
      for (trait, value) in rule.traits where kit.traits[trait]?.isOpen == true {
        for setting in rule.settings {
          let found = TraitCases(
            target: rule.target, containers: rule.containers, key: setting.key, trait: trait)
          cases[found, default: ([], setting.place)].values.insert(value)
        }
      }
    }
    return cases
  }
}

extension Kit.Trait {
  /// Indicates whether the trait has values to choose from, and no default.
  fileprivate var isOpen: Bool { if case .values = domain { defaultValue == nil } else { false } }
}

/// Rules and variants that are never used, since a later one for the same always wins.
extension ThemeChecks {
  private struct Claim: Hashable {
    let target: ClassReference
    let containers: [ClassReference]
    let traits: [String: String]
  }

  private mutating func checkReach() {
    // Most rules differ from all others already by a number that is computed fast.
    let numbers = theme.rules.map(\.claimNumber)
    var (seen, repeated) = (Set<UInt64>(minimumCapacity: numbers.count), Set<UInt64>())
    for number in numbers where !seen.insert(number).inserted { repeated.insert(number) }
    var last: [Claim: Int] = [:]
    // The lines of the settings of rules whose claim is repeated, as few are.
    var later: [Int: [PropertyKey: Int]] = [:]
    for index in theme.rules.indices.reversed() where repeated.contains(numbers[index]) {
      let rule = theme.rules[index]
      let claim = Claim(target: rule.target, containers: rule.containers, traits: rule.traits)
      guard let winner = last[claim] else {
        last[claim] = index
        continue
      }
      var lines = later.removeValue(forKey: winner) ?? Self.lines(of: theme.rules[winner])
      reportBeaten(rule, by: lines)
      lines.merge(Self.lines(of: rule)) { later, _ in later }
      later[winner] = lines
    }
    checkVariants(theme.colors)
    checkVariants(theme.values)
    checkVariants(theme.images)
  }

  /// Returns the line of a rule for each key that it sets.
  private static func lines(of rule: Rule) -> [PropertyKey: Int] {
    Dictionary(rule.settings.map { ($0.key, rule.place.line) }) { first, _ in first }
  }

  /// - Parameter later: the lines of the rules that win, by the keys that they set.
  private mutating func reportBeaten(_ rule: Rule, by later: [PropertyKey: Int]) {
    let beaten = rule.settings.filter { later[$0.key] != nil }
    guard !beaten.isEmpty else { return }
    guard beaten.count < rule.settings.count else {
      return report(.warning, "unreachable-rule", at: rule.place, Self.sentence(beaten, by: later))
    }
    for setting in beaten {
      report(
        .warning, "unreachable-setting", at: setting.place,
        "'\(setting.key)' is never used here: the rule in line \(later[setting.key] ?? 0) for the "
          + "same class, place and traits sets it too.")
    }
  }

  private static func sentence(_ beaten: [Rule.RuleSetting], by later: [PropertyKey: Int]) -> Message {
    let lines = Set(beaten.compactMap { later[$0.key] }).sorted()
    let winners = lines.count == 1 ? "a later one in line" : "later ones in lines"
    return "This rule is never used: \(winners) \(Quoted.list(lines.map(String.init))) for the same class, "
      + "place and traits \(lines.count == 1 ? "sets" : "set") all that it sets."
  }

  private mutating func checkVariants<Content>(_ table: [String: Theme.Variants<Content>]) {
    for (_, entry) in table.sorted(by: { $0.key < $1.key }) {
      var later: [[String: String]: Int] = [:]
      for variant in entry.variants.reversed() {
        let line = later[variant.traits, default: variant.place.line]
        guard later.updateValue(line, forKey: variant.traits) != nil else { continue }
        report(
          .warning, "unreachable-variant", at: variant.place,
          "This variant is never used: the later one in line \(line) has the same traits.")
      }
    }
  }
}

extension Rule {
  /// A number that is equal for rules with the same target, containers and traits, and for few others.
  fileprivate var claimNumber: UInt64 {
    var number = FNV1a.start &+ UInt64(traits.count)
    for reference in containers + [target] {
      for byte in reference.name.utf8 { number = FNV1a.hash(number, with: byte) }
      for byte in (reference.style ?? "").utf8 { number = FNV1a.hash(number, with: byte) }
    }
    return number
  }
}
