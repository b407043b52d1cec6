/// The tokens of a document one after another, each with all that can stand in its place.
struct TokenList {
  /// A token as one source has it, with what its groups say of it.
  struct ListedToken {
    let name: String
    let source: TokenSource
    /// Its own type, or that of the nearest group.
    let ownType: JSONNode?
    let groupType: JSONNode?
    let deprecated: JSONNode?
    /// The contexts under which it is looked at, by modifier.
    let choice: [Int: Int]

    var key: JSONNode { source.key }

    var value: JSONNode { source.value }
  }

  /// All that has one name.
  struct ListedEntry {
    let name: String
    let key: JSONNode
    let sources: ComposedGroup.Tokens
    /// What it depends on.
    let contexts: [Int: Set<Int>]
    /// The number of the token that holds where no variant does; nil where there is none.
    let base: Int?
    let variants: [ListedVariant]
  }

  struct ListedVariant {
    let traits: [String: String]
    let token: Int?
  }

  struct ListedGroup {
    let path: String
    let group: ComposedGroup
  }

  private(set) var tokens: [ListedToken] = []
  private(set) var entries: [ListedEntry] = []
  private(set) var groups: [ListedGroup] = []
  private(set) var findings = Diagnostics()
  let modifiers: ModifierTraits
  private var lookup: TokenLookup
  /// How many groups and tokens were looked at: groups that extend others can have more in them than the document.
  private var visited = 0
  private var variantCount = 0
  private var isFull = false

  /// More tokens are not read.
  private static let most = 20_000
  private static let mostVisited = 100_000
  private static let mostVariants = 200_000

  init(_ root: ComposedGroup, _ modifiers: ModifierTraits) {
    self.modifiers = modifiers
    lookup = TokenLookup(root)
    add(root, path: "", depth: 0, type: Contextual(), deprecated: Contextual())
  }

  private mutating func add(
    _ group: ComposedGroup, path: String, depth: Int, type: Contextual<JSONNode>,
    deprecated: Contextual<JSONNode>
  ) {
    guard depth <= JSONReader.deepest else {
      return findings.error(
        group.key, "too-deep", "Groups are nested deeper than \(JSONReader.deepest) levels here.")
    }
    guard path.isEmpty || isNamed(path, group.key) else { return }
    let type = Self.nearest(group.properties["$type"], type)
    let deprecated = Self.nearest(group.properties["$deprecated"], deprecated)
    groups.append(ListedGroup(path: path, group: group))
    if !group.root.isEmpty { add(group.root, path, type, deprecated) }
    for name in group.names {
      visited += 1
      guard isRoom(group.key) else { return }
      let path = path.isEmpty ? name : "\(path).\(name)"
      if let token = group.tokens[name] {
        add(token, path, type, deprecated)
      } else if let inner = group.groups[name] {
        add(inner, path: path, depth: depth + 1, type: type, deprecated: deprecated)
      }
    }
  }

  /// What a group says itself, over what those around it say.
  private static func nearest(
    _ own: Contextual<JSONNode>?, _ around: Contextual<JSONNode>
  ) -> Contextual<JSONNode> {
    guard var own else { return around }
    own.inherit(around, when: .always)
    return own
  }

  // MARK: One name

  private mutating func add(
    _ token: ComposedGroup.Tokens, _ name: String, _ type: Contextual<JSONNode>,
    _ deprecated: Contextual<JSONNode>
  ) {
    guard let key = token.first?.key, isNamed(name, key) else { return }
    let token = token.relevant(in: modifiers.modifiers)
    var contexts = token.contexts
    if token.entries.contains(where: { $0.content.properties["$type"] == nil }) {
      contexts.add(type.contexts)
    }
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
    var numbers: [DefinitionKey: Int] = [:]
    let found = choices.map { choice -> Int? in
      guard let source = token.content(in: choice) else { return nil }
      let groupType = type.content(in: choice) ?? source.standingType
      // A value that points to parts of others is another one wherever those are.
      let definition = DefinitionKey(
        token: NodeKey(source.key), type: groupType.map { NodeKey($0) }, choice: reach == nil ? [:] : choice)
      if let known = numbers[definition] { return known }
      numbers[definition] = tokens.count
      tokens.append(
        ListedToken(
          name: name, source: source, ownType: source.properties["$type"], groupType: groupType,
          deprecated: source.properties["$deprecated"] ?? deprecated.content(in: choice), choice: choice))
      return tokens.count - 1
    }
    let place = found[0].map { tokens[$0].key } ?? key
    entries.append(
      ListedEntry(
        name: name, key: place, sources: token, contexts: contexts, base: found[0],
        variants: variants(of: name, key, choices, found)))
  }

  private struct DefinitionKey: Hashable {
    let token: NodeKey
    let type: NodeKey?
    let choice: [Int: Int]
  }

  /// - Parameter found: the token's number under each choice.
  private mutating func variants(
    of name: String, _ key: JSONNode, _ choices: [[Int: Int]], _ found: [Int?]
  ) -> [ListedVariant] {
    guard choices.count > 1 else { return [] }
    var variants = zip(choices, found).dropFirst().map { choice, token in
      ListedVariant(traits: modifiers.traits(of: choice), token: token)
    }
    variants.sort { $0.traits.count < $1.traits.count }
    if variants.count <= Self.mostCompared { variants = Self.needed(variants, over: found[0]) }
    variantCount += variants.count
    guard variantCount > Self.mostVariants else { return variants }
    findings.error(
      key, "too-many-variants",
      "The tokens of a document have at most \(Self.mostVariants) variants together.")
    return []
  }

  private static let mostCompared = 32

  /// Those that say something else than the ones with fewer traits do already.
  private static func needed(_ variants: [ListedVariant], over base: Int?) -> [ListedVariant] {
    var needed: [ListedVariant] = []
    for variant in variants {
      let below = needed.filter { $0.traits.allSatisfy { variant.traits[$0.key] == $0.value } }
      let known = below.last.map(\.token) ?? base
      if known != variant.token { needed.append(variant) }
    }
    return needed
  }

  // MARK: Looking at one choice

  /// What counts where each modifier has its default; else what counts anywhere.
  func standing<Content>(_ content: Contextual<Content>?) -> Content? {
    content.flatMap { $0.content(in: modifiers.defaults) ?? $0.first }
  }

  // MARK: Bounds

  /// Whether there may be more; says it once when there may not.
  private mutating func isRoom(_ node: JSONNode) -> Bool {
    if entries.count < Self.most, visited <= Self.mostVisited { return true }
    if !isFull {
      isFull = true
      findings.error(
        node, "too-many-tokens",
        "A document has at most \(Self.most) tokens, those that groups inherit among them.")
    }
    return false
  }

  private mutating func isNamed(_ name: String, _ node: JSONNode) -> Bool {
    if Name.isEntry(name) { return true }
    findings.error(node, "bad-name", "\(Quoted.name(name)) can't name a token: \(Name.entryRule)")
    return false
  }
}
