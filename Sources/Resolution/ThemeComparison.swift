internal import Documents
internal import Themes

/// Finds the places in which two versions of a theme differ.
///
/// In each place at most one rule decides a key before, and one after. Both still decide in the smallest place that both
/// match: for the more derived of their classes, in an interleaving of their containers, under the traits that they and the
/// values behind them name. So the places of all pairs of rules are enough. Rules that are in both versions, in the same
/// order, are paired only with themselves: if both winners were such rules, the same one would win before and after.
struct ThemeComparison {
  typealias Setter = ComparedTheme.Setter

  var looks = FoundDifferences<PropertyKey, ResolvedValue>()
  var contrasts = FoundDifferences<Consequences.TextPair, Double>()
  var names = FoundDifferences<Consequences.Name, Consequences.NamedContent>()

  var numbers: ComparisonNumbers
  /// The version before and the one after; nil for a theme that is new or gone.
  private(set) var sides: [ComparedTheme?] = []
  let changed: ChangedNames
  var budget: Consequences.Budget
  private(set) var isExact: Bool

  /// The places at which keys may differ, each once.
  private(set) var places = Interner<NumberedPlace>()
  /// For each place whether its containers are those of one rule. Then each of them is at the first position that fits.
  private(set) var areOfOneRule: [Bool] = []
  /// The keys of rules that differ.
  private(set) var changedKeys: Set<Int32> = []
  /// The keys of texts and backgrounds, with the places of rules for them.
  var contrastPlaces: [Int32: [Int32]] = [:]
  /// The rules for these keys that are the same before and after.
  private(set) var kept: [Int32: [Setter]] = [:]
  /// The places in which these keys differ.
  var differing: [Int32: Set<Int32>] = [:]

  private static let mostInterleavings = 10_000

  init(
    _ before: CompiledTheme?, _ after: CompiledTheme?, known: CompiledTheme,
    within budget: Consequences.Budget
  ) {
    self.budget = budget
    let themes = [before, after].compactMap(\.self)
    // If one kit extends the other, it has the classes of both.
    let kit = themes.map(\.kit).max { $0.classNames.count < $1.classNames.count } ?? known.kit
    isExact = themes.allSatisfy { $0.kit.hasClasses(of: kit) }
    numbers = ComparisonNumbers(kit: kit, traits: TraitNumbers(themes, budget.combining))
    changed = ChangedNames(from: before, to: after)
    for theme in [before, after] { sides.append(theme.map { ComparedTheme($0, &numbers) }) }
    for side in sides.indices { sides[side]?.number(numbers) }
  }

  var isComplete: Bool {
    isExact && budget.pairing.isLeft && budget.looking.isLeft && numbers.traits.isComplete
  }

  mutating func compare() {
    let pairs = contrastPairs
    for pair in pairs { for key in pair.keys { contrastPlaces[key] = [] } }
    for key in numbers.keys.names.indices { pairRules(of: Int32(key)) }
    compareLooks()
    for pair in pairs { compare(pair) }
    compareNames()
  }
}

/// The places of pairs of rules.
extension ThemeComparison {
  private mutating func pairRules(of key: Int32) {
    let lists = sides.map { Self.lastOfEachPlace($0?.setters[Int(key)] ?? []) }
    let (before, after) = (lists[0], lists[1])
    let both = Self.match(before, after)
    let (same, different) = (both.filter { isSame($0) }, both.filter { !isSame($0) })
    if contrastPlaces[key] != nil { kept[key] = same.map(\.after) }
    guard !different.isEmpty || before.count + after.count > 2 * both.count else { return }
    changedKeys.insert(key)
    for pair in different { addPlaces(of: pair.before, pair.after, key) }
    let (known, kept) = (Set(both.map(\.before.place)), Set(both.map(\.after.place)))
    let removed = before.filter { !known.contains($0.place) }
    let added = after.filter { !kept.contains($0.place) }
    let (placesBefore, placesAfter) = (Set(before.map(\.place)), Set(after.map(\.place)))
    for old in removed {
      addPlaces(of: old, nil, key)
      for new in after {
        guard budget.pairing.spend(1) else { return }
        guard !placesBefore.contains(new.place) || mayWin(old, over: new) else { continue }
        addPlaces(ofBoth: old, new, key)
      }
    }
    for new in added {
      addPlaces(of: nil, new, key)
      for old in before {
        guard budget.pairing.spend(1) else { return }
        guard known.contains(old.place) else { continue }
        guard !placesAfter.contains(old.place) || mayWin(new, over: old) else { continue }
        addPlaces(ofBoth: old, new, key)
      }
    }
  }

