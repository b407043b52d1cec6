/// Rules that were merged by target and containers. For each key the rule with more traits wins, then the later one.
struct MergedPlaces {
  /// The winning setting of a key at a place.
  struct Leader {
    /// The index of its place, in the order in which the places were found.
    let turn: Int32
    /// The outline of its place in `RuleTable.outlines`.
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

  /// - Parameter mask: the traits of the request.
  init(_ table: RuleTable, holding mask: TraitMask) {
    var turns = [Int32](repeating: -1, count: table.outlines.count)
    var settings: [Leader] = []
    for (order, rule) in table.rules.enumerated() where table.holds(rule, in: mask) {
      let place = Int(rule.placeID)
      if turns[place] < 0 {
        turns[place] = Int32(firstRules.count)
        firstRules.append(Int32(order))
      }
      for setting in rule.firstSetting..<rule.endSetting {
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
