/// The sources of tokens, read: one tree each, the same one where several contexts name the same file.
struct TokenSources: Sendable {
  private(set) var read: [ReadSource] = []
  private(set) var departures = TokenDepartures()
  private(set) var problems: [Problem] = []
  /// What they stand in, those first that count before others.
  private(set) var documents: [JSONNode] = []
  private var trees: [NodeKey: ReadTree] = [:]

  struct ReadSource: Sendable {
    let conditions: TokenConditions
    let tree: TokenTree
    /// How many groups and tokens are in it.
    let count: Int
  }

  private struct ReadTree: Sendable {
    let tree: TokenTree
    let count: Int
  }

  init(_ sources: [ResolverDocument.ListedSource]) {
    var seen: Set<NodeKey> = []
    for source in sources.reversed() {
      if let last = source.layers.last, seen.insert(NodeKey(last)).inserted { documents.append(last) }
    }
    for source in sources {
      guard let own = source.layers.first else { continue }
      let tree = trees[NodeKey(own)] ?? tree(of: source.layers)
      trees[NodeKey(own)] = tree
      read.append(ReadSource(conditions: source.conditions, tree: tree.tree, count: tree.count))
    }
  }

  private mutating func tree(of layers: [JSONNode]) -> ReadTree {
    var tree: TokenTree?
    for layer in layers.reversed() {
      guard let below = tree else {
        tree = whole(layer)
        continue
      }
      // What stands beside a reference; mostly nothing does.
      guard layer.members.contains(where: { !$0.isNamed("$ref") }) else { continue }
      var over = readTree(layer)
      over.properties["$ref"] = nil
      tree = below.overridden(by: over)
    }
    let found = tree ?? TokenTree(key: layers[0])
    return ReadTree(tree: found, count: found.count)
  }

  /// The tokens of a file, or of a part of one, read once.
  private mutating func whole(_ node: JSONNode) -> TokenTree {
    if let known = trees[NodeKey(node)] { return known.tree }
    let tree = readTree(node)
    trees[NodeKey(node)] = ReadTree(tree: tree, count: tree.count)
    return tree
  }

  private mutating func readTree(_ node: JSONNode) -> TokenTree {
    guard node.kind == .object else {
      var form = ObjectDecoder()
      form.wrongKind(node, "a source of tokens", "an object")
      problems += form.findings.problems
      return TokenTree(key: node)
    }
    var reader = TokenTreeReader(node, among: documents)
    let tree = reader.read()
    departures.add(reader.departures)
    problems += reader.form.findings.problems
    return tree
  }
}

extension TokenTree {
  fileprivate var count: Int {
    entries.values.reduce(1) { count, entry in
      if case .group(let group) = entry { count + group.count } else { count + 1 }
    }
  }
}
