package import Themes

package struct DecidingSetting: Sendable {
  /// The name of the generation that has the rule.
  package let theme: String
  package let rule: Rule
  package let setting: Rule.RuleSetting
  let compiled: CompiledValue
}

/// A setting as the numbers of a theme.
package struct NumberedSetting: Sendable {
  package let rule: Int32
  package let key: Int32
  /// The class of the rule, in the kit.
  package let classID: Int32
  /// The number of the rule's target in its containers.
  package let placeID: Int32
  package let isStyled: Bool
}

/// The numbers of a key and its fallbacks in order, for one class: all keys that any rule sets. They are found once and used
/// for many places.
package typealias AnsweringKeys = [Int32]

extension CompiledTheme {
  package func keys(answering key: PropertyKey, of className: String) -> AnsweringKeys {
    kit.names.answering(key, of: className).compactMap { table.keyIDs.find($0) }
  }

  /// The keys that any rule sets, by number.
  package var keys: [PropertyKey] { table.keys }

  /// Calls a closure with each setting of all rules, the parents' first.
  package func forEachSetting(_ body: (NumberedSetting) -> Void) {
    for (number, rule) in table.rules.enumerated() {
      for setting in rule.settings {
        body(
          NumberedSetting(
            rule: Int32(number), key: table.settingKeys[Int(setting)], classID: rule.classID,
            placeID: rule.placeID, isStyled: rule.styleID >= 0))
      }
    }
  }

  /// Returns for each key the settings that can decide it in this place for any traits, or an empty list if a key has none.
  /// - Parameter effort: increases by the number of visited rules.
  package func possible(
    _ keys: [AnsweringKeys], for target: Target, in path: [Target], effort: inout Int
  ) throws(LookupError) -> [[(traits: [String: String], value: Value)]] {
    let matches = Matches(try lookup(target, in: path), theme: self, mask: table.traits.everything)
    effort += matches.visited
    let areAnswered = keys.allSatisfy { key in
      matches.found.contains { match in key.contains { table.setting(of: $0, in: match.order) != nil } }
    }
    guard areAnswered else { return [] }
    return keys.map { key in
      matches.found.flatMap { match in
        key.compactMap { id in
          table.setting(of: id, in: match.order).map { setting in
            let rule = table.source(of: match.order)
            let first = table.rules[Int(match.order)].firstSetting
            return (rule.traits, rule.settings[Int(setting - first)].value)
          }
        }
      }
    }
  }
}

extension ThemeContext {
  /// Returns the value of a deciding setting, or nil if it blocks.
  package func value(of setting: DecidingSetting) -> ResolvedValue? { resolve(setting.compiled) }

  /// Returns the chain of colors behind a value, beginning with the one that it names.
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
  func deciding(_ setting: Int32, of order: Int32) -> DecidingSetting? {
    let source = identity(of: order)
    return source.rule.settings.first { $0.key == keys[Int(settingKeys[Int(setting)])] }.map {
      DecidingSetting(
        theme: source.theme, rule: source.rule, setting: $0, compiled: settingValues[Int(setting)])
    }
  }
}
