internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// One value of a theme that is neither a color nor an image.
struct GetValue: DefinitionEndpoint {
  let operation = Operation(
    .get, "/v1/values/{name}", id: "getValue", tag: "Look-ups", summary: "One value",
    detail: """
      A font, a number, a word or another value that a theme has beside its colors and images, as it is where the \
      given traits hold.
      """,
    parameters: [.entry("The value's name.", example: "cornerRadius"), .channel, .theme, .explain],
    takesTraits: true,
    answers: [.init(200, "The value.", media: [.init(.json, .named("Value"))]), .unchanged, .refusal(404)])

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
