internal import Changes
internal import Renderings
internal import Resolution
internal import Themes

/// The look of one thing on screen in its place.
struct GetAppearance: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/appearance", id: "getAppearance", tag: "Look-ups", summary: "The look of one thing",
    detail: """
      Every key that rules set for this class in this place, ready to be replayed. With `property` one key alone, \
      its axes falling back; `from` then names the key that answered.
      """,
    parameters: [
      .init(
        .query, "for", "The class, with its styles.", schema: .named("Target"), isRequired: true,
        example: "UIBarButtonItem"),
      .init(
        .query, "in", "What it stands in, outermost first.", schema: .named("Path"),
        example: "UIWindow/UIToolbar"),
      .init(
        .query, "property", "One key, with its axis values.", schema: .string,
        example: "titleColor:highlighted"),
      .channel, .theme, .explain,
    ],
    takesTraits: true,
    answers: [
      .init(200, "The look.", media: [.init(.json, .named("Appearance"))]), .unchanged, .refusal(404),
    ])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    try call.requireJSON()
    let selection = try ThemeSelection(call)
    let detail = try ExplanationDetail(call["explain"])
    let lookup = try Refusal.of { () throws(LookupError) in
      try AppearanceLookup(
        call["for"] ?? "", in: call["in"] ?? "", property: call["property"],
        context: selection.context)
    }
    return selection.representation("\(lookup.key) \(detail)") { () throws(Refusal) in
      try Refusal.of { () throws(LookupError) in try lookup.answer(explaining: detail).json() }
    }
  }
}
