internal import Resolution
internal import ThemeAPI
internal import Themes

/// Writes what a look-up answers for people.
struct AnswerText {
  let answer: AppearanceAnswer
  let paint: Paint
  /// The config folder that was read.
  let folder: String

  var text: String {
    if let explanations = answer.explanations {
      return heading + note + explanations.map(text).joined(separator: "\n")
    }
    if let single = answer.single { return heading + text(single) }
    guard !answer.entries.isEmpty else { return heading + "  No rule sets anything here.\n" }
    var columns = Columns()
    for entry in answer.entries { columns.add(entry.key.description, text(entry.value)) }
    return heading + columns.text(indent: "  ")
  }

  /// `UIButton.sure in UIWindow/UIToolbar, theme new-year, userInterfaceStyle=dark`
  private var heading: String {
    var parts = [paint(answer.target.description, .bold)]
    if !answer.path.isEmpty { parts[0] += " in \(answer.pathText)" }
    parts.append("theme \(paint(answer.context.theme.name, .bold))")
    parts += answer.context.traits.given.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.printable)" }
    return parts.joined(separator: ", ") + "\n"
  }

  /// What an explanation of one key must say first.
  private var note: String {
    guard let single = answer.single else {
      return (answer.explanations ?? []).isEmpty ? "  No rule sets anything here.\n" : ""
    }
    guard let from = single.from, single.fellBack else { return "" }
    return "  Nothing sets \(single.asked); \(from) answers for it.\n"
  }

  private func text(_ single: KeyAnswer) -> String {
    guard let from = single.from else { return "  Nothing sets \(single.asked).\n" }
    let value = single.value.map(text) ?? "blocked: a rule sets null"
    let origin = single.fellBack ? paint("  from \(from), which answers for it", .faint) : ""
    return "  \(single.asked)  \(value)\(origin)\n"
  }

  // MARK: Explanations

  private func text(_ explanation: Explanation) -> String {
    let key = explanation.key
    guard let winner = explanation.winner else {
      return "  \(paint(key.description, .bold))  set by no rule that matches\n" + others(explanation)
    }
    var text =
      "  \(paint(key.description, .bold))  \(winner.value.map(self.text) ?? "blocked: the rule sets null")\n"
    if let rule = winner.rule { text += "    \(paint("won", .green))   \(said(rule, key))\n" }
    for loser in explanation.losers {
      let value = loser.value.map(self.text) ?? "null"
      text += "    \(paint("lost", .yellow))  \(said(loser.rule, key)): \(value)\n"
      text += paint("          rule \(loser.reason.rawValue): \(loser.reason.words)", .faint) + "\n"
    }
    return text + others(explanation)
  }

  /// The rules that did not match.
  private func others(_ explanation: Explanation) -> String {
    explanation.unmatched.map { other in
      "    \(paint("other", .faint)) \(said(other.rule, explanation.key))\n"
        + paint("          does not match: \(other.mismatch.words)", .faint) + "\n"
    }.joined()
  }

  private func said(_ rule: RuleIdentity, _ key: PropertyKey) -> String {
    let place = SourceLocation(file: rule.file, at: rule.place(of: key))
    return "\(rule.words)  \(paint("\(place.path(in: folder)):\(place.line)", .cyan))"
  }

  // MARK: Values

  private func text(_ value: ResolvedValue) -> String {
    switch value {
    case .color(let color): return paint.swatch(color) + color.hex
    case .image(let name):
      let file = answer.context.image(bare: name).file
      return name + (file.map { paint("  \(folder)/images/\($0.name)", .cyan) } ?? "")
    case .string(let text): return "\"\(text.printable)\""
    case .list(let items): return "[\(items.map(text).joined(separator: ", "))]"
    case .object(let members):
      return "{ \(members.map { "\($0.name): \(text($0.value))" }.joined(separator: ", ")) }"
    case .number(let number): return JSONWriter.shortest(number)
    case .bool(let bool): return "\(bool)"
    }
  }
}

extension RuleIdentity {
  /// Where in its file the rule sets this key.
  fileprivate func place(of key: PropertyKey) -> TextPosition {
    rule.settings.first { $0.key == key }?.place ?? rule.place
  }
}
