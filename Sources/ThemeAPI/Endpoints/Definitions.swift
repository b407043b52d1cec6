internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// `GET /v1/colors/{name}` and `GET /v1/values/{name}`: one definition of a theme and, if requested, its explanation.
struct GetDefinition: ReadingEndpoint {
  private let sort: DefinitionExplanation.Sort
  let operation: Operation

  static let color = GetDefinition(
    sort: .color,
    operation: Operation(
      .get, "/v1/colors/{name}", id: "getColor", tag: "Look-ups", summary: "One color",
      detail: "The color under the given traits, in CSS hex.",
      parameters: [.entry("The color's name.", example: "accent"), .channel, .theme, .draft, .explain],
      takesTraits: true,
      answers: [.json(200, "The color.", "Color"), .unchanged], refuses: [404, 409, 410]))

  static let value = GetDefinition(
    sort: .value,
    operation: Operation(
      .get, "/v1/values/{name}", id: "getValue", tag: "Look-ups", summary: "One value",
      detail: """
        A font, a number, a word or another value that a theme has beside its colors and images, under the given \
        traits.
        """,
      parameters: [.entry("The value's name.", example: "cornerRadius"), .channel, .theme, .draft, .explain],
      takesTraits: true,
      answers: [.json(200, "The value.", "Value"), .unchanged], refuses: [404, 409, 410]))

  func represent(_ call: Call) throws(Refusal) -> Representation {
    try call.requireJSON()
    let selection = try ThemeSelection(call)
    let explaining = try ExplanationDetail(call["explain"])
    let (name, library) = (call.name, call.snapshot.themeSet.library)
    let writeMembers = try Refusal.of { () throws(LookupError) in try find(name, in: selection.context) }
    var answer = selection.representation(
      "\(sort) \(explaining) \(name.keyed)", of: explaining == .nothing ? selection.variantKey : selection.key
    ) {
      JSONWriter.object { json in
        json.member("name", name)
        writeMembers(&json)
        guard explaining != .nothing else { return }
        let explanation = DefinitionExplanation(
          of: name, sort, selection.theme, selection.traits, library, all: explaining == .all)
        json.object("explain") { explanation.writeMembers(to: &$0) }
      }
    }
    // The expressions of computed definitions are read from the document.
    answer.isSlow =
      explaining != .nothing
      && (selection.theme.isLarge
        || selection.theme.lineage.contains { library.expressions(of: $0) != nil })
    return answer
  }

  private func find(
    _ name: String, in context: ThemeContext
  ) throws(LookupError) -> @Sendable (inout JSONWriter) -> Void {
    switch sort {
    case .color:
      let color = try context.color(named: name)
      return { $0.member("value", color.hex) }
    case .value:
      let value = try context.value(named: name)
      return { $0.value(value.value, of: value.type) }
    }
  }
}
