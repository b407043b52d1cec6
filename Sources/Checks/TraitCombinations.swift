internal import Resolution
internal import Themes

/// The combinations of traits under which places are judged: none, the traits that rules and the variants of colors
/// name, and, if they are few, their pairs.
struct TraitCombinations {
  private let kit: Kit
  private let defaults: [String: String]
  private let colors: [String: Theme.Variants<ColorExpression>]
  /// The numbers of the sets; the set without traits, which every place needs, is the first.
  private var numbers: [[String: String]: Int] = [[:]: 0]
  private var sets: [[String: String]] = [[:]]
  /// The places that need each set.
  private var places: [[Int]] = [[]]
  /// The results for earlier places: the combinations of a group of sets, and the sets that a color's variants name.
  private var combined: [Set<Int>: [Int]] = [:]
  private var variantSets: [String: Set<Int>] = [:]

  /// The maximum number of sets at one place that are paired.
  private static let mostPaired = 9

  init(kit: Kit, colors: [String: Theme.Variants<ColorExpression>]) {
    self.kit = kit
    self.colors = colors
    defaults = kit.traits.compactMapValues(\.defaultValue)
  }

  var colorCount: Int { colors.count }

  /// Adds a place with the values that may decide there.
  /// - Parameter values: the colors that rules set there.
  mutating func add(
    _ values: [(traits: [String: String], value: Value?)], place: Int, effort: inout Effort
  ) {
    var named: Set<Int> = [0]
    for (traits, value) in values {
      guard effort.isLeft else { return }
      if !traits.isEmpty { named.insert(number(of: traits)) }
      if case .color(.reference(let name, _))? = value {
        let variants = variants(of: name, effort: &effort)
        if !variants.isEmpty { named.formUnion(variants) }
      }
      effort.spent += named.count / 4
    }
    guard named.count > 1 else {
      effort.spent += 1
      return places[0].append(place)
    }
    let all = combined[named] ?? combine(named)
    combined[named] = all
    effort.spent += all.count
    for number in all { places[number].append(place) }
  }

  /// The combinations, those of fewer traits first.
  var inOrder: [(traits: TraitValues, places: [Int])] {
    zip(sets, places).lazy.filter { !$1.isEmpty }.map { set, places in
      let traits = TraitValues(canonical: set, kit: kit)
      let words = traits.effective.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return (traits, places, words.count, words.joined(separator: " "))
    }.sorted { ($0.2, $0.3) < ($1.2, $1.3) }.map { ($0.0, $0.1) }
  }

  /// Returns the number of a set without the kit's defaults.
  private mutating func number(of traits: [String: String]) -> Int {
    let set = traits.filter { defaults[$0.key] != $0.value }
    if let number = numbers[set] { return number }
    numbers[set] = sets.count
    sets.append(set)
    places.append([])
    return sets.count - 1
  }

  private mutating func combine(_ named: Set<Int>) -> [Int] {
    var all = named
    guard named.count <= Self.mostPaired else { return Array(all) }
    for one in named {
      for other in named where sets[one].allSatisfy({ sets[other][$0.key, default: $0.value] == $0.value }) {
        all.insert(number(of: sets[one].merging(sets[other]) { own, _ in own }))
      }
    }
    return Array(all)
  }

  /// Returns the sets that the variants of a color name, and those of the colors that it refers to.
  private mutating func variants(of name: String, effort: inout Effort) -> Set<Int> {
    if let known = variantSets[name] { return known }
    var found: Set<Int> = []
    var seen: Set<String> = []
    var waiting = [name]
    while let next = waiting.popLast(), effort.isLeft {
      guard let color = colors[next], seen.insert(next).inserted else { continue }
      effort.spent += 1 + color.variants.count
      for variant in color.variants { found.insert(number(of: variant.traits)) }
      waiting += color.references
    }
    variantSets[name] = found
    return found
  }
}
