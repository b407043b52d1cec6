internal import Documents
package import Themes

/// A theme for certain traits. All values that do not depend on class or containers are resolved.
///
/// Make one for each combination of traits, and use it for any number of targets.
package struct ThemeContext: Sendable {
  package let theme: CompiledTheme
  package let traits: TraitValues
  let mask: TraitMask
  /// The colors by number; nil for a color that does not exist for these traits.
  private let colors: [Color?]
  /// The values of `RuleTable.variables` for these traits.
  private let variables: [ResolvedValue?]

  init(_ theme: CompiledTheme, _ traits: TraitValues) {
    self.theme = theme
    self.traits = traits
    mask = theme.table.traits.holding(traits.effective)
    let variant = theme.variant(holding: mask)
    (colors, variables) = (variant.colors, variant.variables)
  }

  @inline(__always)
  func resolve(_ value: CompiledValue) -> ResolvedValue? {
    switch value {
    case .blocked: nil
    case .constant(let value): value
    case .variable(let id): variables[Int(id)]
    }
  }

  @inline(__always)
  func resolve(setting: Int32) -> ResolvedValue? { resolve(theme.table.settingValues[Int(setting)]) }

  /// Resolves a value that the client gives. Returns nil if it blocks or names something that the theme does not have.
  func resolve(_ value: Value) -> ResolvedValue? { resolver.resolve(value) }

  /// Returns a color of the theme. Throws with the nearest name if it does not exist.
  package func color(named name: String) throws(LookupError) -> ResolvedColor {
    let palette = theme.table.palette
    if let color = palette.id(of: name).flatMap({ colors[$0] }) { return ResolvedColor(color) }
    throw missing(.unknownColor, "color", name, among: palette.names)
  }

  package func value(named name: String) throws(LookupError) -> ResolvedTypedValue {
    let values = theme.table.values
    if let value = values.id(of: name).flatMap({ values.resolved($0, in: resolver) }) { return value }
    throw missing(.unknownValue, "value", name, among: values.names)
  }

  private func missing(
    _ code: LookupError.Code, _ noun: String, _ name: String, among names: [String]
  ) -> LookupError {
    let hint: Message =
      names.contains(name) ? " where these traits hold." : NearestName.question(name, among: names)
    return LookupError(code, "The theme \(theme.name) has no \(noun) '\(name)'\(hint)")
  }

  /// All named values that are no colors or images, in ascending order of their names.
  package var namedValues: [(name: String, value: ResolvedTypedValue)] {
    let values = theme.table.values
    let resolved = values.resolved(in: resolver)
    return values.names.compactMap { name in
      values.id(of: name).flatMap { resolved[$0] }.map { (name, $0) }
    }
  }

  private var resolver: ValueResolver { ValueResolver(theme: theme, mask: mask, colors: colors) }

  func resolved(color id: Int) -> ResolvedColor? { colors[id].map { ResolvedColor($0) } }
}

/// The parts of a theme that all lookups for the same variant share.
struct ResolvedVariant: Sendable {
  let colors: [Color?]
  let variables: [ResolvedValue?]

  init(_ theme: CompiledTheme, _ mask: TraitMask) {
    // Compiling has tried every chain of opacities.
    colors = (try? theme.table.palette.colors(holding: mask)) ?? []
    var here = ValueResolver(theme: theme, mask: mask, colors: colors)
    theme.table.values.resolve(theme.table.ruleValues, in: &here)
    variables = theme.table.variables.map { here.resolve($0) }
  }
}

package struct KeyAnswer: Sendable, Hashable {
  package let asked: PropertyKey
  /// The requested key, or the one that its axes fell back to. Nil if neither is set.
  package let from: PropertyKey?
  package let value: ResolvedValue?

  package var fellBack: Bool { from != nil && from != asked }
}

extension ThemeContext {
  /// Returns the value of one key by the rules and overrides of a look, then by axis fallback.
  package func value(
    of key: PropertyKey, for target: Target, in path: [Target] = [], overrides: [Override] = []
  ) throws(LookupError) -> KeyAnswer {
    let matches = Matches(try theme.lookup(target, in: path), theme: theme, mask: mask)
    for candidate in theme.kit.names.answering(key, of: target.className) {
      if let override = overrides.last(where: { $0.key == candidate }) {
        return KeyAnswer(asked: key, from: candidate, value: resolve(override.value))
      }
      if let id = theme.table.keyIDs.find(candidate), let winner = winner(of: id, among: matches) {
        return KeyAnswer(
          asked: key, from: candidate, value: resolve(setting: winner.setting))
      }
    }
    return KeyAnswer(asked: key, from: nil, value: nil)
  }

  /// Returns the winning settings of these keys, with axis fallback; nil for a key that no rule sets.
  /// - Parameter effort: increases by the number of visited rules.
  package func deciding(
    _ keys: [AnsweringKeys], for target: Target, in path: [Target], effort: inout Int
  ) throws(LookupError) -> [DecidingSetting?] {
    let matches = Matches(try theme.lookup(target, in: path), theme: theme, mask: mask)
    effort += matches.visited
    return keys.map { key in
      key.lazy.compactMap { winner(of: $0, among: matches) }.first
        .flatMap { theme.table.deciding($0.setting, of: $0.rule) }
    }
  }

  private func winner(of id: Int32, among matches: Matches) -> (rule: Int32, setting: Int32)? {
    var leader: (standing: Standing, setting: Int32)?
    for match in matches.found {
      guard let setting = theme.table.setting(of: id, in: match.order) else { continue }
      if let leader, !Precedence.compare(match, leader.standing, matches.steps).aWins { continue }
      leader = (match, setting)
    }
    return leader.map { ($0.standing.order, $0.setting) }
  }
}
