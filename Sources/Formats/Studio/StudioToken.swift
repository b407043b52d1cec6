internal import Documents

/// What one set says of a token. There are many: it is small.
struct StudioToken: Sendable {
  let key: JSONNode
  /// Where its value, its type and its extensions are in its document; nothing is at 0, where the document itself begins.
  private let valueIndex: Int32
  private let typeIndex: Int32
  private let extensionsIndex: Int32
  private let setNumber: Int32
  /// The number of what an earlier set says of it; -1 where none does.
  let below: Int32

  /// - Parameters:
  ///   - type: its own, or that of the nearest group.
  ///   - below: the number of what an earlier set says of it.
  init(_ member: JSONNode.Member, value: JSONNode, type: JSONNode?, set: Int, below: Int32?) {
    key = member.key
    valueIndex = Int32(value.index)
    typeIndex = Int32(type?.index ?? 0)
    extensionsIndex = Int32(member.value["$extensions"]?.index ?? 0)
    setNumber = Int32(set)
    self.below = below ?? -1
  }

  private func node(_ index: Int32) -> JSONNode { JSONNode(document: key.document, index: Int(index)) }

  var value: JSONNode { node(valueIndex) }

  var type: JSONNode? { typeIndex == 0 ? nil : node(typeIndex) }

  var extensions: JSONNode? { extensionsIndex == 0 ? nil : node(extensionsIndex) }

  var description: JSONNode? { StudioTokens.member("description", of: node(Int32(key.index + 1))) }

  var deprecated: JSONNode? { StudioTokens.member("deprecated", of: node(Int32(key.index + 1))) }

  /// How the color that its value is gets changed.
  var change: JSONNode? { extensions?[StudioTokens.ownExtension]?["modify"] }

  var set: Int { Int(setNumber) }
}
