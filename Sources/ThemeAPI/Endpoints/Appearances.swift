internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// `GET /v1/appearance`: the look of one view in its place.
struct GetAppearance: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/appearance", id: "getAppearance", tag: "Look-ups", summary: "The look of one thing",
    detail: """
      Every key that rules set for this class in this place, ready to be applied. With `property`, only one key, whose \
      axes fall back; `from` then names the key that was found.
      """,
    parameters: [
      .init(
        .query, "for", "The class, with its styles.", schema: .named("Target"), isRequired: true,
        example: "UIBarButtonItem"),
      .init(
        .query, "in", "Its containers, outermost first.", schema: .named("Path"),
        example: "UIWindow/UIToolbar"),
      .init(
        .query, "property", "One key, with its axis values.", schema: .string,
        example: "titleColor:highlighted"),
      .channel, .theme, .explain,
    ],
    takesTraits: true,
    answers: [.json(200, "The look.", "Appearance"), .unchanged], refuses: [404])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    try call.requireJSON()
    let selection = try ThemeSelection(call)
    let detail = try ExplanationDetail(call["explain"])
    let lookup = try Refusal.of { () throws(LookupError) in
      try AppearanceLookup(
        call["for"] ?? "", in: call["in"] ?? "", property: call["property"], context: selection.context)
    }
    return selection.representation("\(lookup.key) \(detail)") { () throws(Refusal) in
      try Refusal.of { () throws(LookupError) in try lookup.answer(explaining: detail).json() }
    }
  }
}

/// `POST /v1/appearance`: the looks of many views at once.
struct GetAppearances: Endpoint {
  let operation = Operation(
    .post, "/v1/appearance", id: "getAppearances", tag: "Look-ups", summary: "The looks of many things",
    detail: """
      Takes `nodes`, each with its class and container path, or a `tree`, and returns `nodes` in the same \
      (depth-first) order. `override` holds what the client sets itself; it wins over every rule.
      """,
    parameters: [.channel, .theme, .explain], takesTraits: true,
    body: [.init(.json, .named("AppearancesRequest"), example: Self.example)],
    answers: [.json(200, "The looks.", "Appearances")], refuses: [404, 406, 415])

  private static let example = """
    {"traits":{"userInterfaceStyle":"dark"},"nodes":[{"id":"done","for":"UIBarButtonItem","in":"UIWindow/UIToolbar"}]}
    """

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    try call.requireJSON()
    var question = BatchQuestion(call, explaining: try ExplanationDetail(call["explain"]))
    if let reply = try question.replyIfSmall() { return .reply(reply) }
    return .offload(on: .answering) { [question] () throws(Refusal) in try question.reply() }
  }
}

/// A requested batch. A small one is answered immediately, another one on its own lane.
private struct BatchQuestion: Sendable {
  private let call: Call
  private let explaining: ExplanationDetail
  private let budget: BatchBudget
  /// The body, once it is read, so that a batch that turns out to be large is not read again.
  private var body: BatchBody?

  /// The limit in bytes for a body that is read on a worker.
  private static let smallBody = 64 << 10

  init(_ call: Call, explaining: ExplanationDetail) {
    self.call = call
    self.explaining = explaining
    budget = .whole(call.services.limits, explaining: explaining != .nothing)
  }

  /// Returns nil if the batch is not small.
  mutating func replyIfSmall() throws(Refusal) -> Reply? {
    guard call.request.body.count <= Self.smallBody else { return nil }
    let body = try BatchBody(call)
    self.body = body
    return try reply(to: body, within: .small(budget, explaining: explaining != .nothing))
  }

  func reply() throws(Refusal) -> Reply {
    let body = if let body { body } else { try BatchBody(call) }
    guard let reply = try reply(to: body, within: budget) else { throw budget.refusal }
    return reply
  }

  private func reply(to body: BatchBody, within budget: BatchBudget) throws(Refusal) -> Reply? {
    let selection = try ThemeSelection(call, header: { call.request.header($0) }, more: body.traits)
    guard budget.isLast || !selection.theme.isLarge, let nodes = try body.nodes(for: selection.theme, budget)
    else { return nil }
    guard let bytes = try BatchAnswer(selection, explaining: explaining, budget).rendered(nodes) else {
      guard budget.isLast else { return nil }
      throw budget.refusalOfAnswer
    }
    return .fresh(bytes, .json, headers: selection.ignoring)
  }
}
