internal import Changes
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

  func represent(
    _ request: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    try request.requireJSON()
    let selection = try ThemeSelection(request, operation: operation, in: snapshot)
    let lookup = try AppearanceLookup(request, selection)
    return selection.representation(lookup.key) { () throws(Refusal) in try lookup.rendered() }
  }
}

/// One look-up, its names understood.
private struct AppearanceLookup {
  private let selection: ThemeSelection
  private let target: Target
  private let path: [Target]
  private let property: PropertyKey?
  private let explaining: ExplanationDetail

  init(_ request: ReadRequest, _ selection: ThemeSelection) throws(Refusal) {
    self.selection = selection
    explaining = try ExplanationDetail(request["explain"])
    (target, path, property) = try Refusal.of {
      () throws(LookupError) -> (Target, [Target], PropertyKey?) in
      let target = try Target(parsing: request["for"] ?? "")
      let path = try Target.path(parsing: request["in"] ?? "")
      _ = try selection.theme.lookup(target, in: path)
      guard let text = request["property"] else { return (target, path, nil) }
      let kit = selection.theme.kit
      return (target, path, try kit.key(parsing: text, ofClass: target.className))
    }
  }

  private var pathText: String { path.map(\.description).joined(separator: "/") }

  var key: String { "look \(target) \(pathText) \(property?.description ?? "") \(explaining)" }

  func rendered() throws(Refusal) -> [UInt8] {
    let context = selection.context
    let (single, entries) = try Refusal.of { () throws(LookupError) -> (KeyAnswer?, [Look.Entry]) in
      guard let property else { return (nil, try context.look(of: target, in: path).entries) }
      let single = try context.value(of: property, for: target, in: path)
      return (single, single.entries)
    }
    let explanations = try explanations(context, single)
    var json = JSONWriter()
    json.object { json in
      json.member("theme", selection.theme.name)
      json.member("for", target.description)
      json.member("in", pathText)
      json.traits(selection.traits, of: selection.theme.kit.definition)
      json.set(entries)
      if let single { single.write(to: &json) }
      guard let explanations else { return }
      json.member("explain") { json in
        json.array { json in for explanation in explanations { explanation.write(to: &json) } }
      }
    }
    return json.finished()
  }

  private func explanations(_ context: ThemeContext, _ single: KeyAnswer?) throws(Refusal) -> [Explanation]? {
    guard explaining != .nothing else { return nil }
    let all = explaining == .all
    return try Refusal.of { () throws(LookupError) in
      guard let single else { return try context.explain(target, in: path, all: all) }
      return [try context.explain(single.from ?? single.asked, for: target, in: path, all: all)]
    }
  }
}

extension KeyAnswer {
  /// What replaying it sets.
  fileprivate var entries: [Look.Entry] { value.map { [Look.Entry(key: asked, value: $0)] } ?? [] }

  fileprivate func write(to json: inout JSONWriter) {
    json.member("property", asked.description)
    json.member("value") { $0.value(value) }
    if let from { json.member("from", from.description) }
  }
}
