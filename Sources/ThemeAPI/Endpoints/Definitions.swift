internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// `GET /v1/colors/{name}`: one color of a theme.
struct GetColor: DefinitionEndpoint {
  let operation = Operation(
    .get, "/v1/colors/{name}", id: "getColor", tag: "Look-ups", summary: "One color",
    detail: "The color as it is where the given traits hold, in CSS hex.",
    parameters: [.entry("The color's name.", example: "accent"), .channel, .theme, .explain],
    takesTraits: true,
    answers: [.json(200, "The color.", "Color"), .unchanged], refuses: [404])

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

/// `GET /v1/values/{name}`: one value of a theme that is neither a color nor an image.
struct GetValue: DefinitionEndpoint {
  let operation = Operation(
    .get, "/v1/values/{name}", id: "getValue", tag: "Look-ups", summary: "One value",
    detail: """
      A font, a number, a word or another value that a theme has beside its colors and images, as it is where the \
      given traits hold.
      """,
    parameters: [.entry("The value's name.", example: "cornerRadius"), .channel, .theme, .explain],
    takesTraits: true,
    answers: [.json(200, "The value.", "Value"), .unchanged], refuses: [404])

  let sort = "value"

  func find(_ name: String, in context: ThemeContext) throws(LookupError) -> ResolvedTypedValue {
    try context.value(named: name)
  }

  func writeMembers(_ value: ResolvedTypedValue, to json: inout JSONWriter) {
    json.value(value.value, of: value.type)
  }

  func explanation(
    of name: String, _ selection: ThemeSelection, _ library: Library, all: Bool
  ) -> DefinitionExplanation {
    DefinitionExplanation(value: name, selection.theme, selection.traits, library, all: all)
  }
}
