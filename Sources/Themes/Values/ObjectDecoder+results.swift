package import Documents

/// Steps that report a problem and end the reading of a value.
extension ObjectDecoder {
  package mutating func refuse<Result>(
    _ node: JSONNode, _ code: String, _ message: @autoclosure () -> Message
  ) -> Result? {
    diagnostics.error(node, code, message())
    return nil
  }

  /// Returns the members of an object; reports anything else and returns nil.
  mutating func table(_ node: JSONNode, _ what: String) -> JSONNode.Members? {
    if node.kind == .object { return node.members }
    wrongKind(node, what, "an object")
    return nil
  }

  /// Returns the members of an object that must have some of them. What it lacks is reported.
  mutating func members(
    of node: JSONNode, _ what: String, allowed: [String], needs: [String]
  ) -> FoundMembers? {
    guard let found = members(of: node, what, allowed: allowed) else { return nil }
    for need in needs where found[need] == nil {
      diagnostics.error(node, "missing-key", "\(Self.capitalised(what)) needs '\(need)'.")
    }
    return found
  }
}
