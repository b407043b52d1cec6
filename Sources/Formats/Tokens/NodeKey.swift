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
