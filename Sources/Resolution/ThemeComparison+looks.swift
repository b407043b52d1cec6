internal import Themes

/// The looks at the places that rules have.
extension ThemeComparison {
  /// The values that rules set in one place, before and after.
  private struct ComparedValues {
    var values: [[ResolvedValue?]]
    var keys: [Int32] = []
    /// The number of values with their parts.
    var weight = 0

    init(keyCount: Int) { values = Array(repeating: Array(repeating: nil, count: keyCount), count: 2) }

    mutating func clear() {
      for key in keys { (values[0][Int(key)], values[1][Int(key)]) = (nil, nil) }
      (keys, weight) = ([], 0)
    }
  }

  mutating func compareLooks() {
    read(places.names) { comparison, id, place, found in
      for key in found.keys {
        let (before, after) = (found.values[0][Int(key)], found.values[1][Int(key)])
        guard before != after else { continue }
        comparison.looks.add(comparison.numbers.keys.names[Int(key)], before, after, at: place)
        if comparison.contrastPlaces[key] != nil { comparison.differing[key, default: []].insert(id) }
        found.values[0][Int(key)] = after
      }
    }
  }

  /// Calls a closure with the values of changed keys, and of keys of contrasts, at each place. Places under the same
  /// traits come one after another.
  private mutating func read(
    _ places: [NumberedPlace],
    _ body: (inout ThemeComparison, Int32, NumberedPlace, inout ComparedValues) -> Void
  ) {
    let wanted = changedKeys.union(contrastPlaces.keys)
    let keys = numbers.keys.names
    let narrowed = sides.map { side in
      side?.theme.narrowed { key in numbers.keys.find(key).map(wanted.contains) ?? false }
    }
    var found = ComparedValues(keyCount: keys.count)
    var known: (traits: Int32, contexts: [ThemeContext?])?
    for id in places.indices.sorted(by: { (places[$0].traits, $0) < (places[$1].traits, $1) }) {
      let place = places[id]
      if known?.traits != place.traits {
        known = (place.traits, contexts(of: narrowed, at: place.traits))
        for theme in narrowed { guard budget.looking.spend(4 + (theme?.size ?? 0) / 32) else { return } }
      }
      for (side, context) in (known?.contexts ?? []).enumerated() {
        guard let context, let compared = sides[side], let lookup = compared.lookup(place) else { continue }
        let winners = context.winners(lookup)
        guard budget.looking.spend(1 + (winners.visited + place.steps.count) / 32) else { return }
        winners.forEachSetting { setting in
          // The narrowed theme has all rules for these keys, and only some for others.
          let key = compared.keys[Int(context.theme.table.settingKeys[Int(setting)])]
          guard wanted.contains(key) else { return }
          let value = context.resolve(setting: setting)
          found.values[side][Int(key)] = value
          found.keys.append(key)
          found.weight += value?.weight ?? 1
        }
        guard budget.looking.spend(found.weight / 32) else { return }
      }
      body(&self, Int32(id), place, &found)
      found.clear()
    }
  }

  private func contexts(of themes: [CompiledTheme?], at traits: Int32) -> [ThemeContext?] {
    let given = numbers.traits[traits]
    return themes.map { theme in
      theme.map { $0.context(TraitValues(canonical: given, kit: $0.kit.definition)) }
    }
  }
}

/// The contrasts of texts with their backgrounds.
extension ThemeComparison {
  /// A pair of the kit whose keys rules set.
  struct ComparedPair {
    let pair: Kit.ContrastPair
    let classID: Int32
    let text: Int32
    let background: Int32

    var keys: [Int32] { [text, background] }
  }

  /// The place of rules for a text or a background.
  private struct PairedPlace {
    let place: NumberedPlace
    let isOfOneRule: Bool
    let differs: Bool
  }

  var contrastPairs: [ComparedPair] {
    numbers.kit.definition.contrasts.compactMap { pair in
      guard let text = numbers.keys.find(pair.text), let background = numbers.keys.find(pair.background),
        let classID = numbers.kit.classIDs[pair.className]
      else { return nil }
      return ComparedPair(pair: pair, classID: classID, text: text, background: background)
    }
  }

  /// Compares a pair at each place where rules for its text and rules for its background meet, and one of them differs.
  mutating func compare(_ pair: ComparedPair) {
    guard pair.keys.contains(where: { differing[$0] != nil }) else { return }
    let (texts, backgrounds) = (pairedPlaces(of: pair.text, pair), pairedPlaces(of: pair.background, pair))
    var meeting = Interner<NumberedPlace>()
    for text in texts {
      for background in backgrounds where text.differs || background.differs {
        guard budget.pairing.spend(1) else { return }
        guard let target = meet(text.place.target, background.place.target),
          let traits = numbers.traits.union(text.place.traits, background.place.traits)
        else { continue }
        let areFirst = (text.isOfOneRule, background.isOfOneRule)
        for steps in interleavings(of: text.place.steps, background.place.steps, areFirst: areFirst) {
          guard budget.pairing.spend(20 + steps.count) else { return }
          _ = meeting.id(of: NumberedPlace(target: target, steps: steps, traits: traits))
        }
      }
    }
    let subject = Consequences.TextPair(text: pair.pair.textName, background: pair.pair.backgroundName)
    read(meeting.names) { comparison, _, place, found in
      let ratios = found.values.map { Self.ratio(of: pair, in: $0) }
      comparison.contrasts.add(subject, ratios[0], ratios[1], at: place)
    }
  }

