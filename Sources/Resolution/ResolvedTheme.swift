package import Themes

/// A whole theme where certain traits hold, only containment left to whoever gets it.
package struct ResolvedTheme: Sendable, Hashable {
  package let name: String
  package let title: String
  package let kit: String
  /// The traits that count, the kit's defaults among them.
  package let traits: [String: String]
  package let imagePrefix: String
  package let imagePrefixes: [String]
  package let transition: Theme.Transition?
  package let colors: [Color]
  package let images: [ImageAnswer]
  /// One entry for each target in each container path, in the order of their first matching rules, parents first.
  package let appearance: [Entry]

  package struct Color: Sendable, Hashable {
    package let name: String
    package let color: ResolvedColor
  }

  package struct Entry: Sendable, Hashable {
    package let target: ClassReference
    package let containers: [ClassReference]
    package let settings: [Setting]
  }

  package struct Setting: Sendable, Hashable {
    package let key: PropertyKey
    /// Nil where a rule blocks.
    package let value: ResolvedValue?
  }
}

extension ThemeContext {
  /// Everything of the theme that these traits leave: the rules that match them, those for the same target in
  /// the same containers made one, their keys decided by numbers 5 and 6.
  package func resolved() -> ResolvedTheme {
    ResolvedTheme(
      name: theme.name, title: theme.title, kit: theme.kit.definition.name, traits: traits.effective,
      imagePrefix: theme.imagePrefix, imagePrefixes: theme.imagePrefixes, transition: theme.transition,
      colors: namedColors.map { ResolvedTheme.Color(name: $0.name, color: $0.color) },
      images: namedImages, appearance: merged())
  }

  private struct Place: Hashable {
    let target: ClassReference
    let containers: [ClassReference]
  }

  /// For each place the leading setting of each key.
  private typealias Leaders = [Int32: (claim: (traitCount: Int32, order: Int32), setting: Int32)]

  private func merged() -> [ResolvedTheme.Entry] {
    var places: [Place] = []
    var leaders: [Place: Leaders] = [:]
    for (order, rule) in theme.table.rules.enumerated() where theme.table.holds(rule, in: mask) {
      let source = theme.table.sources[order]
      let claim = (traitCount: rule.traitCount, order: Int32(order))
      let place = Place(target: source.rule.target, containers: source.rule.containers)
      if leaders[place] == nil { places.append(place) }
      for setting in rule.firstSetting..<rule.endSetting {
        let key = theme.table.settings[Int(setting)].key
        if let leader = leaders[place]?[key], Precedence.compareTraits(leader.claim, claim).aWins { continue }
        leaders[place, default: [:]][key] = (claim, setting)
      }
    }
    return places.map { place in
      let settings = (leaders[place] ?? [:]).sorted { $0.key < $1.key }.map { key, leader in
        ResolvedTheme.Setting(
          key: theme.table.keys[Int(key)], value: resolve(theme.table.settings[Int(leader.setting)].value))
      }
      return ResolvedTheme.Entry(target: place.target, containers: place.containers, settings: settings)
    }
  }
}
