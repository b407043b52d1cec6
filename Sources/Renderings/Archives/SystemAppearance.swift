internal import Resolution
internal import Themes

/// An appearance of the system, for which the build of an app takes in the theme.
struct SystemAppearance {
  /// The toggles that are on: dark, high contrast.
  let toggles: Set<SchemeToggle>
  let context: ThemeContext

  /// Returns the appearances in which a theme can look different, the plain one first.
  /// - Parameter given: the traits that are the same in all of them.
  static func all(
    of theme: CompiledTheme, given: [String: String], by toggles: [SchemeToggle]
  ) -> [SystemAppearance] {
    let kit = theme.kit.definition
    var sets: [(toggles: Set<SchemeToggle>, traits: [String: String])] = [([], given)]
    for toggle in toggles {
      let traits = kit.traits.filter { name, trait in
        SchemeToggle(trait) == toggle && theme.mentionedTraits.contains(name) && given[name] == nil
      }
      guard !traits.isEmpty else { continue }
      let words = toggle == .scheme ? (off: "light", on: "dark") : (off: "no-preference", on: "more")
      let (off, on) = (values(words.off, of: traits), values(words.on, of: traits))
      sets =
        sets.map { ($0.toggles, $0.traits.merging(off) { $1 }) }
        + sets.map { ($0.toggles.union([toggle]), $0.traits.merging(on) { $1 }) }
    }
    return sets.map { toggles, traits in
      SystemAppearance(toggles: toggles, context: theme.context(TraitValues(canonical: traits, kit: kit)))
    }
  }

  /// Returns the values of the traits for a word of the media feature.
  private static func values(_ word: String, of traits: [String: Kit.Trait]) -> [String: String] {
    traits.compactMapValues { try? TraitValue.canonical($0.hintValues[word] ?? word, $0.domain).get() }
  }
}
