/// A word that stands for a value of a trait, where it can stand for nothing else: `dark` for `userInterfaceStyle`.
package struct TraitWord: Sendable, Hashable {
  package let trait: String
  package let value: String
  /// A Boolean value that indicates whether this is the plain value: the default, or else the first of all.
  package let isPlain: Bool

  /// All words of a kit with what they may stand for: the values of its traits, and what hints call them.
  package static func all(in kit: Kit) -> [String: [TraitWord]] {
    var words: [String: [TraitWord]] = [:]
    for (name, trait) in kit.traits.sorted(by: { $0.key < $1.key }) {
      guard case .values(let values) = trait.domain else { continue }
      let hints = trait.hintValues.filter { !values.contains($0.key) }
      for (word, value) in values.map({ ($0, $0) }) + hints.map({ ($0.key, $0.value) }) {
        words[word, default: []].append(
          TraitWord(trait: name, value: value, isPlain: value == trait.plainValue))
      }
    }
    return words
  }
}

extension Kit.Trait {
  /// The value that counts where nothing is said: the default, or else the first of all.
  package var plainValue: String? {
    if case .values(let values) = domain { defaultValue ?? values.first } else { nil }
  }
}
