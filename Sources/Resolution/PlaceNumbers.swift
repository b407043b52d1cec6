/// Gives each place of rules, a target in its containers, a number.
struct PlaceNumbers {
  /// A target, or a container of what is told by the steps before it.
  private struct PlaceStep: Hashable {
    let before: Int32
    let part: CompiledRule.Container
  }

  private var steps: Interner<PlaceStep>
  /// For each step the one that differs from it in the names of styles alone, and has `anyStyle` for them; itself where
  /// there is no style.
  private var outlines: [Int32] = []
  /// For each step the number of the place that ends with it; -1 where none does.
  private var places: [Int32] = []
  /// For each place its last step.
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

  /// For each place a number that places have in common which differ in the names of styles alone: of two such,
  /// precedence tells nothing apart but what comes after the place. -1 where there is no style.
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
