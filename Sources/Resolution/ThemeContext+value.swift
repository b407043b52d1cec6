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
    let matches = Matches(try theme.lookup(target, in: path), theme: theme, mask: mask)
    for candidate in theme.kit.names.answering(key, of: target.className) {
      if let override = overrides.last(where: { $0.key == candidate }) {
        return KeyAnswer(asked: key, from: candidate, value: resolve(override.value))
      }
      if let id = theme.table.keyIDs.find(candidate), let winner = winner(of: id, among: matches) {
        return KeyAnswer(
          asked: key, from: candidate, value: resolve(theme.table.settingValues[Int(winner.setting)]))
      }
    }
    return KeyAnswer(asked: key, from: nil, value: nil)
  }

  /// The settings that answer for these keys, axis fallback applied; nil for a key that no rule sets.
  /// - Parameter effort: grows by the number of rules looked at.
  package func deciding(
    _ keys: [AnsweringKeys], for target: Target, in path: [Target], effort: inout Int
  ) throws(LookupError) -> [DecidingSetting?] {
    let matches = Matches(try theme.lookup(target, in: path), theme: theme, mask: mask)
    effort += matches.visited
    return keys.map { key in
      key.ids.lazy.compactMap { winner(of: $0, among: matches) }.first
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
