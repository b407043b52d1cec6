internal import Documents

/// Tells one value of one file from others.
struct NodeKey: Hashable {
  private let document: ObjectIdentifier
  private let index: Int

  init(_ node: JSONNode) {
    document = ObjectIdentifier(node.document)
    index = node.index
  }
}

/// Finds members and items by their names and numbers. What has many is looked through once, however often it is asked.
struct NodeTables {
  private var tables: [NodeKey: [String: JSONNode]] = [:]
  private static let leastTable = 64

  /// The member of an object, or the item of an array that has this number.
  mutating func child(_ step: String, of node: JSONNode) -> JSONNode? {
    if node.end - node.index < Self.leastTable { return Self.child(step, of: node) }
    let key = NodeKey(node)
    if let table = tables[key] { return table[step] }
    var table: [String: JSONNode] = [:]
    for member in node.members { table[member.name] = member.value }
    for (index, item) in node.items.enumerated() { table[String(index)] = item }
    tables[key] = table
    return table[step]
  }

  private static func child(_ step: String, of node: JSONNode) -> JSONNode? {
    guard node.kind == .array else { return node[step] }
    guard let index = Int(step), index >= 0, step == String(index) else { return nil }
    return node.items.dropFirst(index).first { _ in true }
  }
}
