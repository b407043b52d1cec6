/// Numbers the places of rules. A place is a target in its containers.
struct PlaceNumbers {
  /// A target, or a container of the element that the previous steps describe.
  private struct PlaceStep: Hashable {
    let before: Int32
    let part: CompiledRule.Container
  }

  private var steps: Interner<PlaceStep>
  /// For each step the one with `anyStyle` in place of each style. A step without styles is its own outline.
  private var outlines: [Int32] = []
  /// For each step the number of the place that ends with it, or -1.
  private var places: [Int32] = []
  /// The last step of each place.
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

  /// A number for each place; places that differ only in the names of styles have the same. Precedence decides between
  /// two such places by traits and order alone. -1 for a place without styles.
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
