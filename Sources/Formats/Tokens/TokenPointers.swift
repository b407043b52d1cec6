internal import Documents
internal import Themes

/// Resolves the pointers within a token document: `{ "$ref": "#/color/ink/$value/components/0" }`.
struct TokenPointers: PointerResolver {
  /// The documents of the sources, in descending precedence.
  private let documents: [JSONNode]
  /// The tokens, including tokens that groups inherit; nil before they are listed.
  private let tokens: TokenList?
  var choice: ContextChoice = [:]
  private var tables = NodeTables()
  /// The number of values that pointers may still lead to: a target is read again for each pointer.
  private var left = 1_000_000
  /// The documents that have a member of a name, if there are several documents: a pointer leads into no other.
  private var holders: [String: [JSONNode]]?
  /// The number of documents that may still be searched.
  private var looks = 1_000_000
  private var depth = 0

  init(_ documents: [JSONNode], tokens: TokenList? = nil) {
    self.documents = documents
    self.tokens = tokens
  }

  /// Returns the value at a place of the documents themselves.
  /// - Parameter first: the document that wins over all others.
  mutating func place(at steps: [String], first: JSONNode? = nil) -> JSONNode? {
    if let first, let found = part(steps[...], of: first) { return found }
    for document in documents(holding: steps.first) where looks > 0 {
      looks -= 1
      if let found = part(steps[...], of: document) { return found }
    }
    return nil
  }

  private mutating func documents(holding step: String?) -> [JSONNode] {
    guard documents.count > 1, let step else { return documents }
    if let holders { return holders[step] ?? [] }
    var found: [String: [JSONNode]] = [:]
    for document in documents {
      for member in document.members { found[member.name, default: []].append(document) }
    }
    holders = found
    return found[step] ?? []
  }

  func value(of name: String) -> JSONNode? { tokens?.source(of: name, in: choice)?.value }

  mutating func target(of pointer: String) -> PointerTarget? {
    guard let steps = TokenPointer.steps(of: pointer) else { return nil }
    guard left > 0, depth < JSONReader.deepest else { return .nothing }
    depth += 1
    defer { depth -= 1 }
    left -= 1
    if let name = TokenNames.name(at: steps), value(of: name) != nil { return .token(name) }
    guard let found = find(steps) else { return .nothing }
    left -= found.end - found.index
    return .part(found)
  }

  private mutating func find(_ steps: [String]) -> JSONNode? {
    if let split = steps.firstIndex(of: "$value"), let name = TokenNames.name(at: Array(steps[..<split])),
      let value = value(of: name)
    {
      return part(steps[(split + 1)...], of: value)
    }
    let found = place(at: steps)
    return found?["$value"] ?? found
  }

  private mutating func part(_ steps: ArraySlice<String>, of node: JSONNode) -> JSONNode? {
    var node = node
    for step in steps {
      guard let whole = whole(node), let next = tables.child(step, of: whole) else { return nil }
      node = next
    }
    return node
  }

  /// Returns the value that a node refers to, or the node itself if it refers to none.
  mutating func whole(_ node: JSONNode) -> JSONNode? {
    var node = node
    for _ in 0..<JSONReader.deepest {
      if let name = node.string.flatMap({ TokenNames.name(in: $0) }), let value = value(of: name) {
        node = value
      } else if node.kind == .object, let pointer = tables.child("$ref", of: node) {
        switch pointer.string.flatMap({ target(of: $0) }) {
        case .token(let name)?: node = value(of: name) ?? node
        case .part(let found)?: node = found
        case .nothing?, nil: return nil
        }
      } else {
        return node
      }
    }
    return nil
  }
}

/// The identity of a value of a file.
struct NodeKey: Hashable {
  private let document: ObjectIdentifier
  private let index: Int

  init(_ node: JSONNode) { (document, index) = (ObjectIdentifier(node.document), node.index) }
}

/// Tables of members and items, so that an object or array with many of them is searched once.
struct NodeTables {
  private var tables: [NodeKey: [String: JSONNode]] = [:]
  private static let leastTable = 64

  /// Returns the member of an object, or the item of an array that has this number.
  mutating func child(_ step: String, of node: JSONNode) -> JSONNode? {
    if node.end - node.index < Self.leastTable {
      guard node.kind == .array else { return node[step] }
      return node.items.enumerated().first { String($0.offset) == step }?.element
    }
    let key = NodeKey(node)
    if let table = tables[key] { return table[step] }
    var table: [String: JSONNode] = [:]
    for member in node.members { table[member.name] = member.value }
    for (index, item) in node.items.enumerated() { table[String(index)] = item }
    tables[key] = table
    return table[step]
  }
}
