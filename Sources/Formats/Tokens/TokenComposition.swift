internal import Documents
internal import Themes

/// The tokens of all sources of a document in one list.
struct TokenComposition {
  let list: TokenList
  let leniencies: Leniencies
  /// The documents of the sources, those that win first.
  let documents: [JSONNode]
  let problems: [Problem]

  /// The most groups and tokens of all sources; a source counts again in each context that names it.
  static let mostPlaces = 400_000

  init(_ document: JSONNode) {
    let source = ResolverDocument.ListedSource(conditions: .always, layers: [document])
    self.init(TokenSources([source]), .none, key: document)
  }

  /// - Parameters:
  ///   - key: the node for problems with the whole.
  ///   - remarks: the remarks on the whole, by the names of a group's properties.
  init(
    _ sources: consuming TokenSources, _ modifiers: ModifierTraits, key: JSONNode,
    saying remarks: [String: JSONNode] = [:]
  ) {
    (leniencies, documents) = (sources.leniencies, sources.documents)
    let read = sources.problems
    let (base, composed) = Self.composed(sources.read, modifiers, key)
    var root = base
    for (property, node) in remarks { root.set(node, as: property) }
    // The composed tree has all of it: the others need not stay in memory while it is listed.
    sources = TokenSources([])
    let (expanded, found) = TokenExpansion.expand(root, modifiers.modifiers)
    let (list, listed) = TokenLister.list(expanded, modifiers)
    self.list = list
    problems = read + composed + found + listed
  }

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

/// The trees of the sources of tokens, the same one where several contexts name the same file.
struct TokenSources: Sendable {
  private(set) var read: [ReadSource] = []
  let leniencies: Leniencies
  let problems: [Problem]
  /// The documents that the sources are in, those that win first.
  let documents: [JSONNode]

  struct ReadSource: Sendable {
    let conditions: TokenConditions
    let tree: ComposedGroup
    let count: Int
  }

  var count: Int { read.reduce(0) { $0 + $1.count } }

  init(_ sources: [ResolverDocument.ListedSource]) {
    var (seen, documents): (Set<NodeKey>, [JSONNode]) = ([], [])
    for source in sources.reversed() {
      if let last = source.layers.last, seen.insert(NodeKey(last)).inserted { documents.append(last) }
    }
    var trees = LayeredTrees(reader: TokenTreeReader(among: documents))
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
  typealias CountedTree = (tree: ComposedGroup, count: Int)

  var reader: TokenTreeReader
  var known: [NodeKey: CountedTree] = [:]

  /// - Parameter layers: a source, then the objects that it refers to.
  mutating func tree(of layers: [JSONNode]) -> CountedTree? {
    guard let own = layers.first, let last = layers.last else { return nil }
    if let found = known[NodeKey(own)] { return found }
    if known[NodeKey(last)] == nil {
      let tree = reader.read(last)
      known[NodeKey(last)] = (tree, tree.count)
    }
    var found = known[NodeKey(last)]
    for layer in layers.dropLast().reversed() {
      // A reference has mostly no other members beside it.
      guard layer.members.contains(where: { !$0.isNamed("$ref") }), var tree = found?.tree else { continue }
      var over = reader.read(layer)
      over.remove("$ref")
      tree.override(with: over)
      found = (tree, tree.count)
    }
    known[NodeKey(own)] = found
    return found
  }
}
