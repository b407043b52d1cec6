/// A group of a token document: the tokens and groups in it, in the order of the file.
struct TokenTree {
  enum TreeEntry {
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

  /// The group at a path; nil where there is none, or a token.
  func group(at path: some Collection<String>) -> TokenTree? {
    guard let first = path.first else { return self }
    guard case .group(let next)? = entries[first] else { return nil }
    return next.group(at: path.dropFirst())
  }
}

/// One token as its document has it.
struct TokenSource {
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
}
