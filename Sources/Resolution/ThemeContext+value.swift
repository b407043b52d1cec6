package import Themes

/// What one key answers for one target in its place.
package struct KeyAnswer: Sendable, Hashable {
  package let asked: PropertyKey
  /// The key that answered: the one asked, or the one that its axes fell back to. Nil where nothing is set.
  package let from: PropertyKey?
  /// Nil where nothing is set, or where what is set blocks.
  package let value: ResolvedValue?

  /// Whether another key answered than the one asked.
  package var fellBack: Bool { from != nil && from != asked }
}

extension ThemeContext {
  /// One key by name: rules and overrides as for the whole look, then axis fallback.
  package func value(
    of key: PropertyKey, for target: Target, in path: [Target] = [], overrides: [Override] = []
  ) throws(LookupError) -> KeyAnswer {
    let question = try theme.question(target, in: path)
    let matches = Matches(question, theme: theme, mask: mask)
    for candidate in [key] + theme.kit.fallbacks(of: key, ofClass: target.className) {
      if let override = overrides.last(where: { $0.key == candidate }) {
        return KeyAnswer(asked: key, from: candidate, value: resolve(override.value))
      }
      if let setting = winner(of: candidate, among: matches) {
        return KeyAnswer(asked: key, from: candidate, value: resolve(theme.settings[Int(setting)].value))
      }
    }
    return KeyAnswer(asked: key, from: nil, value: nil)
  }

  private func winner(of key: PropertyKey, among matches: Matches) -> Int32? {
    guard let id = theme.keyIDs[key] else { return nil }
    var leader: (standing: Standing, setting: Int32)?
    for match in matches.found {
      guard let setting = theme.setting(of: id, in: match.order) else { continue }
      if let leader, !Precedence.compare(match, leader.standing, matches.steps).aWins { continue }
      leader = (match, setting)
    }
    return leader?.setting
  }
}

extension CompiledTheme {
  /// The index of the rule's setting of this key, if it has one.
  func setting(of key: Int32, in rule: Int32) -> Int32? {
    let rule = rules[Int(rule)]
    for index in rule.firstSetting..<rule.endSetting where settings[Int(index)].key == key { return index }
    return nil
  }
}
