internal import Changes
internal import Resolution
internal import Themes

/// One value of a theme that is neither a color nor an image.
struct GetValue: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/values/{name}", id: "getValue", tag: "Look-ups", summary: "One value",
    detail: """
      A font, a number, a word or another value that a theme has beside its colors and images, as it is where the \
      given traits hold.
      """,
    parameters: [.entry("The value's name.", example: "cornerRadius"), .channel, .theme, .explain],
    takesTraits: true,
    answers: [.init(200, "The value.", media: [.init(.json, .named("Value"))]), .unchanged, .refusal(404)])

  func represent(
    _ request: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    try request.requireJSON()
    let selection = try ThemeSelection(request, operation: operation, in: snapshot)
    let explaining = try ExplanationDetail(request["explain"])
    let name = request.name
    let value = try Refusal.of { () throws(LookupError) in try selection.context.value(named: name) }
    return selection.representation("value \(explaining) \(name.keyed)") { () throws(Refusal) in
      var json = JSONWriter()
      json.object { json in
        json.member("name", name)
        json.member("value") { value.write(to: &$0) }
        guard explaining != .nothing else { return }
        let explanation = DefinitionExplanation(
          value: name, selection.theme, selection.traits, snapshot.themeSet.library, all: explaining == .all)
        json.member("explain") { explanation.write(to: &$0) }
      }
      return json.finished()
    }
  }
}
