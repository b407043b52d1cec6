internal import Themes

/// A class with at most one style, in containers, under traits, in numbers that both versions of a theme share.
struct NumberedPlace: Hashable {
  var target: CompiledRule.Container
  var steps: [CompiledRule.Container]
  /// The number of its set of traits.
  var traits: Int32
}

/// One version of a theme that is compared with another.
struct ComparedTheme {
  /// A setting of a rule.
  struct Setter {
    let order: Int32
    let setting: Int32
    /// The number of the rule's place.
    let place: Int32
  }

  let theme: CompiledTheme
  /// The settings of each key, in the order of their rules.
  private(set) var setters: [[Setter]] = []
  let reach: ValueReach
  /// The theme's number of each class of the common kit; nil if both have the same classes.
  private let classes: [Int32]?
  /// The theme's number of each style, or -1.
  private(set) var styles: [Int32] = []
  /// The shared number of each of the theme's keys.
  let keys: [Int32]

  init(_ theme: CompiledTheme, _ numbers: inout ComparisonNumbers) {
    self.theme = theme
    let table = theme.table
    keys = table.keys.map { numbers.keys.id(of: $0) }
    let own = table.styles.names.map { numbers.styles.id(of: $0) }
    let kit = numbers.kit
    let common: [Int32]? =
      theme.kit.hasClasses(of: kit) ? nil : theme.kit.classNames.map { kit.classIDs[$0] ?? -1 }
    classes = common == nil ? nil : kit.classNames.map { theme.kit.classIDs[$0] ?? -1 }
    setters = Array(repeating: [], count: numbers.keys.names.count)
    var masks: [TraitMask: Int32] = [:]
    for (order, rule) in table.rules.enumerated() {
      let part = { (part: CompiledRule.Container) in
        CompiledRule.Container(
          classID: common.map { $0[Int(part.classID)] } ?? part.classID,
          styleID: part.styleID < 0 ? -1 : own[Int(part.styleID)])
      }
      let target = part(CompiledRule.Container(classID: rule.classID, styleID: rule.styleID))
      let steps = table.containers[Int(rule.firstContainer)..<Int(rule.endContainer)].map(part)
      guard target.classID >= 0, steps.allSatisfy({ $0.classID >= 0 }) else { continue }
      let mask = table.mask(of: rule)
      let traits = masks[mask] ?? numbers.traits.number(of: table.source(of: Int32(order)).traits)
      masks[mask] = traits
      let place = numbers.places.id(of: NumberedPlace(target: target, steps: steps, traits: traits))
      for setting in rule.settings {
        let key = Int(keys[Int(table.settingKeys[Int(setting)])])
        setters[key].append(Setter(order: Int32(order), setting: setting, place: place))
      }
    }
    reach = ValueReach(theme, &numbers.traits)
  }

  /// Prepares for lookups after all styles and keys have numbers.
  mutating func number(_ numbers: ComparisonNumbers) {
    styles = numbers.styles.names.map { theme.table.styles.find($0) ?? -1 }
    while setters.count < numbers.keys.names.count { setters.append([]) }
  }

  func value(of setter: Setter) -> Value { theme.table.written(setter.setting, of: setter.order) }

  /// Returns a place as a lookup; nil if the theme's kit does not have a class of it.
  func lookup(_ place: NumberedPlace) -> Lookup? {
    var reachable = [UInt64](repeating: 0, count: theme.kit.wordsPerRow)
    var path: [Lookup.Step] = []
    path.reserveCapacity(place.steps.count)
    for step in place.steps {
      guard let id = number(ofClass: step.classID) else { return nil }
      theme.kit.addKin(of: id, to: &reachable)
      path.append(Lookup.Step(classID: id, styles: known(step.styleID)))
    }
    return number(ofClass: place.target.classID).map {
      Lookup(classID: $0, styles: known(place.target.styleID), path: path, reachable: reachable)
    }
  }

  private func number(ofClass id: Int32) -> Int32? {
    guard let classes else { return id }
    return classes[Int(id)] < 0 ? nil : classes[Int(id)]
  }

  private func known(_ style: Int32) -> [Int32] {
    style < 0 || styles[Int(style)] < 0 ? [] : [styles[Int(style)]]
  }
}

