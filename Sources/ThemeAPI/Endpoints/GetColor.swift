internal import Changes
internal import Resolution
internal import Themes

/// One color of a theme.
struct GetColor: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/colors/{name}", id: "getColor", tag: "Look-ups", summary: "One color",
    detail: "The color as it is where the given traits hold, in CSS hex.",
    parameters: [.entry("The color's name.", example: "accent"), .channel, .theme, .explain],
    takesTraits: true,
    answers: [.init(200, "The color.", media: [.init(.json, .named("Color"))]), .unchanged, .refusal(404)])

  func represent(
    _ request: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    try request.requireJSON()
    let selection = try ThemeSelection(request, operation: operation, in: snapshot)
    let explaining = try ExplanationDetail(request["explain"])
    let name = request.name
    let color = try Refusal.of { () throws(LookupError) in try selection.context.color(named: name) }
    return selection.representation("color \(explaining) \(name.keyed)") { () throws(Refusal) in
      var json = JSONWriter()
      json.object { json in
        json.member("name", name)
        json.member("value", color.hex)
        guard explaining != .nothing else { return }
        let explanation = DefinitionExplanation(
          color: name, selection.theme, selection.traits, snapshot.themeSet.library, all: explaining == .all)
        json.member("explain") { explanation.write(to: &$0) }
      }
      return json.finished()
    }
  }
}
