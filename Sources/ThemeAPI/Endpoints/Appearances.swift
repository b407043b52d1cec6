internal import Changes
package import Documents
internal import Renderings
package import Resolution
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

/// A lookup of the keys that a theme sets for a class in its containers, with all names checked.
package struct AppearanceLookup: Sendable {
  package let context: ThemeContext
  private let target: Target
  private let path: [Target]
  /// The requested key, or nil for all keys that are set.
  private let property: PropertyKey?

  /// - Parameters:
  ///   - target: a class with its styles: `UIButton.sure`.
  ///   - path: its containers, the outermost first: `UIWindow/UIToolbar`.
  ///   - property: one key with its axis values: `titleColor:highlighted`.
  package init(
    _ target: String, in path: String, property: String?, context: ThemeContext
  ) throws(LookupError) {
    self.context = context
    self.target = try Target(parsing: target)
    self.path = try Target.path(parsing: path)
    _ = try context.theme.lookup(self.target, in: self.path)
    var key: PropertyKey?
    if let property { key = try context.theme.kit.key(parsing: property, ofClass: self.target.className) }
    self.property = key
  }

  /// A text that differs for different lookups in the same theme under the same traits.
  var key: String { "look \(target) \(path.text) \(property?.description ?? "")" }

  package func answer(explaining: ExplanationDetail = .nothing) throws(LookupError) -> AppearanceAnswer {
    var answer = AppearanceAnswer(context: context, target: target, path: path)
    if let property {
      answer.single = try context.value(of: property, for: target, in: path)
    } else {
      answer.entries = try context.look(of: target, in: path).entries
    }
    guard explaining != .nothing else { return answer }
    if let single = answer.single {
      let key = single.from ?? single.asked
      answer.explanations = [try context.explain(key, for: target, in: path, all: explaining == .all)]
    } else {
      answer.explanations = try context.explain(target, in: path, all: explaining == .all)
    }
    return answer
  }
}

/// The extent of an explanation.
package enum ExplanationDetail: Sendable, Hashable {
  case nothing
  /// The rules that match: which one won, and why each other lost.
  case matching
  /// The rules that do not match, too.
  case all
}

/// The result of a lookup.
package struct AppearanceAnswer: Sendable {
  package let context: ThemeContext
  package let target: Target
  package let path: [Target]
  /// All keys that are set; empty if one key was requested.
  package fileprivate(set) var entries: [Look.KeyedValue] = []
  package fileprivate(set) var single: KeyAnswer?
  package fileprivate(set) var explanations: [Explanation]?

  package var pathText: String { path.text }

  /// Returns the document of `GET /v1/appearance`.
  package func json(_ style: JSONWriter.Style = .compact) -> [UInt8] {
    var json = JSONWriter(style)
    json.object { json in
      json.member("theme", context.theme.name)
      json.member("for", target.description)
      json.member("in", pathText)
      json.traits(context.traits, of: context.theme.kit.definition)
      json.set(
        entries + (single.flatMap { one in one.value.map { [.init(key: one.asked, value: $0)] } } ?? []))
      if let single {
        json.member("property", single.asked.description)
        json.member("value") { $0.value(single.value) }
        if let from = single.from { json.member("from", from.description) }
      }
      guard let explanations else { return }
      json.array("explain") { json in for explanation in explanations { explanation.write(to: &json) } }
    }
    return json.finished()
  }
}

extension [Target] {
  /// The path as it is written: `UIWindow/UIToolbar`.
  var text: String { map(\.description).joined(separator: "/") }
}

extension Explanation {
  /// Writes the rule that won, the rules that lost, and the rules that do not match.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("key", key.description)
      json.member("winner") { json in
        guard let winner else { return json.null() }
        json.object { json in
          if let rule = winner.rule {
            rule.write(setting: key, to: &json)
          } else {
            json.member("override", true)
          }
          json.member("value") { $0.value(winner.value) }
        }
      }
      json.objects("lost", for: losers) { json, loser in
        loser.rule.write(setting: key, to: &json)
        json.member("value") { $0.value(loser.value) }
        json.member("reason", loser.reason.rawValue)
        json.member("why", loser.reason.words)
      }
      guard !unmatched.isEmpty else { return }
      json.objects("unmatched", for: unmatched) { json, other in
        other.rule.write(setting: key, to: &json)
        json.member("why", other.mismatch.words)
      }
    }
  }
}

extension RuleIdentity {
  /// The rule as a phrase: `UIButton.sure in UIToolbar where userInterfaceStyle is dark`.
  package var words: String {
    var words = rule.target.description
    if !rule.containers.isEmpty {
      words += " in " + rule.containers.map(\.description).joined(separator: "/")
    }
    let traits = rule.traits.sorted { $0.key < $1.key }.map { "\($0.key) is \($0.value)" }
    return traits.isEmpty ? words : words + " where " + traits.joined(separator: " and ")
  }

  fileprivate func write(setting key: PropertyKey, to json: inout JSONWriter) {
    let setting = rule.settings.first { $0.key == key }
    json.member("theme", theme)
    json.member("index", index)
    json.member("file", file)
    json.member("line", (setting?.place ?? rule.place).line)
    json.member("rule", words)
    if let setting { json.member("written") { setting.value.write(to: &$0) } }
  }
}
