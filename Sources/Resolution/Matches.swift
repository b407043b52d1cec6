/// The rules that match a look-up, each with the data that precedence compares.
struct Matches {
  private(set) var found: [Standing] = []
  private(set) var steps: [StepStanding] = []
  private(set) var visited = 0

  init(_ lookup: Lookup, theme: CompiledTheme, mask: TraitMask) {
    found.reserveCapacity(48)
    steps.reserveCapacity(48)
    var classID = lookup.classID
    for distance in 0...theme.kit.depth(of: lookup.classID) {
      classID = theme.kit.ancestor(of: lookup.classID, above: distance)
      for style in lookup.styles {
        collect(
          theme.index.styledParts(of: classID, style: style), distance, lookup, theme, mask)
      }
      collect(
        theme.index.plainParts(of: classID), distance + Precedence.withoutStyle, lookup, theme, mask)
    }
  }

  @inline(__always)
  private mutating func collect(
    _ parts: Range<Int>, _ nearness: Int32, _ lookup: Lookup, _ theme: CompiledTheme, _ mask: TraitMask
  ) {
    for index in parts {
      let part = theme.index.part(index)
      if part.containerID >= 0 {
        let word = lookup.reachable[Int(part.containerID) >> 6]
        if word & (1 << UInt64(part.containerID & 63)) == 0 { continue }
      }
      visited += Int(part.end - part.first)
      for entry in part.first..<part.end {
        let order = theme.index.rule(entry)
        collect(order, theme.table.rules[Int(order)], nearness, lookup, theme, mask)
      }
    }
  }

  @inline(__always)
  private mutating func collect(
    _ order: Int32, _ rule: CompiledRule, _ nearness: Int32, _ lookup: Lookup, _ theme: CompiledTheme,
    _ mask: TraitMask
  ) {
    guard theme.table.holds(rule, in: mask) else { return }
    let first = Int32(steps.count)
    if rule.outermostID >= 0 {
      guard Containment.embed(rule, of: theme, in: lookup.path, into: &steps) == nil else {
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

/// Finds the containers of a rule in the path of a look-up.
enum Containment {
  /// Adds the earliest embedding of the containers to the steps: in order, with gaps, one position for each container.
  ///
  /// Each container takes the first position that fits. This finds an embedding whenever one exists, and no other
  /// embedding has a smaller position for any container.
  /// - Returns: the index of the first container without a position, or nil if all have one.
  static func embed(
    _ rule: CompiledRule, of theme: CompiledTheme, in path: [Lookup.Step],
    into steps: inout [StepStanding]
  ) -> Int? {
    var position = 0
    for index in rule.firstContainer..<rule.endContainer {
      let container = theme.table.containers[Int(index)]
      var distance: Int32?
      while position < path.count, distance == nil {
        distance = fit(container, path[position], theme.kit)
        position += 1
      }
      guard let distance else { return Int(index - rule.firstContainer) }
      steps.append(
        StepStanding(
          position: Int32(position - 1), distance: distance, isStyled: container.styleID >= 0))
    }
    return nil
  }

  @inline(__always)
  private static func fit(
    _ container: CompiledRule.Container, _ step: Lookup.Step, _ kit: CompiledKit
  ) -> Int32? {
    if container.styleID >= 0, !step.styles.contains(container.styleID) { return nil }
    return kit.distance(from: step.classID, to: container.classID)
  }
}
