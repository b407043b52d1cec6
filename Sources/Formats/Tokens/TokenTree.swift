internal import Documents

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

/// One token as its document has it. There are many: it is small.
struct TokenSource: Sendable {
  /// Its name's node, for places.
  let key: JSONNode
  /// Where its value and types are in its document; nothing is at 0, where the document itself begins.
  private let valueIndex: Int32
  private let typeIndex: Int32
  private let standingTypeIndex: Int32
  /// What the format does not have on a token, as it stands there.
  let unknown: [JSONNode.Member]

  /// - Parameters:
  ///   - value: what it holds; the token itself where a pointer to that is among its properties.
  ///   - standingType: the type of the nearest group where it was written.
  init(
    _ key: JSONNode, value: JSONNode, type: JSONNode?, standingType: JSONNode?, unknown: [JSONNode.Member]
  ) {
    (self.key, self.unknown) = (key, unknown)
    valueIndex = Int32(value.index)
    typeIndex = Int32(type?.index ?? 0)
    standingTypeIndex = Int32(standingType?.index ?? 0)
  }

  private func node(_ index: Int32) -> JSONNode? {
    index == 0 ? nil : JSONNode(document: key.document, index: Int(index))
  }

  /// All of it: that stands behind its name.
  var node: JSONNode { JSONNode(document: key.document, index: key.index + 1) }

  var value: JSONNode { node(valueIndex) ?? node }

  /// Its own type.
  var type: JSONNode? { node(typeIndex) }

  /// That of the nearest group where it was written, for one that comes by `$extends`.
  var standingType: JSONNode? { node(standingTypeIndex) }

  /// Whether it is its group's own.
  var isRoot: Bool { key.document.string(at: key.index, equals: Self.root) }

  static let root = "$root"
}
