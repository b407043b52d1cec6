/// A decoder of JSON values that reports each value of another kind than the expected one.
package struct ObjectDecoder {
  package var diagnostics = Diagnostics()
  /// The targets of pointers that stand in place of values; nil if there are none.
  package var pointers: (any PointerResolver)?

  package init() {}

  /// Returns the members of an object by name. Names that are not allowed become problems, as does another kind.
  package mutating func members(
    of node: JSONNode, _ what: String, allowed: [String]
  ) -> FoundMembers? {
    guard let node = followed(node) else { return nil }
    guard node.kind == .object else { return wrongKind(node, what, "an object") }
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
    return node.string ?? wrongKind(node, what, "a string")
  }

  package mutating func bool(_ node: JSONNode, _ what: String) -> Bool? {
    guard let node = followed(node) else { return nil }
    return node.bool ?? wrongKind(node, what, "true or false")
  }

  package mutating func number(_ node: JSONNode, _ what: String) -> Double? {
    guard let node = followed(node) else { return nil }
    guard node.kind == .number else { return wrongKind(node, what, "a number") }
    return node.number
      ?? refuse(node, "bad-value", "\(Self.capitalised(what)) is too large a number.")
  }

  /// Returns the items of an array.
  package mutating func items(_ node: JSONNode, _ what: String) -> [JSONNode]? {
    guard let node = followed(node) else { return nil }
    return node.kind == .array ? Array(node.items) : wrongKind(node, what, "an array")
  }

  /// Returns a value, or the target of a `{ "$ref": "#/a/b" }` in its place; nil if there is no target.
  package mutating func followed(_ node: JSONNode) -> JSONNode? {
    guard pointers != nil, node.kind == .object, let pointer = node["$ref"] else { return node }
    guard let text = pointer.string, TokenPointer.steps(of: text) != nil else {
      return refuse(
        pointer, "bad-reference",
        "A pointer leads to a place in this document, as in '#/color/ink/$value'; a resolver document puts files "
          + "together.")
    }
    return pointers?.whole(node)
      ?? refuse(pointer, "unknown-value", "Nothing is at \(Quoted.name(text)).")
  }

  /// Returns a string that can be a name in the notation of classes, properties and axes.
  package mutating func word(_ node: JSONNode, _ what: String) -> String? {
    guard let name = string(node, "the name of \(what)") else { return nil }
    return Name.isWord(name)
      ? name
      : refuse(node, "bad-name", "\(Quoted.name(name)) can't name \(what): \(Name.wordRule)")
  }

  package mutating func wrongKind(_ node: JSONNode, _ what: String, _ wanted: String) {
    diagnostics.error(
      node, "wrong-kind", "\(Self.capitalised(what)) should be \(wanted), not \(Self.kind(node)).")
  }

  /// Reports an error, and returns nil in place of the value that can't be read.
  package mutating func refuse<Value>(
    _ node: JSONNode, _ code: String, _ message: @autoclosure () -> Message
  ) -> Value? {
    diagnostics.error(node, code, message())
    return nil
  }

  /// Returns the members of an object; reports anything else and returns nil.
  package mutating func table(_ node: JSONNode, _ what: String) -> JSONNode.Members? {
    node.kind == .object ? node.members : wrongKind(node, what, "an object")
  }

  /// Returns the members of an object that must have some of them. What it lacks is reported.
  package mutating func members(
    of node: JSONNode, _ what: String, allowed: [String], needs: [String]
  ) -> FoundMembers? {
    guard let found = members(of: node, what, allowed: allowed) else { return nil }
    for need in needs where found[need] == nil {
      diagnostics.error(node, "missing-key", "\(Self.capitalised(what)) needs '\(need)'.")
    }
    return found
  }

  /// Reports a value of another kind, and returns nil in its place.
  package mutating func wrongKind<Value>(_ node: JSONNode, _ what: String, _ wanted: String) -> Value? {
    wrongKind(node, what, wanted)
    return nil
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

package enum PointerTarget {
  case token(String)
  case part(JSONNode)
  case nothing
}

/// The members of an object that were looked for. They are few: comparing their names is quicker than hashing them.
package struct FoundMembers: Sendable {
  private var nodes: [(name: String, node: JSONNode)] = []

  package init() {}

  package subscript(name: String) -> JSONNode? {
    nodes.first { $0.name == name }?.node
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

/// RFC 6901 pointers within a document, as fragments: `#/color/ink/$value`.
package enum TokenPointer {
  /// Returns the steps, escapes decoded; nil for text that is no pointer.
  package static func steps(of text: String) -> [String]? {
    guard text.hasPrefix("#/") || text == "#" else { return nil }
    var steps: [String] = []
    for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      guard let decoded = String(part).percentDecoded, let step = unescaped(decoded) else { return nil }
      steps.append(step)
    }
    return steps
  }

  package static func escaped(_ step: String) -> String {
    step.written { $0 == "~" ? "~0" : $0 == "/" ? "~1" : nil }
  }

  private static func unescaped(_ step: String) -> String? {
    guard step.utf8.contains(UInt8(ascii: "~")) else { return step }
    var bytes: [UInt8] = []
    var rest = step.utf8.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      switch rest.next() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
