package import Themes

/// A setting that answers for a key, with the rule that it stands in.
package struct DecidingSetting: Sendable {
  /// The generation that the rule is from.
  package let theme: String
  package let rule: Rule
  package let setting: Rule.RuleSetting
  /// What the setting is compiled to.
  let compiled: CompiledValue
}

/// A key with those that answer for it when nothing sets it, in order: found once for a class, asked in many places.
package struct AnsweringKeys: Sendable {
  /// By number, those that no rule sets left out.
  let ids: [Int32]

  /// Whether no rule sets any of them.
  package var isEmpty: Bool { ids.isEmpty }
}

extension CompiledTheme {
  package func keys(answering key: PropertyKey, of className: String) -> AnsweringKeys {
    AnsweringKeys(ids: kit.names.answering(key, of: className).compactMap { table.keyIDs.find($0) })
  }

  /// For each of these keys the settings that may answer for it in this place, whatever traits hold; nothing at all
  /// where one of them has none.
  /// - Parameter effort: grows by the number of rules looked at.
  package func possible(
    _ keys: [AnsweringKeys], for target: Target, in path: [Target], effort: inout Int
  ) throws(LookupError) -> [[DecidingSetting]] {
    let matches = Matches(try lookup(target, in: path), theme: self, mask: table.traits.everything)
    effort += matches.visited
    guard keys.allSatisfy({ matches.isAnswered($0, in: table) }) else { return [] }
    return keys.map { key in
      matches.found.flatMap { match in
        key.ids.compactMap { id in
          table.setting(of: id, in: match.order).flatMap { table.deciding($0, of: match.order) }
        }
      }
    }
  }
}

extension Matches {
  /// Whether any of the rules sets one of these keys.
  fileprivate func isAnswered(_ keys: AnsweringKeys, in table: RuleTable) -> Bool {
    found.contains { match in keys.ids.contains { table.setting(of: $0, in: match.order) != nil } }
  }
}

extension ThemeContext {
  /// What a setting that answers here stands for; nil where it blocks.
  package func value(of setting: DecidingSetting) -> ResolvedValue? { resolve(setting.compiled) }

  /// The colors that a value goes through here, from the one that it names on.
  package func colors(behind value: Value) -> [String] {
    guard case .color(.reference(let name, _)) = value else { return [] }
    var names: [String] = []
    var next = theme.table.palette.id(of: name)
    while let id = next {
      names.append(theme.table.palette.name(of: id))
      next = theme.table.palette.reference(of: id, holding: mask)
    }
    return names
  }
}

extension RuleTable {
  /// A setting by its number, as its author wrote it.
  func deciding(_ setting: Int32, of order: Int32) -> DecidingSetting? {
    let source = identity(of: order)
    return source.rule.settings.first { $0.key == keys[Int(settingKeys[Int(setting)])] }.map {
      DecidingSetting(
        theme: source.theme, rule: source.rule, setting: $0, compiled: settingValues[Int(setting)])
    }
  }
}
