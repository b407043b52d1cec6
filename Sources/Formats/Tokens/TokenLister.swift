internal import Documents

/// Lists the tokens of groups that are composed and expanded.
struct TokenLister {
  private var findings = Diagnostics()
  private var tokens: [TokenList.ListedToken] = []
  private var words: [TokenList.ListedWords] = []
  private var entries: [TokenList.ListedEntry] = []
  private var groups: [TokenList.ListedGroup] = []
  private let modifiers: ModifierTraits
  private var lookup: TokenLookup
  /// By choice, the traits that make it.
  private var traits: [[Int: Int]: [String: String]] = [:]
  /// How many groups and tokens were looked at: groups that extend others can have more in them than the document.
  private var visited = 0
  private var variantCount = 0
  /// How many more contexts may be compared with a choice, and values read once more for one.
  private var left = 50_000_000
  private var isFull = false

  /// More tokens are not read.
  private static let most = 20_000
  private static let mostVisited = 100_000
  private static let mostVariants = 200_000

  /// What the groups around a token say of it.
  private struct GroupWords {
    var type = Contextual<JSONNode>()
    /// What the type depends on.
    var contexts: [Int: Set<Int>] = [:]
    var deprecated = Contextual<JSONNode>()

    var size: Int { type.count + deprecated.count }
  }

  /// - Parameter count: how many groups and tokens the sources had: room for more is made as it is needed.
  static func list(
    _ root: ComposedGroup, _ modifiers: ModifierTraits, expecting count: Int
  ) -> (list: TokenList, problems: [Problem]) {
    var lister = TokenLister(root, modifiers)
    lister.tokens.reserveCapacity(min(count, most))
    lister.entries.reserveCapacity(min(count, most))
    lister.add(root, path: "", depth: 0, around: GroupWords())
    let list = TokenList(
      tokens: lister.tokens, words: lister.words, entries: lister.entries, groups: lister.groups,
      modifiers: modifiers)
    return (list, lister.findings.problems)
  }

  private init(_ root: ComposedGroup, _ modifiers: ModifierTraits) {
    self.modifiers = modifiers
    lookup = TokenLookup(root)
  }

  // MARK: Groups

  private mutating func add(_ group: ComposedGroup, path: String, depth: Int, around: GroupWords) {
    guard depth <= JSONReader.deepest else {
      return findings.error(
        group.key, "too-deep", "Groups are nested deeper than \(JSONReader.deepest) levels here.")
    }
    guard path.isEmpty || isNamed(path, group.key) else { return }
    let words = words(of: group, around)
    groups.append(
      TokenList.ListedGroup(
        path: path, properties: group.properties, unknown: group.unknown,
        isToken: group.root.first.map { !$0.isRoot } ?? false))
    if !group.root.isEmpty { add(group.root, path, words) }
    for name in group.names {
      visited += 1
      guard isRoom(group.key) else { return }
      let path = path.isEmpty ? name : "\(path).\(name)"
      if let token = group.tokens[name] {
        add(token, path, words)
      } else if let inner = group.groups[name] {
        add(inner, path: path, depth: depth + 1, around: words)
      }
    }
  }

  /// What a group says itself, over what those around it say.
  private mutating func words(of group: ComposedGroup, _ around: GroupWords) -> GroupWords {
    var words = around
    if let type = group.properties["$type"] {
      words.type = type.over(around.type)
      words.contexts = words.type.contexts
    }
    if let deprecated = group.properties["$deprecated"] {
      words.deprecated = deprecated.over(around.deprecated)
    }
    if group.properties["$type"] != nil || group.properties["$deprecated"] != nil { left -= words.size }
    return words
  }

  // MARK: One name

  private mutating func add(_ token: ComposedGroup.Tokens, _ name: String, _ words: GroupWords) {
    guard let key = token.first?.key, isNamed(name, key) else { return }
    let token = token.relevant(in: modifiers.modifiers)
    var contexts = token.contexts
    if token.entries.contains(where: { $0.content.type == nil }) { contexts.add(words.contexts) }
    // Without modifiers there is nothing that a value could depend on.
    let reach = modifiers.modifiers.isEmpty ? nil : lookup.contexts(pointedToBy: token)
    guard lookup.left > 0 else {
      return findings.error(
        key, "too-many-pointers", "The values of this document point to others more often than is followed.")
    }
    contexts.add(reach ?? [:])
    guard let choices = ContextChoices.distinct(of: contexts, in: modifiers.modifiers) else {
      return findings.error(
        key, "too-many-contexts",
        "\(Quoted.name(name)) depends on more than \(ContextChoices.most) ways to choose contexts together.")
    }
    left -= choices.count * (token.count + words.size)
    guard isRoom(key) else { return }
    let first = tokens.count
    let found = choose(name, token, words, choices, isJoined: reach != nil)
    let variants = variants(choices, found)
    entries.append(
      TokenList.ListedEntry(
        name: name, key: found[0].map { tokens[$0].key } ?? key, sources: token, contexts: contexts,
        tokens: first..<tokens.count, base: found[0], variants: variants))
  }

