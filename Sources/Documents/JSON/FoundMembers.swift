/// The members of an object that were looked for. They are few, so comparing their names is quicker than hashing them.
package struct FoundMembers: Sendable {
  private var nodes: [(name: String, node: JSONNode)] = []

  package init() {}

  package subscript(name: String) -> JSONNode? {
    for found in nodes where found.name == name { return found.node }
    return nil
  }

  /// A later member of the same name replaces an earlier one.
  package mutating func add(_ node: JSONNode, named name: String) {
    if let index = nodes.firstIndex(where: { $0.name == name }) {
      nodes[index].node = node
    } else {
      nodes.append((name, node))
    }
  }
}