  /// Leaves out settings that a later rule of the same place always beats.
  private static func lastOfEachPlace(_ setters: [Setter]) -> [Setter] {
    var seen: Set<Int32> = []
    return setters.reversed().filter { seen.insert($0.place).inserted }.reversed()
  }

  /// Returns settings of the same places, as many as are in the same order before and after.
  private static func match(_ before: [Setter], _ after: [Setter]) -> [(before: Setter, after: Setter)] {
    let positions = Dictionary(uniqueKeysWithValues: after.enumerated().map { ($1.place, $0) })
    // The longest ascending sequence of positions: for each length the end of the sequence with the lowest last position.
    var ends: [(position: Int, index: Int)] = []
    var previous = [Int](repeating: -1, count: before.count)
    for (index, setter) in before.enumerated() {
      guard let position = positions[setter.place] else { continue }
      let shorter = ends.prefixCount { $0.position < position }
      previous[index] = shorter > 0 ? ends[shorter - 1].index : -1
      if shorter == ends.count { ends.append((position, index)) } else { ends[shorter] = (position, index) }
    }
    var pairs: [(Setter, Setter)] = []
    var next = ends.last?.index ?? -1
    while next >= 0 {
      if let position = positions[before[next].place] { pairs.append((before[next], after[position])) }
      next = previous[next]
    }
    return pairs.reversed()
  }

  private func isSame(_ pair: (before: Setter, after: Setter)) -> Bool {
    guard let old = sides[0], let new = sides[1] else { return false }
    return changed.areSame(old.value(of: pair.before), new.value(of: pair.after))
  }

  /// Returns whether a rule can win over another one in a place that both match.
  private func mayWin(_ setter: Setter, over other: Setter) -> Bool {
    let (own, its) = (place(of: setter), place(of: other))
    if (own.target.styleID < 0) != (its.target.styleID < 0) { return own.target.styleID >= 0 }
    if own.target.classID != its.target.classID {
      return numbers.kit.isKind(own.target.classID, of: its.target.classID)
    }
    return !own.steps.isEmpty || its.steps.isEmpty
  }

  func place(of setter: Setter) -> NumberedPlace { numbers.places.names[Int(setter.place)] }

  /// Adds the place of a rule that is there before, after, or both.
  private mutating func addPlaces(of old: Setter?, _ new: Setter?, _ key: Int32) {
    guard let setter = new ?? old else { return }
    let place = place(of: setter)
    let sets = numbers.traits.unions([place.traits], choices(of: old, new))
    add(place.target, place.steps, under: sets, key, isOfOneRule: true)
  }

  /// Adds the places of two rules that meet.
  private mutating func addPlaces(ofBoth old: Setter, _ new: Setter, _ key: Int32) {
    let (one, other) = (place(of: old), place(of: new))
    guard let target = meet(one.target, other.target),
      let traits = numbers.traits.union(one.traits, other.traits)
    else { return }
    let sets = numbers.traits.unions([traits], choices(of: old, new))
    for steps in interleavings(of: one.steps, other.steps, areFirst: (true, true)) {
      add(target, steps, under: sets, key, isOfOneRule: steps == one.steps && steps == other.steps)
    }
  }

  /// Returns the sets of traits that choose what the values of these settings contain.
  mutating func choices(of old: Setter?, _ new: Setter?) -> [Int32] {
    var sets: [Int32] = [0]
    for (setter, side) in zip([old, new], sides) {
      guard let setter, let side else { continue }
      sets = numbers.traits.unions(sets, side.reach.choices(of: side.value(of: setter), &numbers.traits))
    }
    return sets
  }

