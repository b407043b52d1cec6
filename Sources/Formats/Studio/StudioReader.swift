internal import Documents
internal import Themes

/// A reader that turns the tokens of a file of Tokens Studio into colors and values of a theme.
struct StudioReader {
  private var evaluation: StudioEvaluation
  private var colors: [String: Theme.Variants<ColorExpression>] = [:]
  private var others: [String: Theme.Variants<TypedValue>] = [:]
  private var remarks: [String: Remark] = [:]

  /// Reads a theme over the content of its companion.
  static func read(
    _ document: StudioDocument, _ tokens: StudioTokens, _ traits: ModifierTraits, sharedBy count: Int,
    over base: Theme, _ surroundings: ThemeSurroundings
  ) -> (theme: Theme, problems: [Problem]) {
    let scope = StudioScope(document, tokens, traits)
    let evaluation = StudioEvaluation(scope, traits, sharedBy: count, surroundings)
    let kinds = evaluation.kinds
    var reader = StudioReader(evaluation: evaluation)
    // A dictionary that grows needs its old table and the new one at once.
    let colorCount = kinds.kinds.values.count { $0 == .color }
    reader.colors.reserveCapacity(colorCount)
    reader.others.reserveCapacity(kinds.kinds.count - colorCount)
    let listed = TokenLister.listEach(
      of: scope.tokens, without: evaluation.broken, traits, reaches: evaluation.reaches
    ) { reader.add($1, in: $0) }
    reader.leaveOutReferrers()
    reader.checkPresence(document, tokens, traits)
    var theme = base
    (theme.colors, theme.values) = (reader.colors, reader.others)
    theme.ownTraits = traits.own
    (theme.remarks, theme.groups) = (reader.remarks, tokens.groups)
    return (
      theme, kinds.diagnostics.problems + reader.evaluation.decoder.diagnostics.problems + listed
    )
  }

  private init(evaluation: StudioEvaluation) { self.evaluation = evaluation }

