internal import Resolution
internal import Themes

/// A theme as the build of an app takes it in: once for each appearance of the system that it tells apart.
struct SystemAppearances {
  struct SystemAppearance {
    /// What is switched on: dark, high contrast.
    let toggles: Set<SchemeToggle>
    package let context: ThemeContext
  }

  /// The plain one first.
  package let list: [SystemAppearance]

  /// - Parameters:
  ///   - given: traits that are the same in all of them.
  ///   - toggles: what the system can switch.
  init(_ theme: CompiledTheme, given: [String: String], by toggles: [SchemeToggle]) {
    let kit = theme.kit.definition
    let choices = toggles.compactMap { TraitChoice($0, theme, given) }
    let sets = choices.reduce([Set<SchemeToggle>()]) { sets, choice in
      sets + sets.map { $0.union([choice.toggle]) }
    }
    list = sets.map { set in
      let traits = choices.reduce(given) { $0.merging($1.values(isOn: set.contains($1.toggle))) { $1 } }
      let context = theme.context(TraitValues(canonical: traits, kit: kit))
      return SystemAppearance(toggles: set, context: context)
    }
  }
}

/// What a switch of the system means for the traits of a kit.
private struct TraitChoice {
  let toggle: SchemeToggle
  private let off: [String: String]
  private let on: [String: String]

  /// Nil where the theme looks the same on both sides.
  init?(_ toggle: SchemeToggle, _ theme: CompiledTheme, _ given: [String: String]) {
    let traits = theme.kit.definition.traits.filter { name, trait in
      SchemeToggle(trait) == toggle && theme.mentionedTraits.contains(name) && given[name] == nil
    }
    guard !traits.isEmpty else { return nil }
    self.toggle = toggle
    off = traits.compactMapValues { $0.value(of: toggle.words.off) }
    on = traits.compactMapValues { $0.value(of: toggle.words.on) }
  }

  func values(isOn: Bool) -> [String: String] { isOn ? on : off }
}

extension SchemeToggle {
  /// The words of the media feature.
  fileprivate var words: (off: String, on: String) {
    switch self {
    case .scheme: ("light", "dark")
    case .contrast: ("no-preference", "more")
    }
  }
}

extension Kit.Trait {
  /// The trait's value that a word of its hint stands for; nil where it has none.
  fileprivate func value(of word: String) -> String? {
    try? TraitValue.canonical(hintValues[word] ?? word, domain).get()
  }
}
