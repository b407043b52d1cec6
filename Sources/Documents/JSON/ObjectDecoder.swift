/// Takes values of an expected kind out of JSON; what is of another kind becomes a problem.
package struct ObjectDecoder {
  package var diagnostics = Diagnostics()
  /// The targets of pointers that stand in place of values; nil if there are none.
  package var pointers: (any PointerResolver)?

  package init() {}

  /// The members of an object by name. Names that are not allowed become problems, as does another kind.
  package mutating func members(
    of node: JSONNode, _ what: String, allowed: [String]
  ) -> FoundMembers? {
    guard let node = followed(node) else { return nil }
    guard node.kind == .object else {
      wrongKind(node, what, "an object")
      return nil
    }
    var found = FoundMembers()
    for member in node.members {
      if let name = allowed.first(where: member.isNamed) {
        found.add(member.value, named: name)
      } else if !diagnostics.isFull {
        let name = member.name
        let advice = diagnostics.question(name, among: allowed)
        diagnostics.error(
          member.key, "unknown-key", "\(Self.capitalised(what)) has no \(Quoted.name(name))\(advice)")
      }
    }
    return found
  }

  package mutating func string(_ node: JSONNode, _ what: String) -> String? {
    guard let node = followed(node) else { return nil }
    guard let string = node.string else {
      wrongKind(node, what, "a string")
      return nil
    }
    return string
  }

  package mutating func bool(_ node: JSONNode, _ what: String) -> Bool? {
    guard let node = followed(node) else { return nil }
    guard let bool = node.bool else {
      wrongKind(node, what, "true or false")
      return nil
    }
    return bool
  }

  package mutating func number(_ node: JSONNode, _ what: String) -> Double? {
    guard let node = followed(node) else { return nil }
    guard node.kind == .number else {
      wrongKind(node, what, "a number")
      return nil
    }
    guard let number = node.number else {
      diagnostics.error(node, "bad-value", "\(Self.capitalised(what)) is too large a number.")
      return nil
    }
    return number
  }

  /// The items of an array.
  package mutating func items(_ node: JSONNode, _ what: String) -> [JSONNode]? {
    guard let node = followed(node) else { return nil }
    guard node.kind == .array else {
      wrongKind(node, what, "an array")
      return nil
    }
    return Array(node.items)
  }

  /// Returns a value, or the target of a `{ "$ref": "#/a/b" }` in its place; nil if there is no target.
  package mutating func followed(_ node: JSONNode) -> JSONNode? {
    guard pointers != nil, node.kind == .object, let pointer = node["$ref"] else { return node }
    guard let text = pointer.string, TokenPointer.steps(of: text) != nil else {
      diagnostics.error(
        pointer, "bad-reference",
        "A pointer leads to a place in this document, as in '#/color/ink/$value'; a resolver document puts files "
          + "together.")
      return nil
    }
    if let found = pointers?.whole(node) { return found }
    diagnostics.error(pointer, "unknown-value", "Nothing is at \(Quoted.name(text)).")
    return nil
  }

  /// A string that can be a name in the notation of classes, properties, axes.
  package mutating func word(_ node: JSONNode, _ what: String) -> String? {
    guard let name = string(node, "the name of \(what)") else { return nil }
    guard Name.isWord(name) else {
      diagnostics.error(node, "bad-name", "\(Quoted.name(name)) can't name \(what): \(Name.wordRule)")
      return nil
    }
    return name
  }

  package mutating func wrongKind(_ node: JSONNode, _ what: String, _ wanted: String) {
    diagnostics.error(
      node, "wrong-kind", "\(Self.capitalised(what)) should be \(wanted), not \(Self.kind(node)).")
  }

  package static func kind(_ node: JSONNode) -> String {
    switch node.kind {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: node.bool == true ? "true" : "false"
    case .null: "null"
    }
  }

  package static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}

/// Resolves pointers that stand in place of values, as in `{ "$ref": "#/a/b" }`.
package protocol PointerResolver: Sendable {
  /// Returns the target of a pointer, or nil for text that is no pointer.
  mutating func target(of pointer: String) -> PointerTarget?
  /// Returns the node that a reference leads to, the node itself if it is no reference, or nil if nothing is there.
  mutating func whole(_ node: JSONNode) -> JSONNode?
}

/// The target of a pointer.
package enum PointerTarget {
  /// A token, whole.
  case token(String)
  /// The node at that place.
  case part(JSONNode)
  case nothing
}

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
