internal import Documents
internal import Themes

/// A reader of the groups and tokens of documents that leaves their values as they are.
struct TokenTreeReader {
  var decoder = ObjectDecoder()
  var leniencies = Leniencies()
  private var document: JSONNode?
  private var pointers: TokenPointers
  private var saysOlderForm = false

  private static let tokenProperties = [
    "$value", "$ref", "$type", "$description", "$deprecated", "$extensions",
  ]
  /// The properties of a document that do not concern its tokens.
  private static let documentProperties = ["$schema", "$defs"]
  private static let groupProperties = [
    "$type", "$description", "$deprecated", "$extensions", "$extends", "$ref", "$root",
  ]

  /// - Parameter documents: the documents of all sources, which pointers lead into.
  init(among documents: [JSONNode]) { pointers = TokenPointers(documents) }

  mutating func read(_ document: JSONNode) -> ComposedGroup {
    (self.document, saysOlderForm) = (document, false)
    if document.kind != .object { decoder.wrongKind(document, "a source of tokens", "an object") }
    return group(document, key: document, type: nil, isDocument: true)
  }

  private mutating func group(
    _ node: JSONNode, key: JSONNode, type: JSONNode?, isDocument: Bool = false
  ) -> ComposedGroup {
    var group = ComposedGroup(key: key)
    let type = node["$type"] ?? type
    for member in node.members {
      guard !decoder.diagnostics.isFull else { break }
      let name = member.name
      if name.utf8.first != UInt8(ascii: "$") {
        add(member, name, type, to: &group)
      } else if name == TokenSource.root {
        if let token = token(member, type) { group.root.add(token) }
      } else if Self.groupProperties.contains(name) {
        group.set(member.value, as: name)
      } else if !(isDocument && Self.documentProperties.contains(name)) {
        leniencies.add(
          .property, member.key, "A group has no \(Quoted.name(name)); it is kept among its extensions.")
        group.keep(member)
      }
    }
    return group
  }

  private mutating func add(
    _ member: JSONNode.Member, _ name: String, _ type: JSONNode?, to group: inout ComposedGroup
  ) {
    guard isSound(name, member) else { return }
    guard member.value.kind == .object else { return reportWrongKind(member, name) }
    guard isToken(member.value) else {
      return group.put(self.group(member.value, key: member.key, type: type), named: name)
    }
    let children = member.value.members.filter(Self.isGroup)
    guard let own = token(member, type) else { return }
    guard !children.isEmpty else { return group.put(own, named: name) }
    leniencies.add(
      .children, member.key,
      "\(Quoted.name(name)) is a token with tokens in it; both are read. In a group, its own token is called '$root'."
    )
    var inner = ComposedGroup(key: member.key)
    inner.root.add(own)
    let childType = member.value["$type"] ?? type
    for child in children { add(child, child.name, childType, to: &inner) }
    group.put(inner, named: name)
  }

  private mutating func isSound(_ name: String, _ member: JSONNode.Member) -> Bool {
    guard name.isEmpty || name.utf8.contains(where: { ".{}".utf8.contains($0) }) else { return true }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    let advice =
      parts.count == 2
      ? ": dots join names; write { \"\(parts[0].printable)\": { \"\(parts[1].printable)\": … } }."
      : ": it is not empty and has no '.', '{' or '}'."
    decoder.diagnostics.error(member.key, "bad-name", "\(Quoted.name(name)) can't name a token\(advice)")
    return false
  }

  private mutating func reportWrongKind(_ member: JSONNode.Member, _ name: String) {
    // The older form is reported once, and nothing that follows from it.
    guard !saysOlderForm else { return }
    if name == "value" || name == "type" {
      saysOlderForm = true
      return decoder.diagnostics.error(
        member.key, "older-form",
        "This is Style Dictionary's older form: its names have no '$'. Convert it, or write $value and $type."
      )
    }
    decoder.diagnostics.error(
      member.value, "wrong-kind",
      "\(Quoted.name(name)) should be a group or a token, an object, not \(ObjectDecoder.kind(member.value))."
    )
  }

  /// Indicates whether an object is a token: it has a value, or refers to a token in place of one.
  private mutating func isToken(_ node: JSONNode) -> Bool {
    if node["$value"] != nil { return true }
    guard let pointer = node["$ref"]?.string else { return false }
    var next: String? = pointer
    for _ in 0..<JSONReader.deepest {
      guard let steps = next.flatMap({ TokenPointer.steps(of: $0) }), !steps.contains("$value"),
        let target = pointers.place(at: steps, first: document)
      else { break }
      if target["$value"] != nil { return true }
      next = target["$ref"]?.string
      if next == nil { return false }
    }
    // Its target may be inherited, or missing: as a token it is searched by name.
    return !node.members.contains { $0.value.kind == .object && $0.name.utf8.first != UInt8(ascii: "$") }
  }

  /// Indicates whether a member of a token is a group or a token itself.
  private static func isGroup(_ member: JSONNode.Member) -> Bool {
    member.value.kind == .object && member.name.utf8.first != UInt8(ascii: "$") && holdsToken(member.value)
  }

  /// Returns the members of a token that the format does not have.
  static func unknown(in token: TokenSource) -> [JSONNode.Member] {
    token.node.members.filter { member in
      !tokenProperties.contains(where: member.isNamed) && (token.isRoot || !isGroup(member))
    }
  }

  private static func holdsToken(_ node: JSONNode) -> Bool {
    node.members.contains {
      $0.isNamed("$value") || $0.isNamed("$ref") || $0.isNamed("$root") || holdsToken($0.value)
    }
  }

  private mutating func token(_ member: JSONNode.Member, _ type: JSONNode?) -> TokenSource? {
    guard member.value.kind == .object, isToken(member.value) else {
      return decoder.refuse(
        member.key, "wrong-kind", "\(Quoted.name(member.name)) should be a token, with '$value'.")
    }
    let value = member.value["$value"]
    let token = TokenSource(member.key, value: value ?? member.value, groupType: type)
    for property in Self.unknown(in: token) {
      leniencies.add(
        .property, property.key,
        "A token has no \(Quoted.name(property.name)); it is kept among its extensions.")
    }
    if value != nil, let reference = member.value["$ref"] {
      decoder.diagnostics.error(reference, "bad-value", "A token has '$value' or '$ref', not both.")
    }
    return token
  }
}
