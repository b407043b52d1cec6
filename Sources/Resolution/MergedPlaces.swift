/// Rules for the same target in the same containers made one, each key decided by more traits, then by order.
struct MergedPlaces {
  /// The setting that leads for its key at its place, with what its rule claims against others.
  struct Leader {
    /// The how many-th of the places that came it is at.
    let turn: Int32
    /// Of its place, as `RuleTable.outlines` has it.
    let outline: Int32
    let key: Int32
    let setting: Int32
    let claim: (traitCount: Int32, order: Int32)

    func wins(over other: Leader) -> Bool { Precedence.compareTraits(claim, other.claim).aWins }

    /// By place, then by key, and of those for the same key the winner first.
    fileprivate func stands(before other: Leader) -> Bool {
      if turn != other.turn { return turn < other.turn }
      if key != other.key { return key < other.key }
      return claim.order == other.claim.order ? setting < other.setting : wins(over: other)
    }
  }

  /// The first rule of each place, in the order in which the places came.
  private var firstRules: [Int32] = []
  private var leaders: [Leader] = []

  /// - Parameter mask: the traits that hold.
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

  /// The places as they first came: the rule that brought each, and its leaders by key.
  var inOrder: [(rule: Int32, leaders: ArraySlice<Leader>)] {
    var rest = leaders[...]
    return firstRules.indices.map { turn in
      let own = rest.prefix { $0.turn == turn }
      rest = rest.dropFirst(own.count)
      return (firstRules[turn], own)
    }
  }

  /// A rank for each setting that would lose by the order of places, and for those that it is compared with.
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
