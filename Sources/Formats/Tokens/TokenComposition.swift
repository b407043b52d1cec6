internal import Documents
internal import Themes

/// The tokens of a document's sources as one, with everything that was found on the way.
struct TokenComposition {
  let list: TokenList
  let leniencies: Leniencies
  /// The sources, those first that count before others.
  let documents: [JSONNode]
  let problems: [Problem]

  /// More places of tokens in sources are not read: a source counts again in each context that names it.
  static let mostPlaces = 400_000

  /// Composes the tokens of one document.
  init(_ document: JSONNode) {
    let source = ResolverDocument.ListedSource(conditions: .always, layers: [document])
    self.init(TokenSources([source]), .none, key: document)
  }

  /// - Parameters:
  ///   - key: where problems with all of it belong.
  ///   - remarks: what is said of all of it, by the names that a group has for that.
  init(
    _ sources: consuming TokenSources, _ modifiers: ModifierTraits, key: JSONNode,
    saying remarks: [String: JSONNode] = [:]
  ) {
    (leniencies, documents) = (sources.leniencies, sources.documents)
    let (read, count) = (sources.problems, sources.count)
    let (base, composed) = Self.composed(sources.read, modifiers, key)
    var root = base
    for (property, node) in remarks { root.set(node, as: property) }
    // What is composed has all of it: the trees need not stay while that is listed.
    sources = TokenSources([])
    let (expanded, found) = TokenExpansion.expand(root, modifiers.modifiers)
    let (list, listed) = TokenLister.list(expanded, modifiers, expecting: count)
    self.list = list
    problems = read + composed + found + listed
  }

  /// The sources one over the other.
  private static func composed(
    _ sources: [TokenSources.ReadSource], _ modifiers: ModifierTraits, _ key: JSONNode
  ) -> (root: ComposedGroup, problems: [Problem]) {
    var root = ComposedGroup(key: key)
    var (diagnostics, places) = (Diagnostics(), 0)
    for source in sources {
      guard let conditions = modifiers.standing(source.conditions) else { continue }
      places += source.count
      guard places <= mostPlaces else {
        diagnostics.error(
          key, "too-many-tokens",
          "The sources of a document have at most \(mostPlaces) tokens, counted again in each context.")
        break
      }
      root.add(source.tree, when: conditions) { token, group in
        diagnostics.error(token, "token-and-group", mixed(token, "token", group, "group"))
        diagnostics.error(group, "token-and-group", mixed(group, "group", token, "token"))
      }
    }
    return (root, diagnostics.problems)
  }

  private static func mixed(_ node: JSONNode, _ what: String, _ other: JSONNode, _ otherwise: String)
    -> Message
  {
    let place = other.place
    return "\(Quoted.name(node.string ?? "")) is a \(what) here, and a \(otherwise) in \(place.file), line "
      + "\(place.line); rename one."
  }
}

/// The sources of tokens, read: one tree each, the same one where several contexts name the same file.
struct TokenSources: Sendable {
  private(set) var read: [ReadSource] = []
  let leniencies: Leniencies
  let problems: [Problem]
  /// The documents that the sources are in, those that win first.
  let documents: [JSONNode]

  struct ReadSource: Sendable {
    let conditions: TokenConditions
    let tree: ComposedGroup
    /// The number of groups and tokens in it.
    let count: Int
  }

  /// The number of groups and tokens in all sources.
  var count: Int { read.reduce(0) { $0 + $1.count } }

  init(_ sources: [ResolverDocument.ListedSource]) {
    var (seen, documents): (Set<NodeKey>, [JSONNode]) = ([], [])
    for source in sources.reversed() {
      if let last = source.layers.last, seen.insert(NodeKey(last)).inserted { documents.append(last) }
    }
    var trees = LayeredTrees(TokenTreeReader(among: documents))
    for source in sources {
      guard let tree = trees.tree(of: source.layers) else { continue }
      read.append(ReadSource(conditions: source.conditions, tree: tree.tree, count: tree.count))
    }
    self.documents = documents
    (leniencies, problems) = (trees.reader.leniencies, trees.reader.decoder.diagnostics.problems)
  }
}

/// Reads what sources refer to, each file and each part of one once.
private struct LayeredTrees {
  var reader: TokenTreeReader
  private var known: [NodeKey: ReadTree] = [:]

  struct ReadTree {
    let tree: ComposedGroup
    let count: Int
  }

  init(_ reader: TokenTreeReader) { self.reader = reader }

  /// - Parameter layers: a source, then what it refers to.
  mutating func tree(of layers: [JSONNode]) -> ReadTree? {
    guard let own = layers.first, let last = layers.last else { return nil }
    if let found = known[NodeKey(own)] { return found }
    var tree = whole(last)
    for layer in layers.dropLast().reversed() {
      // What stands beside a reference; mostly nothing does.
      guard layer.members.contains(where: { !$0.isNamed("$ref") }) else { continue }
      var over = reader.read(layer)
      over.remove("$ref")
      var overridden = tree.tree
      overridden.override(with: over)
      tree = ReadTree(tree: overridden, count: overridden.count)
    }
    known[NodeKey(own)] = tree
    return tree
  }

  /// The tokens of a file, or of a part of one.
  private mutating func whole(_ node: JSONNode) -> ReadTree {
    if let found = known[NodeKey(node)] { return found }
    let tree = reader.read(node)
    let found = ReadTree(tree: tree, count: tree.count)
    known[NodeKey(node)] = found
    return found
  }
}
