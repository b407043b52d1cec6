internal import Themes

/// Rules for the same target in the same containers made one, each key decided by more traits, then by order.
struct MergedPlaces {
  struct RulePlace: Hashable {
    let target: ClassReference
    let containers: [ClassReference]

    /// The same without the names of styles: of two places alike in this, precedence tells nothing apart but what
    /// the merging has decided.
    var outline: RulePlace {
      func outline(_ reference: ClassReference) -> ClassReference {
        ClassReference(reference.name, style: reference.style == nil ? nil : "")
      }
      return RulePlace(target: outline(target), containers: containers.map(outline))
    }
  }

  /// The setting that leads, with what its rule claims against others.
  struct Leader {
    let claim: (traitCount: Int32, order: Int32)
    let setting: Int32

    func wins(over other: Leader) -> Bool { Precedence.compareTraits(claim, other.claim).aWins }
  }

  private var order: [RulePlace] = []
  private var leaders: [RulePlace: [Int32: Leader]] = [:]

  mutating func enter(_ place: RulePlace) {
    guard leaders[place] == nil else { return }
    order.append(place)
    leaders[place] = [:]
  }

  mutating func enter(_ leader: Leader, of key: Int32, at place: RulePlace) {
    if let before = leaders[place]?[key], !leader.wins(over: before) { return }
    leaders[place, default: [:]][key] = leader
  }

  /// The places as they first came, each with its leaders by key.
  var inOrder: [(place: RulePlace, leaders: [Int32: Leader])] { order.map { ($0, leaders[$0] ?? [:]) } }

  /// A rank for each setting that would lose by the order of places, and for those that it is compared with.
  var ranks: [Int32: Int] {
    var ranks: [Int32: Int] = [:]
    var rivals: [RulePlace: [Int32: [Leader]]] = [:]
    for (place, leaders) in inOrder where place.outline != place {
      for (key, leader) in leaders { rivals[place.outline, default: [:]][key, default: []].append(leader) }
    }
    for group in rivals.values {
      for rivals in group.values {
        let ascending = rivals.sorted { $1.wins(over: $0) }
        guard ascending.map(\.setting) != rivals.map(\.setting) else { continue }
        for (rank, leader) in ascending.enumerated() { ranks[leader.setting] = rank }
      }
    }
    return ranks
  }
}
