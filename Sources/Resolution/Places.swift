/// Numbers the places of rules. A place is a target in its containers.
struct PlaceNumbers {
  /// A target, or a container of the element that the previous steps describe.
  private struct PlaceStep: Hashable {
    let before: Int32
    let part: CompiledRule.Container
  }

  private var steps: Interner<PlaceStep>
  /// For each step the one with `anyStyle` in place of each style. A step without styles is its own outline.
  private var outlines: [Int32] = []
  /// For each step the number of the place that ends with it, or -1.
  private var places: [Int32] = []
  private var ends: [Int32] = []

  private static let noStyle: Int32 = -1
  private static let anyStyle: Int32 = -2

  init(ruleCount: Int) { steps = Interner(roomFor: ruleCount) }

  mutating func id(
    of target: CompiledRule.Container, in containers: ArraySlice<CompiledRule.Container>
  ) -> Int32 {
    let end = Int(containers.reduce(step(target, after: -1)) { step($1, after: $0) })
    if places[end] < 0 {
      places[end] = Int32(ends.count)
      ends.append(Int32(end))
    }
    return places[end]
  }

  /// A number for each place; places that differ only in the names of styles have the same. Precedence decides between
  /// two such places by traits and order alone. -1 for a place without styles.
  var outlinesByPlace: [Int32] { ends.map { outlines[Int($0)] == $0 ? -1 : outlines[Int($0)] } }

  private mutating func step(_ part: CompiledRule.Container, after before: Int32) -> Int32 {
    let id = steps.id(of: PlaceStep(before: before, part: part))
    if id == outlines.count {
      outlines.append(id)
      places.append(-1)
      let outline = CompiledRule.Container(
        classID: part.classID, styleID: part.styleID == Self.noStyle ? Self.noStyle : Self.anyStyle)
      let outlineBefore = before < 0 ? before : outlines[Int(before)]
      if outline != part || outlineBefore != before {
        outlines[Int(id)] = step(outline, after: outlineBefore)
      }
    }
    return id
  }
}

/// Rules that were merged by target and containers. For each key the rule with more traits wins, then the later one.
struct MergedPlaces {
  struct Leader {
    /// The index of its place, in the order in which the places were found.
    let turn: Int32
    let outline: Int32
    let key: Int32
    let setting: Int32
    let claim: (traitCount: Int32, order: Int32)

    func wins(over other: Leader) -> Bool { Precedence.compareTraits(claim, other.claim).aWins }

    /// Orders by place, then by key, then the winner first.
    fileprivate func stands(before other: Leader) -> Bool {
      if turn != other.turn { return turn < other.turn }
      if key != other.key { return key < other.key }
      return claim.order == other.claim.order ? setting < other.setting : wins(over: other)
    }
  }

  /// The first rule of each place, in the order in which the places were found.
  private var firstRules: [Int32] = []
  private var leaders: [Leader] = []

  init(_ table: RuleTable, holding mask: TraitMask) {
    var turns = [Int32](repeating: -1, count: table.outlines.count)
    var settings: [Leader] = []
    for (order, rule) in table.rules.enumerated() where table.holds(rule, in: mask) {
      let place = Int(rule.placeID)
      if turns[place] < 0 {
        turns[place] = Int32(firstRules.count)
        firstRules.append(Int32(order))
      }
      for setting in rule.settings {
        settings.append(
          Leader(
            turn: turns[place], outline: table.outlines[place], key: table.settingKeys[Int(setting)],
            setting: setting, claim: (rule.traitCount, Int32(order))))
      }
    }
    settings.sort { $0.stands(before: $1) }
    for setting in settings where setting.turn != leaders.last?.turn || setting.key != leaders.last?.key {
      leaders.append(setting)
    }
  }

  /// The places in the order of their first rules, each with that rule and its winners by key.
  var inOrder: [(rule: Int32, leaders: ArraySlice<Leader>)] {
    var rest = leaders[...]
    return firstRules.indices.map { turn in
      let own = rest.prefix { $0.turn == turn }
      rest = rest.dropFirst(own.count)
      return (firstRules[turn], own)
    }
  }

  /// A rank for each setting that would lose by the order of places, and for its rivals.
  var ranks: [Int32: Int] {
    var ranks: [Int32: Int] = [:]
    var rest = leaders.filter { $0.outline >= 0 }
      .sorted { ($0.outline, $0.key, $0.turn) < ($1.outline, $1.key, $1.turn) }[...]
    while let first = rest.first {
      let rivals = rest.prefix { $0.outline == first.outline && $0.key == first.key }
      rest = rest.dropFirst(rivals.count)
      guard rivals.count > 1 else { continue }
      let ascending = rivals.sorted { $1.wins(over: $0) }
      guard !ascending.elementsEqual(rivals, by: { $0.setting == $1.setting }) else { continue }
      for (rank, leader) in ascending.enumerated() { ranks[leader.setting] = rank }
    }
    return ranks
  }
}