  /// Returns the places of rules for a key at which an element is of the pair's class.
  private mutating func pairedPlaces(of key: Int32, _ pair: ComparedPair) -> [PairedPlace] {
    let owner = CompiledRule.Container(classID: pair.classID, styleID: -1)
    let differing = differing[key] ?? []
    var seen: Set<Int32> = []
    var found: [PairedPlace] = []
    for id in contrastPlaces[key] ?? [] where seen.insert(id).inserted {
      var place = places.names[Int(id)]
      guard let target = meet(place.target, owner) else { continue }
      place.target = target
      found.append(
        PairedPlace(place: place, isOfOneRule: areOfOneRule[Int(id)], differs: differing.contains(id)))
    }
    for setter in kept[key] ?? [] {
      var place = place(of: setter)
      guard let target = meet(place.target, owner) else { continue }
      place.target = target
      for set in numbers.traits.unions([place.traits], choices(of: nil, setter)) {
        for traits in numbers.traits.expanded(set) {
          place.traits = traits
          found.append(PairedPlace(place: place, isOfOneRule: true, differs: false))
        }
      }
    }
    return found
  }

  /// Returns the contrast to two decimals, or nil if a color is missing or the background is not opaque.
  private static func ratio(of pair: ComparedPair, in values: [ResolvedValue?]) -> Double? {
    guard case .color(let text)? = values[Int(pair.text)]?.part(pair.pair.textPart),
      case .color(let background)? = values[Int(pair.background)]?.part(pair.pair.backgroundPart),
      background.alpha == 255
    else { return nil }
    return (Contrast.ratio(text: text, background: background) * 100).rounded() / 100
  }
}

/// The names that apps can read.
extension ThemeComparison {
  mutating func compareNames() {
    var byTraits: [Int32: [Consequences.Name]] = [:]
    for name in changedNames {
      var sets: [Int32] = [0]
      for side in sides {
        guard let side else { continue }
        sets = numbers.traits.unions(sets, side.reach.choices(of: name))
      }
      if name.kind == .image { sets = numbers.traits.unions(sets, imageTraits) }
      let all = Set(sets.flatMap { numbers.traits.expanded($0) })
      guard budget.looking.spend(all.count) else { return }
      for set in all { byTraits[set, default: []].append(name) }
    }
    let nowhere = CompiledRule.Container(classID: -1, styleID: -1)
    for (set, names) in byTraits.sorted(by: { $0.key < $1.key }) {
      let contexts = contexts(of: sides.map { $0?.theme }, at: set)
      for side in sides { guard budget.looking.spend(4 + (side?.theme.size ?? 0) / 32) else { return } }
      let place = NumberedPlace(target: nowhere, steps: [], traits: set)
      for name in names {
        let found = contexts.map { $0?.content(of: name) }
        self.names.add(name, found[0], found[1], at: place)
      }
    }
  }

  /// The names whose contents may differ, in a fixed order.
  private var changedNames: [Consequences.Name] {
    let themes = sides.compactMap { $0?.theme }
    var images = changed.images
    if themes.count < 2 || themes[0].imagePrefixes != themes[1].imagePrefixes {
      for theme in themes { images.formUnion(theme.imageNames) }
    } else {
      let bases = themes[0].images.bases(differingFrom: themes[1].images)
      let (old, new) = (Set(themes[0].imageNames), Set(themes[1].imageNames))
      images.formUnion(old.symmetricDifference(new))
      for theme in themes {
        images.formUnion(theme.imageNames(shownFrom: bases).intersection(old.union(new)))
      }
    }
    let all: [(Consequences.Name.Kind, Set<String>)] = [
      (.color, changed.colors), (.image, images), (.value, changed.values),
    ]
    return all.flatMap { kind, names in names.sorted().map { Consequences.Name(kind: kind, name: $0) } }
  }

  /// The traits that choose among the files of images, if both versions do not have the same ones.
  private var imageTraits: [Int32] {
    mutating get {
      let themes = sides.compactMap { $0?.theme }
      guard
        themes.count < 2 || themes[0].images != themes[1].images
          || themes[0].imagePrefixes != themes[1].imagePrefixes
      else { return [0] }
      var sets: [Int32] = [0]
      for (trait, values) in ImageFolder.choices(of: themes.map(\.images)) {
        guard numbers.kit.definition.traits[trait] != nil else { continue }
        let own = [0] + values.map { numbers.traits.number(of: [trait: $0]) }
        sets = numbers.traits.unions(sets, own)
      }
      return sets
    }
  }
}

extension ResolvedValue {
  /// The number of its parts.
  fileprivate var weight: Int {
    switch self {
    case .list(let items): items.reduce(1) { $0 + $1.weight }
    case .object(let members): members.reduce(1) { $0 + $1.value.weight }
    case .color, .image, .number, .bool, .string: 1
    }
  }
}

extension ThemeContext {
  /// Returns the content of a name for these traits, or nil if it has none.
  fileprivate func content(of name: Consequences.Name) -> Consequences.NamedContent? {
    switch name.kind {
    case .color: (try? color(named: name.name)).map { .value(.color($0)) }
    case .value: (try? value(named: name.name)).map { .value($0.value) }
    case .image: (try? image(named: name.name, evenUnnamed: false)).map { .image($0) }
    }
  }
}
