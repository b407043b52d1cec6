/// Where the pointers within a token document lead: `{ "$ref": "#/color/ink/$value/components/0" }`.
struct TokenPointers {
  enum PointerTarget {
    /// A token, whole.
    case token(String)
    /// What stands there.
    case part(JSONNode)
    case nothing
  }

  /// The sources, those first that count before others.
  private let documents: [JSONNode]
  /// What tokens hold, by name, those that groups inherit among them.
  private let tokens: [String: ComposedGroup.Tokens]
  /// The contexts that are chosen.
  var choice: [Int: Int] = [:]
  /// The members and items of what is large: it is looked through once.
  private var tables: [NodeKey: [String: JSONNode]] = [:]
  private static let leastTable = 64
  /// How much more may be pointed to: what is pointed to twice is read twice.
  private var left = 1_000_000
  private var depth = 0

  init(_ documents: [JSONNode], tokens: [String: ComposedGroup.Tokens] = [:]) {
    self.documents = documents
    self.tokens = tokens
  }

  /// What stands at a place of the documents themselves.
  mutating func place(at steps: [String]) -> JSONNode? {
    for document in documents {
      if let found = part(steps[...], of: document) { return found }
    }
    return nil
  }

  /// What a token holds.
  func value(of name: String) -> JSONNode? { tokens[name]?.content(in: choice)?.value }

  /// Nil for what is no pointer.
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
      guard let whole = whole(node), let next = child(step, of: whole) else { return nil }
      node = next
    }
    return node
  }

  /// What a node stands for that refers to something; itself where it does not.
  mutating func whole(_ node: JSONNode) -> JSONNode? {
    var node = node
    for _ in 0..<JSONReader.deepest {
      if let name = node.string.flatMap({ TokenNames.name(in: $0) }), let value = value(of: name) {
        node = value
      } else if node.kind == .object, let pointer = child("$ref", of: node) {
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

  private mutating func child(_ step: String, of node: JSONNode) -> JSONNode? {
    if node.end - node.index < Self.leastTable { return Self.child(step, of: node) }
    if let table = tables[NodeKey(node)] { return table[step] }
    var table: [String: JSONNode] = [:]
    for member in node.members { table[member.name] = member.value }
    for (index, item) in node.items.enumerated() { table[String(index)] = item }
    tables[NodeKey(node)] = table
    return table[step]
  }

  private static func child(_ step: String, of node: JSONNode) -> JSONNode? {
    guard node.kind == .array else { return node[step] }
    guard let index = Int(step), index >= 0, step == String(index) else { return nil }
    return node.items.dropFirst(index).first { _ in true }
  }
}
