/// Finds a rule's containers in the path of a question.
enum Containment {
  /// Adds the earliest embedding of the containers: in order, gaps allowed, one position a container.
  ///
  /// Taking the first position that fits, again and again, finds an embedding whenever there is one, and no
  /// other has a smaller position anywhere.
  /// - Returns: which container is the first that has no place; nil when all have one.
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

  /// How far the container's class is from the step's; nil where the step is no such container.
  @inline(__always)
  private static func fit(
    _ container: CompiledRule.Container, _ step: Lookup.Step, _ kit: CompiledKit
  ) -> Int32? {
    if container.styleID >= 0, !step.styles.contains(container.styleID) { return nil }
    return kit.distance(from: step.classID, to: container.classID)
  }
}