/// The numbers that both versions of a theme share.
struct ComparisonNumbers {
  /// The kit whose classes places have.
  let kit: CompiledKit
  var keys = Interner<PropertyKey>()
  var styles = Interner<String>()
  /// The places of rules.
  var places = Interner<NumberedPlace>()
  var traits: TraitNumbers
}

struct TraitNumbers {
  private var sets = Interner<[String: String]>()
  private var unions: [UInt64: Int32] = [:]
  private var expansions: [Int32: [Int32]] = [:]
  private var plain: [String: String] = [:]
  /// The traits whose default a rule or a variant names, with their other values. A place needs one of these where the default
  /// would let another rule win.
  private var avoidable: [(name: String, values: [String])] = []
  private(set) var isComplete = true
  private(set) var effort: ComparisonEffort

  private static let mostSets = 256

  init(_ themes: [CompiledTheme], _ effort: ComparisonEffort) {
    self.effort = effort
    _ = number(of: [:])
    for name in Set(themes.flatMap { $0.kit.definition.traits.keys }).sorted() {
      let known = themes.filter { $0.kit.definition.traits[name] != nil }
      let defaults = known.map { $0.kit.definition.traits[name]?.defaultValue }
      if Set(defaults).count == 1, let value = defaults[0] { plain[name] = value }
      let isNamed = zip(known, defaults).contains { theme, value in
        value.map { theme.table.traits.mentions(name, $0) } ?? false
      }
      guard isNamed else { continue }
      var values: Set<String> = []
      for theme in known {
        if case .values(let all)? = theme.kit.definition.traits[name]?.domain {
          values.formUnion(all)
        } else {
          // Every other number or text would be a place of its own.
          values.formUnion(theme.table.traits.values(of: name))
          isComplete = false
        }
      }
      avoidable.append((name, values.filter { $0 != plain[name] }.sorted()))
    }
  }

  subscript(_ number: Int32) -> [String: String] { sets.names[Int(number)] }

  mutating func number(of traits: [String: String]) -> Int32 { sets.id(of: traits) }

  /// Returns the union of two sets, or nil if they contradict each other.
  mutating func union(_ a: Int32, _ b: Int32) -> Int32? {
    if a == b || b == 0 { return a }
    if a == 0 { return b }
    let pair = UInt64(UInt32(bitPattern: min(a, b))) << 32 | UInt64(UInt32(bitPattern: max(a, b)))
    if let known = unions[pair] { return known < 0 ? nil : known }
    let (one, other) = (self[a], self[b])
    let fits = one.allSatisfy { other[$0.key] == nil || other[$0.key] == $0.value }
    let union = fits ? number(of: one.merging(other) { own, _ in own }) : -1
    unions[pair] = union
    return fits ? union : nil
  }

  /// Returns all unions of a set of one list with a set of another one.
  mutating func unions(_ some: [Int32], _ others: [Int32]) -> [Int32] {
    if some == [0] { return others }
    if others == [0] { return some }
    guard effort.spend(some.count * others.count) else {
      isComplete = false
      return some
    }
    var found: [Int32] = []
    var seen: Set<Int32> = []
    for a in some {
      for b in others {
        if let union = union(a, b), seen.insert(union).inserted { found.append(union) }
        if found.count >= Self.mostSets {
          isComplete = false
          return found
        }
      }
    }
    return found
  }

  func isSubset(_ a: Int32, of b: Int32) -> Bool {
    if a == b || a == 0 { return true }
    let whole = self[b]
    return self[a].allSatisfy { whole[$0.key] == $0.value }
  }

  /// Returns a set without defaults, then the same with other values of traits whose default a rule or a variant names.
  mutating func expanded(_ number: Int32) -> [Int32] {
    if let known = expansions[number] { return known }
    let traits = self[number]
    var all = [traits.filter { plain[$0.key] != $0.value }]
    for trait in avoidable where traits[trait.name] == nil {
      guard all.count * (trait.values.count + 1) <= Self.mostSets else {
        isComplete = false
        continue
      }
      all += all.flatMap { set in trait.values.map { set.merging([trait.name: $0]) { own, _ in own } } }
    }
    let numbers = all.map { self.number(of: $0) }
    expansions[number] = numbers
    return numbers
  }
}
