/// Decides which of two matching rules wins, by the rules that docs/themes.md numbers.
///
/// Both rules match the same target in the same containers. The first of the six numbers that differs decides. An
/// override of the client (number 0) has no rule, so it is not compared here.
package enum Precedence {
  /// The distance that is added for a rule without a style: larger than any distance to a superclass.
  static let withoutStyle: Int32 = 1 << 16

  /// Returns whether `a` wins over `b`, and the number that decides. No two rules are equal: the last number is their order.
  @inline(__always)
  static func compare(_ a: Standing, _ b: Standing, _ steps: [StepStanding]) -> (aWins: Bool, by: Reason) {
    if a.nearness != b.nearness { return (a.nearness < b.nearness, styleOrClass(a, b)) }
    if a.firstStep != a.endStep || b.firstStep != b.endStep,
      let decided = compareContainers(a, b, steps)
    {
      return decided
    }
    return compareTraits((a.traitCount, a.order), (b.traitCount, b.order))
  }

  /// Compares numbers 5 and 6: more traits win, then the later rule. Nothing else decides in the same place, or between
  /// the variants of a color.
  @inline(__always)
  package static func compareTraits(
    _ a: (traitCount: Int32, order: Int32), _ b: (traitCount: Int32, order: Int32)
  ) -> (aWins: Bool, by: Reason) {
    if a.traitCount != b.traitCount { return (a.traitCount > b.traitCount, .moreTraits) }
    return (a.order > b.order, .later)
  }

  /// Returns number 1 or 2: a style of the target wins over none, then the class nearest to the target's.
  private static func styleOrClass(_ a: Standing, _ b: Standing) -> Reason {
    (a.nearness < withoutStyle) != (b.nearness < withoutStyle) ? .style : .nearerClass
  }

  /// Compares numbers 3 and 4. The outermost position wins, and a longer path wins over its own beginning. If all
  /// positions are equal, the more derived container wins, and a container with a style over one without.
  private static func compareContainers(
    _ a: Standing, _ b: Standing, _ steps: [StepStanding]
  ) -> (aWins: Bool, by: Reason)? {
    let (aCount, bCount) = (a.stepCount, b.stepCount)
    for index in 0..<min(aCount, bCount) {
      let (one, other) = (steps[Int(a.firstStep) + index].position, steps[Int(b.firstStep) + index].position)
      if one != other { return (one < other, .outerContainer) }
    }
    if aCount != bCount { return (aCount > bCount, .outerContainer) }
    for index in 0..<aCount {
      let (one, other) = (steps[Int(a.firstStep) + index], steps[Int(b.firstStep) + index])
      if one.distance != other.distance { return (one.distance < other.distance, .derivedContainer) }
      if one.isStyled != other.isStyled { return (one.isStyled, .derivedContainer) }
    }
    return nil
  }
}

/// The data of a matching rule that precedence compares.
struct Standing {
  /// The distance from the target's class to the rule's, plus `Precedence.withoutStyle` without a style.
  var nearness: Int32
  /// The range of the rule's containers in the list of steps, in their earliest embedding.
  var firstStep: Int32
  var endStep: Int32
  var traitCount: Int32
  /// The rule's index over all generations: parents first, then file order.
  var order: Int32

  @inline(__always)
  var stepCount: Int { Int(endStep - firstStep) }
}

/// One container of a rule, embedded in the path of a lookup.
struct StepStanding {
  var position: Int32
  /// The distance from the class at that position to the container's.
  var distance: Int32
  var isStyled: Bool
}

/// The number by which a rule wins or loses.
package enum Reason: Int, Sendable, Hashable, CaseIterable {
  case override = 0
  case style = 1
  case nearerClass = 2
  case outerContainer = 3
  case derivedContainer = 4
  case moreTraits = 5
  case later = 6
}
