internal import Documents
package import Resolution
package import Themes

/// The sets of traits by which a theme can look different, each after all that it contains.
///
/// Whatever traits hold, the largest of these sets that holds says how the theme looks: the sets that its rules,
/// colors and images name are joined until nothing new comes.
package struct TraitSets {
  package let sets: [[String: String]]

  /// More than a style sheet could carry in earnest.
  private static let most = 512
  /// Rules and values of all sets together: each set is the whole theme once more to work on.
  private static let mostWork = 1_000_000

  /// - Parameter withContainers: whether rules in containers make a difference too.
  package init(_ theme: CompiledTheme, _ library: Library, withContainers: Bool) {
    var sets: [[String: String]] = [[:]]
    var known: Set<[String: String]> = [[:]]
    let most = min(Self.most, max(1, Self.mostWork / max(1, theme.size)))
    for named in Self.named(by: theme, library, withContainers) {
      for set in sets where sets.count < most && Self.agree(set, named) {
        let joined = set.merging(named) { $1 }
        if known.insert(joined).inserted { sets.append(joined) }
      }
    }
    self.sets = sets.enumerated().sorted {
      ($0.element.count, $0.offset) < ($1.element.count, $1.offset)
    }.map(\.element)
  }

  /// The switches that change anything.
  func toggles(_ kit: Kit) -> [SchemeToggle] {
    let used = Set(sets.flatMap(\.keys))
    return SchemeToggle.allCases.filter { toggle in
      used.contains { name in kit.traits[name].flatMap { SchemeToggle($0) } == toggle }
    }
  }

  private static func agree(_ set: [String: String], _ other: [String: String]) -> Bool {
    other.allSatisfy { set[$0.key] == nil || set[$0.key] == $0.value }
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
      // A trait with a default holds even where nothing is said of it: its other values make a difference too.
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