  private struct DefinitionKey: Hashable {
    let token: NodeKey
    let type: NodeKey?
    let choice: [Int: Int]
  }

  /// Lists what stands under a name in each of the choices; its number, nil where there is nothing.
  /// - Parameter isJoined: whether its value points to parts of others, and is another one wherever those are.
  private mutating func choose(
    _ name: String, _ token: ComposedGroup.Tokens, _ words: GroupWords, _ choices: [[Int: Int]],
    isJoined: Bool
  ) -> [Int?] {
    var numbers: [DefinitionKey: Int] = [:]
    return choices.map { choice -> Int? in
      guard let source = token.content(in: choice) else { return nil }
      let type = words.type.content(in: choice) ?? source.standingType
      let pointing = isJoined ? choice : [:]
      let definition = DefinitionKey(
        token: NodeKey(source.key), type: type.map { NodeKey($0) }, choice: pointing)
      if let known = numbers[definition] { return known }
      if !numbers.isEmpty { left -= source.node.end - source.node.index }
      numbers[definition] = tokens.count
      let said = TokenList.ListedWords(type: type, deprecated: words.deprecated.content(in: choice))
      tokens.append(
        TokenList.ListedToken(name: name, source: source, choice: pointing, words: number(of: said)))
      return tokens.count - 1
    }
  }

  private mutating func number(of said: TokenList.ListedWords) -> Int {
    if let last = words.last, last.isSame(as: said) { return words.count - 1 }
    words.append(said)
    return words.count - 1
  }

  /// - Parameter found: the token's number under each choice.
  private mutating func variants(_ choices: [[Int: Int]], _ found: [Int?]) -> [TokenList.ListedVariant] {
    guard choices.count > 1 else { return [] }
    var variants = zip(choices, found).dropFirst().map { choice, token in
      TokenList.ListedVariant(traits: traits(of: choice), token: token)
    }
    variants.sort { $0.traits.count < $1.traits.count }
    if variants.count <= Self.mostCompared { variants = Self.needed(variants, over: found[0]) }
    variantCount += variants.count
    return variants
  }

  /// The same few choices come again with nearly every token.
  private mutating func traits(of choice: [Int: Int]) -> [String: String] {
    if let known = traits[choice] { return known }
    let found = modifiers.traits(of: choice)
    traits[choice] = found
    return found
  }

  private static let mostCompared = 32

  /// Those that say something else than the ones with fewer traits do already.
  private static func needed(
    _ variants: [TokenList.ListedVariant], over base: Int?
  ) -> [TokenList.ListedVariant] {
    var needed: [TokenList.ListedVariant] = []
    for variant in variants {
      let below = needed.filter { $0.traits.allSatisfy { variant.traits[$0.key] == $0.value } }
      let known = below.last.map(\.token) ?? base
      if known != variant.token { needed.append(variant) }
    }
    return needed
  }

  // MARK: Bounds

  /// Whether there may be more; says it once when there may not.
  private mutating func isRoom(_ node: JSONNode) -> Bool {
    guard !isFull else { return false }
    if entries.count >= Self.most || visited > Self.mostVisited {
      findings.error(
        node, "too-many-tokens",
        "A document has at most \(Self.most) tokens, those that groups inherit among them.")
    } else if variantCount > Self.mostVariants || left < 0 {
      findings.error(
        node, "too-many-variants",
        "The tokens of this document depend on too many contexts: at most \(Self.mostVariants) variants are kept."
      )
    } else {
      return true
    }
    isFull = true
    return false
  }

  private mutating func isNamed(_ name: String, _ node: JSONNode) -> Bool {
    if Name.isEntry(name) { return true }
    findings.error(node, "bad-name", "\(Quoted.name(name)) can't name a token: \(Name.entryRule)")
    return false
  }
}
