internal import Documents
package import Resolution
package import Themes

/// The sets of traits by which a theme can look different, each after all sets that it contains.
///
/// For any traits, the largest of these sets that holds decides how the theme looks. The sets that the rules, colors and
/// images name are joined until no new set results.
package struct TraitSets {
  package let sets: [[String: String]]

  /// More sets than a useful style sheet has.
  private static let most = 512
  /// The number of rules and values in all sets together: for each set the whole theme is resolved again.
  private static let mostWork = 1_000_000

  /// - Parameter withContainers: whether rules in containers count too.
  package init(_ theme: CompiledTheme, _ library: Library, withContainers: Bool) {
    var sets: [[String: String]] = [[:]]
    var known: Set<[String: String]> = [[:]]
    let most = min(Self.most, max(1, Self.mostWork / max(1, theme.size)))
    for named in Self.named(by: theme, library, withContainers) {
      for set in sets where sets.count < most && named.allSatisfy({ (set[$0] ?? $1) == $1 }) {
        let joined = set.merging(named) { $1 }
        if known.insert(joined).inserted { sets.append(joined) }
      }
    }
    self.sets = sets.enumerated()
      .sorted { ($0.element.count, $0.offset) < ($1.element.count, $1.offset) }.map(\.element)
  }

  /// Returns the toggles that change anything.
  func toggles(_ kit: Kit) -> [SchemeToggle] {
    let used = Set(sets.flatMap(\.keys).compactMap { kit.traits[$0].flatMap { SchemeToggle($0) } })
    return SchemeToggle.allCases.filter(used.contains)
  }

  private static func named(
    by theme: CompiledTheme, _ library: Library, _ withContainers: Bool
  ) -> [[String: String]] {
    var named: [[String: String]] = []
    for generation in theme.lineage.reversed().compactMap({ library.themes[$0] }) {
      named += generation.colors.sorted { $0.key < $1.key }.flatMap { $0.value.variants.map(\.traits) }
      named += generation.images.sorted { $0.key < $1.key }.flatMap { $0.value.variants.map(\.traits) }
      named += generation.values.sorted { $0.key < $1.key }.flatMap { $0.value.variants.map(\.traits) }
      named += generation.rules.filter { (withContainers || $0.containers.isEmpty) && !$0.traits.isEmpty }
        .map(\.traits)
    }
    for (name, trait) in theme.kit.definition.traits.sorted(by: { $0.key < $1.key }) {
      // A trait with a default always has a value, so its other values make a difference too.
      guard trait.defaultValue != nil, named.contains(where: { $0[name] != nil }),
        case .values(let values) = trait.domain
      else { continue }
      named += values.map { [name: $0] }
    }
    // Thousands of colors name the same few.
    var seen: Set<[String: String]> = []
    return named.filter { seen.insert($0).inserted }
  }
}
