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
      .channel, .theme, .draft, .explain,
    ],
    takesTraits: true,
    answers: [.json(200, "The look.", "Appearance"), .unchanged], refuses: [404, 409, 410])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    try call.requireJSON()
    let selection = try ThemeSelection(call)
    let detail = try ExplanationDetail(call["explain"])
    let lookup = try Refusal.of { () throws(LookupError) in
      try AppearanceLookup(
        call["for"] ?? "", in: call["in"] ?? "", property: call["property"], context: selection.context)
    }
    var representation = selection.representation("\(lookup.key) \(detail)", of: selection.key) {
      () throws(Refusal) in
      try Refusal.of { () throws(LookupError) in try lookup.answer(explaining: detail).json() }
    }
    representation.isSlow = detail != .nothing && selection.theme.isLarge
    return representation
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
    parameters: [.channel, .theme, .draft, .explain], takesTraits: true,
    body: [.init(.json, .named("AppearancesRequest"), example: Self.example)],
    answers: [.json(200, "The looks.", "Appearances")], refuses: [404, 406, 409, 410, 415])

  private static let example = """
    {"traits":{"userInterfaceStyle":"dark"},"nodes":[{"id":"done","for":"UIBarButtonItem","in":"UIWindow/UIToolbar"}]}
    """

  /// The limit in bytes for a body that is read on a worker.
  private static let smallBody = 64 << 10

  /// Answers a small batch immediately, and another one on its own lane.
  func answer(_ call: Call) throws(Refusal) -> Outcome {
    try call.requireJSON()
    let explaining = try ExplanationDetail(call["explain"])
    let budget = BatchBudget.whole(call.services.limits, explaining: explaining != .nothing)
    var known: BatchBody?
    if call.request.body.count <= Self.smallBody {
      let body = try BatchBody(call)
      let small = BatchBudget.small(budget, explaining: explaining != .nothing)
      if let reply = try Self.reply(to: call, body, explaining, within: small) { return .reply(reply) }
      known = body
    }
    let turn = Outcome.Turn(of: IPAddress.client(at: call.client), for: .batch)
    return .offload(on: .answering, in: turn) { [known] () throws(Refusal) in
      let body = if let known { known } else { try BatchBody(call) }
      guard let reply = try Self.reply(to: call, body, explaining, within: budget) else {
        throw budget.refusal
      }
      return reply
    }
  }

  /// Returns nil if the batch exceeds a budget that is not the last.
  private static func reply(
    to call: Call, _ body: BatchBody, _ explaining: ExplanationDetail, within budget: BatchBudget
  ) throws(Refusal) -> Reply? {
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
