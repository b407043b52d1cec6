internal import Documents
internal import Themes

/// The sources of tokens, read: one tree each, the same one where several contexts name the same file.
struct TokenSources: Sendable {
  private(set) var read: [ReadSource] = []
  let departures: TokenDepartures
  let problems: [Problem]
  /// What they stand in, those first that count before others.
  let documents: [JSONNode]

  struct ReadSource: Sendable {
    let conditions: TokenConditions
    let tree: ComposedGroup
    /// How many groups and tokens are in it.
    let count: Int
  }

  /// How many groups and tokens are in all of them.
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
    (departures, problems) = (trees.reader.departures, trees.reader.form.findings.problems)
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