  private mutating func add(_ entry: TokenList.Entry, in list: TokenList) {
    let name = entry.name
    guard let kind = evaluation.kinds[name], evaluation.take(entry.tokens.count, name) else { return }
    let contents = Self.alike(
      entry.tokens.map { evaluation.content(list.tokens[$0].source, kind, list.tokens[$0].choice) })
    let remark = StudioRemark.read(evaluation.scope.definitions(of: name), kind)
    if !remark.isEmpty { remarks[name] = remark }
    guard contents.contains(where: { $0 != nil }) else { return }
    var entry = entry
    if !entry.variants.isEmpty {
      // The results for different choices can be the same.
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

  /// Leaves out the tokens that refer to tokens which are left out.
  private mutating func leaveOutReferrers() {
    let scope = evaluation.scope
    let missing = scope.names.filter {
      colors[$0] == nil && others[$0] == nil && !evaluation.broken.contains($0)
    }
    if !missing.isEmpty {
      let references =
        colors.map { ($0, $1.references) }
        + others.map { ($0, $1.contents.flatMap(\.content.referredNames)) }
      let gone = evaluation.leftOut.addReferrers(
        to: Set(missing), references, in: &evaluation.decoder.diagnostics
      ) { scope.definitions(of: $0).first?.value }
      for name in gone { (colors[name], others[name]) = (nil, nil) }
    }
    evaluation.leftOut.reportOthers(scope.tokens.key, in: &evaluation.decoder.diagnostics)
  }

  /// The most comparisons of definitions with choices, and the most warnings.
  private static let (mostCompared, mostLacking) = (1_000_000, 50)

  /// Warns of references to tokens that a theme lacks, once for each set and the themes that lack it.
  private mutating func checkPresence(
    _ document: StudioDocument, _ tokens: StudioTokens, _ traits: ModifierTraits
  ) {
    let scope = evaluation.scope
    let partial = Set(scope.names.filter { scope[$0]?.isUnconditional == false })
    guard !partial.isEmpty else { return }
    var left = Self.mostCompared
    var found: [(words: String, node: JSONNode, message: Message, count: Int)] = []
    for name in scope.names where !evaluation.broken.contains(name) {
      for source in scope.definitions(of: name) {
        for other in Set(scope.references(in: source)).intersection(partial).sorted() {
          guard let themes = scope.themes(lacking: other, for: source, of: name, traits, &left) else {
            continue
          }
          let set = tokens.sets.firstIndex { $0.contains { $0.name == other } }.map { document.sets[$0].name }
          let words = "when \(themes), which lacks the set \(Quoted.name(set ?? ""))"
          if let known = found.firstIndex(where: { $0.words == words }) {
            found[known].count += 1
          } else if found.count < Self.mostLacking {
            let message: Message =
              "There is no token \(Quoted.reference(other)) \(words); \(Quoted.name(name)) is left out there."
            found.append((words, source.value, message, 1))
          }
        }
      }
    }
    for (_, node, message, count) in found {
      evaluation.decoder.diagnostics.warning(
        node, "unknown-value", count == 1 ? message : "\(message) And \(count - 1) more like this.")
    }
  }

  /// Returns values of one type: heights can be numbers for one choice and lengths for another.
  private static func alike(_ contents: [TokenContent?]) -> [TokenContent?] {
    guard Set(contents.compactMap { $0?.value?.type }).count > 1 else { return contents }
    return contents.map { $0?.value.map { .value(TypedValue($0.content, type: .any)) } }
  }
}

/// Reads the descriptions, deprecations and extensions of tokens.
private enum StudioRemark {
  /// - Parameter definitions: those of all sets, the winner first. Remarks of an earlier set win over those of the sets
  ///   that replace the token.
  static func read(_ definitions: [TokenSource], _ kind: StudioKind) -> Remark {
    let definitions = definitions.reversed()
    var extensions: [Value.ValueMember] = []
    var unknown: [Value.ValueMember] = []
    for token in definitions {
      extensions = adding(Self.extensions(of: token), to: extensions)
      unknown = adding(Self.unknown(in: token, kind), to: unknown)
    }
    var all = Value.object([]).adding(extensions)
    if !unknown.isEmpty { all = all.adding(unknown, to: Remark.unknownProperties) }
    let deprecated = definitions.lazy.compactMap { deprecation(of: $0.node) }.first
    return Remark(
      description: definitions.lazy.compactMap {
        (StudioTokens.member("description", of: $0.node) ?? $0.node["comment"])?.string
      }.first,
      deprecation: deprecated?.deprecation,
      extensions: Remark.extensions(all == .object([]) ? nil : all, deprecated?.details))
  }

  private static func adding(
    _ more: [Value.ValueMember], to members: [Value.ValueMember]
  ) -> [Value.ValueMember] {
    members + more.filter { member in !members.contains { $0.name == member.name } }
  }

  /// Returns the deprecation of a token, and what an extension keeps of it.
  private static func deprecation(
    of token: JSONNode
  ) -> (deprecation: Remark.Deprecation, details: [Value.ValueMember])? {
    guard let node = StudioTokens.member("deprecated", of: token) else { return nil }
    // Some files write a flag as text.
    if node.string == "false" { return nil }
    var reader = ValueReader(colors: [])
    let found = node.string == "true" ? (.plain, []) : reader.deprecation(node, "'deprecated'")
    guard found?.deprecation == .plain, let reason = token["deprecated_comment"]?.string else { return found }
    return (.because(reason), found?.details ?? [])
  }

  /// Returns the extensions without the change of the color: a reader of the response as tokens would change it again.
  private static func extensions(of token: TokenSource) -> [Value.ValueMember] {
    guard let node = token.extensions, node.kind == .object else { return [] }
    return members(of: node) { _ in true }.compactMap { member in
      guard member.name == StudioTokens.ownExtension else { return member }
      return member.value.without("modify").map { Value.ValueMember(name: member.name, value: $0) }
    }
  }

  /// Returns the members that typography does not have, and the type of a value that is kept as it is.
  private static func unknown(
    in token: TokenSource, _ kind: StudioKind
  ) -> [Value.ValueMember] {
    if kind == .value(.typography) {
      return members(of: token.value) { ValueType.typography.part(named: $0) == nil }
    }
    guard kind == .text, let word = token.studioType?.string,
      TokenKind(word) == nil || StudioKind(word) != .text
    else { return [] }
    return [Value.ValueMember(name: Remark.foreignType, value: .string(word))]
  }

  private static func members(
    of node: JSONNode, where isWanted: (String) -> Bool
  ) -> [Value.ValueMember] {
    var reader = ValueReader(colors: [])
    return node.members.filter { isWanted($0.name) }.compactMap { member in
      reader.anything(member.value, Quoted.name(member.name)).map {
        Value.ValueMember(name: member.name, value: $0)
      }
    }
  }
}
