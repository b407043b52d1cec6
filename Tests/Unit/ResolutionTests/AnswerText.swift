internal import Documents
internal import Resolution
internal import Themes

/// Writes responses as text for golden files.
struct AnswerText {
  let context: ThemeContext
  /// The values that the client sets itself.
  var overrides: [Override] = []

  func look(_ target: Target, _ path: [Target]) throws -> [String] {
    let entries = try context.look(of: target, in: path, overrides: overrides).entries
    return entries.isEmpty ? ["nothing"] : entries.map { "\($0.key) \(Self.json($0.value))" }
  }

  func key(_ text: String, _ target: Target, _ path: [Target]) throws -> [String] {
    let key = try context.theme.kit.key(parsing: text, ofClass: target.className)
    let answer = try context.value(of: key, for: target, in: path, overrides: overrides)
    guard let from = answer.from else { return ["nothing"] }
    return ["\(Self.json(answer.value))" + (answer.fellBack ? " from \(from)" : "")]
  }

  func why(_ target: Target, _ path: [Target], all: Bool) throws -> [String] {
    try context.explain(target, in: path, overrides: overrides, all: all).flatMap { explanation in
      let winner = explanation.winner
      return [
        "\(explanation.key) \(winner.map { Self.json($0.value) } ?? "nothing")"
          + (winner.map { " won by \($0.rule.map(Self.rule) ?? "the client")" } ?? "")
      ]
        + explanation.losers.map {
          "  \(Self.json($0.value)) lost, \(Self.rule($0.rule)): rule \($0.reason.rawValue), \($0.reason.words)"
        }
        + explanation.unmatched.map { "  \(Self.rule($0.rule)) does not match: \($0.mismatch.words)" }
    }
  }

  func value(_ name: String) throws -> [String] {
    let value = try context.value(named: name)
    return ["\(value.type?.rawValue ?? "no type") \(Self.json(value.value))"]
  }

  func image(_ name: String) throws -> [String] {
    let answer = try context.image(named: name)
    return ["\(answer.candidates.joined(separator: ", ")): \(answer.file?.name ?? "no file")"]
  }

  func theme() -> [String] {
    let theme = context.resolved()
    return [
      "\(theme.name), \(theme.title), kit \(theme.kit), prefixes \(theme.imagePrefixes), "
        + "\(theme.transition.map { "\($0.duration) s" } ?? "no transition")"
    ]
      + theme.traits.sorted { $0.key < $1.key }.map { "trait \($0.key)=\($0.value)" }
      + theme.colors.map { "color \($0.name) \($0.color.hex)" }
      + theme.images.map { "image \($0.name): \($0.candidates.joined(separator: ", "))" }
      + theme.values.map { "value \($0.name) \($0.type?.rawValue ?? "no type") \(Self.json($0.value))" }
      + theme.appearance.map { entry in
        let path = entry.containers.map(\.description).joined(separator: "/")
        let settings = entry.settings.map { "\($0.key) \(Self.json($0.value))" }
        return "\(entry.target)\(path.isEmpty ? "" : " in \(path)"): \(settings.joined(separator: ", "))"
      }
  }

  private static func rule(_ rule: RuleIdentity) -> String { "\(rule.theme)[\(rule.index)]" }

  private static func json(_ value: ResolvedValue?) -> String {
    var json = JSONWriter()
    if let value { value.write(to: &json) } else { json.null() }
    return json.text
  }
}
