internal import Documents
internal import Themes

/// Turns the tokens of a file of Tokens Studio into colors and values of a theme.
struct StudioReader {
  private var values: StudioValues
  private let traits: ModifierTraits
  private var colors: [String: Theme.Variants<ColorExpression>] = [:]
  private var others: [String: Theme.Variants<TypedValue>] = [:]
  private var remarks: [String: Remark] = [:]

  /// The theme that a file is, over what its companion says of it.
  static func read(
    _ tokens: StudioTokens, _ switches: StudioSwitches, _ traits: ModifierTraits, over base: Theme,
    _ surroundings: ThemeSurroundings
  ) -> (theme: Theme, problems: [Problem]) {
    let scope = StudioScope(tokens, switches)
    let kinds = StudioKinds(scope)
    let values = StudioValues(StudioEvaluation(scope, switches, kinds), surroundings)
    var reader = StudioReader(values: values, traits: traits)
    // Tables that grow as they are filled are there twice while they do.
    let colorCount = kinds.kinds.values.count { $0 == .color }
    reader.colors.reserveCapacity(colorCount)
    reader.others.reserveCapacity(kinds.kinds.count - colorCount)
    for name in scope.names { reader.add(name) }
    var theme = base
    (theme.colors, theme.values) = (reader.colors, reader.others)
    theme.ownTraits = traits.own
    (theme.remarks, theme.groups) = (reader.remarks, tokens.groups)
    return (theme, kinds.findings.problems + reader.values.evaluation.form.findings.problems)
  }

  private init(values: StudioValues, traits: ModifierTraits) { (self.values, self.traits) = (values, traits) }

  private mutating func add(_ name: String) {
    let scope = values.evaluation.scope
    let definitions = scope.definitions(of: name)
    guard let kind = values.evaluation.kinds[name], !values.evaluation.broken.contains(name),
      let lowest = definitions.last
    else { return }
    let choices = values.evaluation.choices(for: name)
    guard !choices.isEmpty else { return }
    let holding = choices.map { scope.definition(of: name, $0) }
    let contents = zip(choices, holding).map { choice, token in
      token.flatMap { values.content($0, kind, choice) }
    }
    let remark = StudioRemark(definitions, kind).remark
    if !remark.isEmpty { remarks[name] = remark }
    let places = holding.map { ($0 ?? lowest).key.position }
    if kind == .color {
      colors[name] = entry(contents.map { $0?.color }, choices, places)
    } else {
      others[name] = entry(Self.alike(contents.map { $0?.value }), choices, places)
    }
  }

  /// Values of one type: heights can be numbers here and lengths there.
  private static func alike(_ values: [TypedValue?]) -> [TypedValue?] {
    guard Set(values.compactMap { $0?.type }).count > 1 else { return values }
    return values.map { $0.map { TypedValue($0.content, type: .any) } }
  }

  /// What holds where nothing is chosen, and what the other choices put in its place; nil for what is never there.
  private func entry<Content: Sendable & Hashable>(
    _ contents: [Content?], _ choices: [StudioSwitches.StudioChoice], _ places: [TextPosition]
  ) -> Theme.Variants<Content>? {
    guard let base = contents.first, contents.contains(where: { $0 != nil }) else { return nil }
    guard contents.contains(where: { $0 != base }) else {
      return Theme.Variants(base: base, place: places[0])
    }
    let chosen = choices.map { traits(of: $0) }
    // Where each choice is one trait, one that changes nothing needs no variant. Where choices share traits it does: else
    // another's variant would hold in its place.
    let isAlone = chosen.allSatisfy { $0.count <= 1 }
    let variants = choices.indices.dropFirst().compactMap { index in
      isAlone && contents[index] == base
        ? nil
        : Theme.Variants<Content>.Variant(
          traits: chosen[index], content: contents[index], place: places[index])
    }
    return Theme.Variants(base: base, variants: variants, place: places[0])
  }

  private func traits(of choice: StudioSwitches.StudioChoice) -> [String: String] {
    traits.traits(of: Dictionary(uniqueKeysWithValues: zip(choice.groups, choice.themes)))
  }
}
