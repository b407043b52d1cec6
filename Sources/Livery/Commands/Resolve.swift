internal import Changes
internal import Documents
internal import Formats
internal import Resolution
internal import Service
internal import ThemeAPI
internal import Themes

extension Command {
  static let resolve = Command(
    name: "resolve", summary: "Resolve the appearance of a class in its place, without a server.",
    operands: ("[NAME=VALUE …]", 0...256),
    flags: [.theme, .target, .containers, .trait, .property, .explain, .explainAll, .config, .json],
    details: """
      Traits may also follow at the end, without --trait. The axis values of a property follow after colons.

        livery resolve --for UIBarButtonItem --in UIToolbar userInterfaceStyle=dark
        livery resolve --theme new-year --for UIButton.sure --explain

      NO_COLOR turns colors off, CLICOLOR_FORCE=1 turns them on.
      """
  ) { arguments throws(CommandError) in
    guard let target = arguments[.target] else { throw .usage("'livery resolve' needs --for CLASS.") }
    let pairs = try pairs(arguments.all(.trait) + arguments.operands)
    let folder = arguments[.config] ?? "Config"
    let theme = try theme(arguments[.theme], in: try catalog(of: folder), folder)
    let answer = try attempt {
      try AppearanceLookup(
        target, in: arguments[.containers] ?? "", property: arguments[.property],
        context: theme.context(try TraitValues(pairs, kit: theme.kit.definition))
      ).answer(explaining: arguments.has(.explainAll) ? .all : arguments.has(.explain) ? .matching : .nothing)
    }
    return arguments.print(
      json: String(decoding: answer.json(.pretty), as: UTF8.self),
      text: AnswerText(answer: answer, folder: folder).text)
  }

  private static func pairs(_ words: [String]) throws(CommandError) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    for word in words {
      guard let sign = word.firstIndex(of: "="), sign != word.startIndex else {
        throw .usage("'\(word)' is not a trait; write NAME=VALUE, such as userInterfaceStyle=dark.")
      }
      pairs.append((String(word[..<sign]), String(word[word.index(after: sign)...])))
    }
    return pairs
  }

  static func catalog(of folder: String) throws(CommandError) -> Catalog {
    try attempt {
      let read = try ConfigFolder.read(folder)
      let library = Library.read(kits: read.kits, themes: read.themes, in: .all)
      let errors = library.problems.filter { $0.severity == .error }
      guard errors.isEmpty else {
        throw CommandError.refused(
          "The files have errors ('livery check \(folder)' reports all):\n"
            + errors.prefix(3).map { $0.painted(Paint(depth: .none), in: folder) }.joined(separator: "\n"))
      }
      return try Catalog(library, images: read.files.images)
    }
  }

  static func theme(
    _ name: String?, in catalog: Catalog, _ folder: String
  ) throws(CommandError) -> CompiledTheme {
    var asked = name
    if name == nil {
      do throws(SettingsError) {
        let (settings, _) = try Settings.read(
          flags: ["--config": folder], variables: ProcessEnvironment.variables)
        asked =
          settings.defaultTheme ?? (catalog.themes["default"] == nil ? catalog.themes.keys.min() : "default")
      } catch { throw .refused("\(error)") }
    }
    guard let asked else { throw .refused("There is no theme in '\(folder)/themes'.") }
    guard let theme = catalog.themes[asked] else {
      let question = NearestName.question(asked, among: catalog.themes.keys)
      throw .refused("There is no theme '\(asked)'\(question)")
    }
    return theme
  }
}

extension Flag {
  fileprivate static let explain = Flag(
    "--explain", nil, "explain which rule won each key, and why the others lost")
  fileprivate static let explainAll = Flag(
    "--explain-all", nil, "explain the rules that did not match, too")
  static let theme = Flag(
    "--theme", "NAME", "the theme; by default, the one that the server shows first")
  static let target = Flag("--for", "CLASS", "the class, with its styles: UIButton.sure")
  static let containers = Flag("--in", "PATH", "its containers, outermost first: UIWindow/UIToolbar")
  static let trait = Flag(
    "--trait", "NAME=VALUE", "a trait, such as userInterfaceStyle=dark; may be repeated",
    repeats: true)
  static let property = Flag(
    "--property", "KEY", "one key, with fallback along its axes: titleColor:highlighted")
}

private struct AnswerText {
  let answer: AppearanceAnswer
  let folder: String
  let paint = Paint()

  var text: String {
    if let explanations = answer.explanations {
      return heading + note + explanations.map(text).joined(separator: "\n")
    }
    if let single = answer.single { return heading + text(single) }
    guard !answer.entries.isEmpty else { return heading + "  No rule sets anything here.\n" }
    return heading
      + Columns(answer.entries.map { [$0.key.description, text($0.value)] }).text(indent: "  ")
  }

  /// The first line: `UIButton.sure in UIWindow/UIToolbar, theme new-year, userInterfaceStyle=dark`.
  private var heading: String {
    var parts = [paint(answer.target.description, .bold)]
    if !answer.path.isEmpty { parts[0] += " in \(answer.pathText)" }
    parts.append("theme \(paint(answer.context.theme.name, .bold))")
    parts += answer.context.traits.given.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.printable)" }
    return parts.joined(separator: ", ") + "\n"
  }

  /// The first line of an explanation of one key.
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

  /// Returns the lines about rules that did not match.
  private func others(_ explanation: Explanation) -> String {
    explanation.unmatched.map { other in
      "    \(paint("other", .faint)) \(said(other.rule, explanation.key))\n"
        + paint("          does not match: \(other.mismatch.words)", .faint) + "\n"
    }.joined()
  }

  /// Returns the rule with the place where it sets the key.
  private func said(_ rule: RuleIdentity, _ key: PropertyKey) -> String {
    let setting = rule.rule.settings.first { $0.key == key }
    let place = SourceLocation(file: rule.file, at: setting?.place ?? rule.rule.place)
    return "\(rule.words)  \(paint("\(place.path(in: folder)):\(place.line)", .cyan))"
  }

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
