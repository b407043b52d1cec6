/// The tokens of a document one after another, with what their groups say of them.
struct TokenList {
  struct ListedToken {
    let name: String
    let source: TokenSource
    /// Its own type, or that of the nearest group.
    let ownType: JSONNode?
    let groupType: JSONNode?
    let deprecated: JSONNode?

    var key: JSONNode { source.key }

    /// What it holds; itself where a pointer to that is among its properties.
    var value: JSONNode { source.properties["$value"] ?? source.node }
  }

  private(set) var tokens: [ListedToken] = []
  /// By path, the names joined by dots.
  private(set) var groups: [String: TokenTree] = [:]
  private(set) var findings = Diagnostics()
  /// How many groups and tokens were looked at: groups that extend others can have more in them than the document.
  private var visited = 0
  private var isFull = false

  /// More tokens are not read.
  private static let most = 20_000
  private static let mostVisited = 100_000

  init(_ root: TokenTree) {
    add(root, path: "", depth: 0, type: nil, deprecated: nil)
  }

  private mutating func add(
    _ tree: TokenTree, path: String, depth: Int, type: JSONNode?, deprecated: JSONNode?
  ) {
    guard depth <= JSONReader.deepest else {
      return findings.error(
        tree.key, "too-deep", "Groups are nested deeper than \(JSONReader.deepest) levels here.")
    }
    guard path.isEmpty || isNamed(path, tree.key) else { return }
    let type = tree.properties["$type"] ?? type
    let deprecated = tree.properties["$deprecated"] ?? deprecated
    groups[path] = tree
    if let root = tree.root { add(root, path, type, deprecated) }
    for name in tree.names {
      visited += 1
      guard isRoom(tree.key) else { return }
      let path = path.isEmpty ? name : "\(path).\(name)"
      switch tree.entries[name] {
      case .token(let token)?: add(token, path, type, deprecated)
      case .group(let group)?: add(group, path: path, depth: depth + 1, type: type, deprecated: deprecated)
      case nil: break
      }
    }
  }

  private mutating func add(_ source: TokenSource, _ name: String, _ type: JSONNode?, _ deprecated: JSONNode?)
  {
    guard isNamed(name, source.key) else { return }
    tokens.append(
      ListedToken(
        name: name, source: source, ownType: source.properties["$type"],
        groupType: type ?? source.standingType,
        deprecated: source.properties["$deprecated"] ?? deprecated))
  }

  /// Whether there may be more; says it once when there may not.
  private mutating func isRoom(_ node: JSONNode) -> Bool {
    if tokens.count < Self.most, visited <= Self.mostVisited { return true }
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