  private mutating func add(
    _ target: CompiledRule.Container, _ steps: [CompiledRule.Container], under sets: [Int32], _ key: Int32,
    isOfOneRule: Bool
  ) {
    for set in sets {
      for traits in numbers.traits.expanded(set) {
        guard budget.pairing.spend(20 + steps.count) else { return }
        let id = places.id(of: NumberedPlace(target: target, steps: steps, traits: traits))
        if Int(id) == areOfOneRule.count { areOfOneRule.append(isOfOneRule) }
        areOfOneRule[Int(id)] = areOfOneRule[Int(id)] && isOfOneRule
        contrastPlaces[key]?.append(id)
      }
    }
  }

  /// Returns the more derived of two classes, with the style of either; nil if no element is both.
  func meet(_ a: CompiledRule.Container, _ b: CompiledRule.Container) -> CompiledRule.Container? {
    guard a.styleID < 0 || b.styleID < 0 || a.styleID == b.styleID else { return nil }
    let style = max(a.styleID, b.styleID)
    if numbers.kit.isKind(a.classID, of: b.classID) {
      return CompiledRule.Container(classID: a.classID, styleID: style)
    }
    return numbers.kit.isKind(b.classID, of: a.classID)
      ? CompiledRule.Container(classID: b.classID, styleID: style) : nil
  }

  /// Returns the shortest paths that have the steps of both.
  /// - Parameter areFirst: whether each step is at the first position that fits, as those of a rule are.
  mutating func interleavings(
    of one: [CompiledRule.Container], _ other: [CompiledRule.Container], areFirst: (Bool, Bool)
  ) -> [[CompiledRule.Container]] {
    if one.isEmpty { return [other] }
    if other.isEmpty { return [one] }
    var found: [[CompiledRule.Container]] = []
    var waiting = [(one[...], other[...], path: [CompiledRule.Container]())]
    while let (one, other, path) = waiting.popLast() {
      guard let a = one.first, let b = other.first else {
        found.append(path + one + other)
        continue
      }
      guard found.count < Self.mostInterleavings, budget.pairing.spend(4 + path.count) else {
        isExact = false
        break
      }
      if let both = meet(a, b) { waiting.append((one.dropFirst(), other.dropFirst(), path + [both])) }
      if !areFirst.1 || !fits(a, b) { waiting.append((one.dropFirst(), other, path + [a])) }
      if !areFirst.0 || !fits(b, a) { waiting.append((one, other.dropFirst(), path + [b])) }
    }
    return found
  }

  /// Returns whether an element is of a class and has its style.
  private func fits(_ element: CompiledRule.Container, _ wanted: CompiledRule.Container) -> Bool {
    (wanted.styleID < 0 || wanted.styleID == element.styleID)
      && (wanted.classID == element.classID || numbers.kit.isKind(element.classID, of: wanted.classID))
  }
}

/// The order of places.
extension ThemeComparison {
  /// Returns whether all that is in a place is in another one too.
  func covers(_ place: NumberedPlace, _ other: NumberedPlace) -> Bool {
    guard place.steps.count <= other.steps.count, fits(other.target, place.target),
      numbers.traits.isSubset(place.traits, of: other.traits)
    else { return false }
    var rest = place.steps[...]
    for step in other.steps { if let next = rest.first, fits(step, next) { rest = rest.dropFirst() } }
    return rest.isEmpty
  }

  /// Returns a number that is lower than that of each place that this one covers.
  func size(of place: NumberedPlace) -> Int {
    place.steps.reduce(size(of: place.target) + numbers.traits[place.traits].count) { $0 + size(of: $1) }
  }

  private func size(of part: CompiledRule.Container) -> Int {
    guard part.classID >= 0 else { return 0 }
    return 1 + Int(numbers.kit.depth(of: part.classID)) + (part.styleID < 0 ? 0 : 1)
  }

  func named(_ place: NumberedPlace) -> Consequences.Place {
    Consequences.Place(
      target: named(place.target), containers: place.steps.map { named($0) },
      traits: numbers.traits[place.traits])
  }

  private func named(_ part: CompiledRule.Container) -> ClassReference {
    guard part.classID >= 0 else { return ClassReference("") }
    return ClassReference(
      numbers.kit.classNames[Int(part.classID)],
      style: part.styleID < 0 ? nil : numbers.styles.names[Int(part.styleID)])
  }
}
