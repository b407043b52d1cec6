/// A group of a token document: the tokens and groups in it, in the order of the file.
struct TokenTree: Sendable {
  enum TreeEntry: Sendable {
    case token(TokenSource)
    indirect case group(TokenTree)
  }

  /// Where it is named; the document's is the document itself.
  let key: JSONNode
  private(set) var names: [String] = []
  private(set) var entries: [String: TreeEntry] = [:]
  /// Its own properties, by their names with the `$`.
  var properties: [String: JSONNode] = [:]
  /// Properties that the format does not have on a group.
  var unknown: [JSONNode.Member] = []
  /// The token that stands in its own place.
  var root: TokenSource?

  init(key: JSONNode) { self.key = key }

  mutating func put(_ entry: TreeEntry, named name: String) {
    if entries.updateValue(entry, forKey: name) == nil { names.append(name) }
  }

  /// The same with what stands beside a reference to it in place of its own, whole.
  func overridden(by other: TokenTree) -> TokenTree {
    var tree = self
    tree.properties.merge(other.properties) { $1 }
    tree.unknown += other.unknown
    tree.root = other.root ?? root
    for name in other.names {
      if let entry = other.entries[name] { tree.put(entry, named: name) }
    }
    return tree
  }
}

/// One token as its document has it.
struct TokenSource: Sendable {
  /// Its name's node, for places.
  let key: JSONNode
  /// All of it.
  let node: JSONNode
  /// Its properties, by their names with the `$`.
  let properties: [String: JSONNode]
  /// What the format does not have on a token, as it stands there.
  let unknown: [JSONNode.Member]
  /// Whether it was called `$root`.
  let isRoot: Bool
  /// The type of the nearest group where it was written, for one that comes by `$extends`.
  let standingType: JSONNode?

  /// What it holds; itself where a pointer to that is among its properties.
  var value: JSONNode { properties["$value"] ?? node }
}
