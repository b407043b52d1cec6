/// The rules that match a question, each with what precedence needs to know of it.
struct Matches {
  private(set) var found: [Standing] = []
  private(set) var steps: [StepStanding] = []
  /// How many rules were looked at to find them.
  private(set) var visited = 0

  init(_ question: Lookup, theme: CompiledTheme, mask: TraitMask) {
    found.reserveCapacity(48)
    steps.reserveCapacity(48)
    var classID = question.classID
    for distance in 0...theme.kit.depth(of: question.classID) {
      classID = theme.kit.ancestor(of: question.classID, above: distance)
      for style in question.styles {
        collect(
          theme.index.styledParts(of: classID, style: style), distance, question, theme, mask)
      }
      collect(
        theme.index.plainParts(of: classID), distance + Precedence.withoutStyle, question, theme, mask)
    }
  }

  @inline(__always)
  private mutating func collect(
    _ parts: Range<Int>, _ nearness: Int32, _ question: Lookup, _ theme: CompiledTheme, _ mask: TraitMask
  ) {
    for index in parts {
      let part = theme.index.part(index)
      if part.containerID >= 0 {
        let word = question.reachable[Int(part.containerID) >> 6]
        if word & (1 << UInt64(part.containerID & 63)) == 0 { continue }
      }
      visited += Int(part.end - part.first)
      for entry in part.first..<part.end {
        let order = theme.index.rule(entry)
        collect(order, theme.table.rules[Int(order)], nearness, question, theme, mask)
      }
    }
  }

  @inline(__always)
  private mutating func collect(
    _ order: Int32, _ rule: CompiledRule, _ nearness: Int32, _ question: Lookup, _ theme: CompiledTheme,
    _ mask: TraitMask
  ) {
    guard theme.table.holds(rule, in: mask) else { return }
    let first = Int32(steps.count)
    if rule.outermostID >= 0 {
      guard Containment.embed(rule, of: theme, in: question.path, into: &steps) == nil else {
        steps.removeSubrange(Int(first)...)
        return
      }
    }
    found.append(
      Standing(
        nearness: nearness, firstStep: first, endStep: Int32(steps.count), traitCount: rule.traitCount,
        order: order))
  }
}
