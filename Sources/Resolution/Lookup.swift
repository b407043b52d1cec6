internal import Themes

/// A target in its place, its names turned into a theme's numbers.
package struct Lookup: Sendable {
  let classID: Int32
  /// The styles that the theme knows; it can't have rules for others.
  let styles: [Int32]
  let path: [Step]
  /// The classes of the path and all their superclasses, a bit each.
  let reachable: [UInt64]

  struct Step: Sendable {
    let classID: Int32
    let styles: [Int32]
  }
}

extension CompiledTheme {
  /// Looks up the names of a question; fails with the nearest right name.
  package func lookup(_ target: Target, in path: [Target] = []) throws(LookupError) -> Lookup {
    let step = try step(target)
    var steps: [Lookup.Step] = []
    steps.reserveCapacity(path.count)
    var reachable = [UInt64](repeating: 0, count: kit.wordsPerRow)
    for container in path {
      let step = try self.step(container)
      kit.addKin(of: step.classID, to: &reachable)
      steps.append(step)
    }
    return Lookup(classID: step.classID, styles: step.styles, path: steps, reachable: reachable)
  }

  func step(_ target: Target) throws(LookupError) -> Lookup.Step {
    let id = try kit.id(ofClass: target.className)
    if target.styles.isEmpty { return Lookup.Step(classID: id, styles: []) }
    var ids: [Int32] = []
    for style in target.styles {
      if let id = table.styles.find(style), !ids.contains(id) { ids.append(id) }
    }
    return Lookup.Step(classID: id, styles: ids)
  }
}
