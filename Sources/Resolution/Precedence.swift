/// Decides which of two matching rules wins, by the rules that docs/themes.md numbers.
///
/// Both stand for the same target in the same place; the first of the six that differs decides. (An override of
/// the client, number 0, never comes here: it has no rule to be compared with.)
package enum Precedence {
  /// Where a rule without a style of the target stands behind every one with: farther than any superclass.
  static let withoutStyle: Int32 = 1 << 16

  /// Whether `a` wins over `b`, and by which number. No two rules are equal: the last number is their order.
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

  /// 5 and 6: more named traits, then the later one. All that decides where the place is the same, as it is for the
  /// variants of a color.
  @inline(__always)
  package static func compareTraits(
    _ a: (traitCount: Int32, order: Int32), _ b: (traitCount: Int32, order: Int32)
  ) -> (aWins: Bool, by: Reason) {
    if a.traitCount != b.traitCount { return (a.traitCount > b.traitCount, .moreTraits) }
    return (a.order > b.order, .later)
  }

  /// 1 and 2: a style of the target before none, then the class nearest to the target's.
  private static func styleOrClass(_ a: Standing, _ b: Standing) -> Reason {
    (a.nearness < withoutStyle) != (b.nearness < withoutStyle) ? .style : .nearerClass
  }

  /// 3 and 4: the outermost position first, a longer path over its own beginning; only where all positions
  /// are the same, the more derived container, and a container with a style over one without.
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

/// What precedence needs to know of a rule that matches.
struct Standing {
  /// How far the rule's class is from the target's, `Precedence.withoutStyle` more where it names no style.
  var nearness: Int32
  /// Where the rule's containers stand in the list of steps: its earliest embedding.
  var firstStep: Int32
  var endStep: Int32
  var traitCount: Int32
  /// The rule's index over all generations: parents first, then file order.
  var order: Int32

  @inline(__always)
  var stepCount: Int { Int(endStep - firstStep) }
}

/// One container of a rule, embedded in the path of a question.
struct StepStanding {
  var position: Int32
  /// From the container's class to the class at that position.
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
