internal import Changes
internal import Renderings
internal import Resolution
internal import Themes

/// The looks of many things at once, such as a whole tree of views.
struct GetAppearances: Endpoint {
  let operation = Operation(
    .post, "/v1/appearance", id: "getAppearances", tag: "Look-ups", summary: "The looks of many things",
    detail: """
      Takes `nodes`, each with its class and container path, or a `tree`, and answers `nodes` in the same \
      (depth-first) order. `override` holds what the client sets itself; it wins over every rule.
      """,
    parameters: [.channel, .theme, .explain], takesTraits: true,
    body: .init([.init(.json, .named("AppearancesRequest"), example: Self.example)]),
    answers: [
      .init(200, "The looks.", media: [.init(.json, .named("Appearances"))]), .refusal(404),
      .refusal(406),
      .refusal(415),
    ])

  private static let example = """
    {"traits":{"userInterfaceStyle":"dark"},"nodes":[{"id":"done","for":"UIBarButtonItem","in":"UIWindow/UIToolbar"}]}
    """

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    try call.requireJSON()
    var question = BatchQuestion(call, explaining: try ExplanationDetail(call["explain"]))
    if let reply = try question.replyIfSmall() { return .reply(reply) }
    return .offload(.init(on: .answering) { [question] in question.reply() })
  }
}
