internal import Documents
internal import Themes

/// Turns the tokens of a file of Tokens Studio into colors and values of a theme.
struct StudioReader {
  private var values: StudioValues
  private var colors: [String: Theme.Variants<ColorExpression>] = [:]
  private var others: [String: Theme.Variants<TypedValue>] = [:]
  private var remarks: [String: Remark] = [:]

  /// Reads a theme over what the companion says of it.
  /// - Parameter count: the number of themes that are read from the document.
  static func read(
    _ document: StudioDocument, _ tokens: StudioTokens, _ traits: ModifierTraits, sharedBy count: Int,
    over base: Theme, _ surroundings: ThemeSurroundings
  ) -> (theme: Theme, problems: [Problem]) {
    let scope = StudioScope(document, tokens, traits)
    let kinds = StudioKinds(scope)
    let evaluation = StudioEvaluation(scope, kinds, traits, sharedBy: count)
    var reader = StudioReader(values: StudioValues(evaluation, surroundings))
    // Tables that grow as they are filled take twice the memory while they do.
    let colorCount = kinds.kinds.values.count { $0 == .color }
    reader.colors.reserveCapacity(colorCount)
    reader.others.reserveCapacity(kinds.kinds.count - colorCount)
    let listed = TokenLister.listEach(
      of: scope.tokens, without: evaluation.broken, traits, reaches: evaluation.reaches
    ) { reader.add($1, in: $0) }
    var theme = base
    (theme.colors, theme.values) = (reader.colors, reader.others)
    theme.ownTraits = traits.own
    (theme.remarks, theme.groups) = (reader.remarks, tokens.groups)
    return (theme, kinds.findings.problems + reader.values.evaluation.form.findings.problems + listed)
  }

  private init(values: StudioValues) { self.values = values }

  private mutating func add(_ entry: TokenList.Entry, in list: TokenList) {
    let name = entry.name
    guard let kind = values.evaluation.kinds[name], values.evaluation.take(entry.tokens.count, name) else {
      return
    }
    let contents = Self.alike(
      entry.tokens.map { values.content(list.tokens[$0].source, kind, list.tokens[$0].choice) })
    let remark = StudioRemark(values.evaluation.scope.definitions(of: name), kind).remark
    if !remark.isEmpty { remarks[name] = remark }
    guard contents.contains(where: { $0 != nil }) else { return }
    var entry = entry
    if !entry.variants.isEmpty {
      // What is computed for different choices can be the same.
      let numbers = Dictionary(
        contents.enumerated().lazy.compactMap { number, content in content.map { ($0, number) } }
      ) { $1 }
      entry.reduce { contents[$0].flatMap { numbers[$0] } }
    }
    if kind == .color {
      colors[name] = list.variants(of: entry) { contents[$0]?.color }
    } else {
      others[name] = list.variants(of: entry) { contents[$0]?.value }
    }
  }

  /// Returns values of one type: heights can be numbers here and lengths there.
  private static func alike(_ contents: [TokenContent?]) -> [TokenContent?] {
    guard Set(contents.compactMap { $0?.value?.type }).count > 1 else { return contents }
    return contents.map { $0?.value.map { .value(TypedValue($0.content, type: .any)) } }
  }
}
