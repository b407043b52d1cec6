internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// One color of a theme.
struct GetColor: DefinitionEndpoint {
  let operation = Operation(
    .get, "/v1/colors/{name}", id: "getColor", tag: "Look-ups", summary: "One color",
    detail: "The color as it is where the given traits hold, in CSS hex.",
    parameters: [.entry("The color's name.", example: "accent"), .channel, .theme, .explain],
    takesTraits: true,
    answers: [.init(200, "The color.", media: [.init(.json, .named("Color"))]), .unchanged, .refusal(404)])

  let sort = "color"

  func find(_ name: String, in context: ThemeContext) throws(LookupError) -> ResolvedColor {
    try context.color(named: name)
  }

  func writeMembers(_ color: ResolvedColor, to json: inout JSONWriter) { json.member("value", color.hex) }

  func explanation(
    of name: String, _ selection: ThemeSelection, _ library: Library, all: Bool
  ) -> DefinitionExplanation {
    DefinitionExplanation(color: name, selection.theme, selection.traits, library, all: all)
  }
}
