package import Documents

/// References, which a token document writes differently from Livery's own form.
extension ValueReader {
  enum Referent {
    case node(JSONNode)
    case token(String)
  }

  /// Returns a node, or the target of its pointer; reports a pointer without a target and returns nil.
  mutating func referent(of node: JSONNode) -> Referent? {
    var node = node
    for _ in 0..<JSONReader.deepest {
      guard decoder.pointers != nil, node.kind == .object, let pointer = node["$ref"]?.string else {
        return .node(node)
      }
      switch decoder.pointers?.target(of: pointer) {
      case .token(let name)?: return .token(name)
      case .part(let found)?: node = found
      case .nothing?, nil: return decoder.followed(node).map { .node($0) }
      }
    }
    return decoder.refuse(node, "token-cycle", "This points to itself.")
  }

  /// Reads a literal value, or the reference to a token in its place.
  mutating func readReferring(
    _ node: JSONNode, _ types: [ValueType], _ name: String,
    _ literal: (inout ValueReader, JSONNode) -> Value?
  ) -> Value? {
    switch referent(of: node) {
    case nil: nil
    case .token(let other)?: tokenReference(to: other, at: node, types, name)
    case .node(let node)?: literal(&self, node)
    }
  }

  /// Returns the result of reading a text with a brace as a reference; nil for any other value.
  mutating func textReference(_ node: JSONNode, _ types: [ValueType], _ name: String) -> Value?? {
    guard let text = node.string, text.utf8.contains(UInt8(ascii: "{")) else { return nil }
    return .some(referenced(text, node).flatMap { tokenReference(to: $0, at: node, types, name) })
  }

  /// Returns the same reader with other names to refer to.
  package func with(colors: Set<String>, values: Set<String>) -> ValueReader {
    var reader = ValueReader(colors: colors, values: values)
    (reader.decoder, reader.tokens, reader.leniencies) = (decoder, tokens, leniencies)
    return reader
  }

  /// Returns the name that a text refers to; reports a text that does more and returns nil.
  package mutating func referenced(_ text: String, _ node: JSONNode) -> String? {
    guard let name = TokenNames.name(in: text) else {
      let rule =
        tokens == nil
        ? "a value refers to one other, whole, as in '{space.m}'."
        : "a token refers to one other token, whole."
      return decoder.refuse(
        node, tokens == nil ? "bad-reference" : "computes", "\(Quoted.name(text)) computes; \(rule)")
    }
    guard let tokens else {
      if Name.isEntry(name), !TokenNames.saysRoot(text) { return name }
      return decoder.refuse(
        node, "bad-reference", "\(Quoted.name(name)) can't name a value: \(Name.entryRule)")
    }
    let isRoot = TokenNames.saysRoot(text)
    if isRoot ? tokens.roots.contains(name) : !tokens.groups.contains(name) { return name }
    guard !isRoot else {
      return decoder.refuse(node, "unknown-value", "The group \(Quoted.reference(name)) has no '$root'.")
    }
    let advice = tokens.roots.contains(name) ? "; its own one is {\(name.printable).$root}." : "."
    return decoder.refuse(
      node, "group-reference",
      "\(Quoted.reference(name)) is a group; only a token can be referred to\(advice)")
  }

  /// Returns a reference to a token; reports an unknown one or another type and returns nil.
  /// - Parameters:
  ///   - types: the types that fit.
  ///   - what: the name of the value that refers, in quotes.
  package mutating func tokenReference(
    to name: String, at node: JSONNode, _ types: [ValueType], _ what: String
  ) -> Value? {
    let takesAll = types == [.any]
    guard !(tokens?.broken.contains(name) ?? false) else { return nil }
    if values.contains(name) {
      guard let type = tokens?.types[name], !takesAll, !types.contains(type) else {
        return .reference(name, .whole)
      }
      return refuseType(of: what, types, name, type.words, node)
    }
    guard colors.contains(name) else { return refuseUnknown(name, node) }
    if takesAll { return .color(.reference(name: name, opacity: .opaque)) }
    return refuseType(of: what, types, name, "a color", node)
  }

  mutating func tokenColor(named name: String, at node: JSONNode, _ what: String) -> ColorExpression? {
    if colors.contains(name) { return .reference(name: name, opacity: .opaque) }
    guard !(tokens?.broken.contains(name) ?? false) else { return nil }
    guard values.contains(name) else { return refuseUnknown(name, node) }
    let found = tokens?.types[name]?.words ?? "another value"
    return decoder.refuse(
      node, wrongType(name),
      "\(ObjectDecoder.capitalised(what)) is a color; \(Quoted.reference(name)) is \(found).")
  }

  private mutating func refuseType(
    of what: String, _ types: [ValueType], _ name: String, _ found: String, _ node: JSONNode
  ) -> Value? {
    decoder.refuse(
      node, wrongType(name),
      "\(ObjectDecoder.capitalised(what)) is \(Quoted.choice(types.map(\.words))); \(Quoted.reference(name)) is \(found)."
    )
  }

  /// Returns the code of a problem with the type of a token. One that is kept as it stands does not refuse those that refer to it.
  private func wrongType(_ name: String) -> String {
    tokens?.kept.contains(name) == true ? "bad-value" : "wrong-type"
  }

  private mutating func refuseUnknown<Result>(_ name: String, _ node: JSONNode) -> Result? {
    guard tokens != nil else {
      let advice = decoder.diagnostics.question(name, among: values)
      return decoder.refuse(
        node, "unknown-value", "There is no value \(Quoted.name(name))\(advice)")
    }
    let near = decoder.diagnostics.nearest(name, among: [colors, values].joined())
    let advice = NearestName.question(near) { Quoted.reference($0) }
    return decoder.refuse(node, "unknown-value", "There is no token \(Quoted.reference(name))\(advice)")
  }

  /// Reads a value of any type: any JSON with its references. Text that names nothing is text.
  mutating func referring(_ node: JSONNode, _ name: String, depth: Int = 0) -> Value? {
    guard depth <= JSONReader.deepest else {
      return decoder.refuse(node, "too-deep", "\(ObjectDecoder.capitalised(name)) is nested too deep.")
    }
    return readReferring(node, [.any], name) { $0.referring(content: $1, name, depth) }
  }

  /// Returns a text, and warns if there is a reference in it, which is not followed there.
  private mutating func inText(_ node: JSONNode) -> String {
    let text = node.string ?? ""
    if tokens != nil, let word = Self.bracedWord(in: text), word.utf8.count < text.utf8.count,
      let name = TokenNames.name(in: String(word)), values.contains(name) || colors.contains(name)
    {
      leniencies.add(
        .text, node,
        "\(Quoted.name(text)) has text around \(Quoted.reference(name)), which stays as it is: a token refers to one other "
          + "token, whole.")
    }
    return text
  }

  private mutating func referring(content node: JSONNode, _ name: String, _ depth: Int) -> Value? {
    switch node.kind {
    case .string:
      guard let text = node.string, let other = TokenNames.name(in: text),
        values.contains(other) || colors.contains(other)
      else { return .string(inText(node)) }
      return tokenReference(to: other, at: node, [.any], name)
    case .array:
      return .list(node.items.compactMap { referring($0, "an item of \(name)", depth: depth + 1) })
    case .object: return object(node) { $0.referring($1, $2, depth: depth + 1) }
    case .number, .bool: return any(node, name)
    case .null: return .blocked
    }
  }
}

/// The names by which the tokens of a document refer to each other.
package struct TokenNames: Sendable {
  /// The groups whose names are not names of tokens.
  package let groups: Set<String>
  /// The names of groups with a token of their own, `$root`.
  package let roots: Set<String>
  /// The types of values, without colors.
  package var types: [String: ValueType] = [:]
  /// The tokens that can't be read, whose problems are reported already.
  package var broken: Set<String> = []
  /// The tokens whose values are none of their types and are kept as they stand.
  package var kept: Set<String> = []

  private static let root = ".$root"

  package init(groups: Set<String>, roots: Set<String>) { (self.groups, self.roots) = (groups, roots) }

  /// Returns the token that a text refers to, whole: `{a.b}`, or `{a.$root}` for the own token of the group `a`.
  package static func name(in text: String) -> String? {
    guard text.utf8.first == UInt8(ascii: "{"), text.utf8.last == UInt8(ascii: "}") else { return nil }
    let inner = text.dropFirst().dropLast()
    guard !inner.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else {
      return nil
    }
    return String(inner.hasSuffix(root) ? inner.dropLast(root.utf8.count) : inner)
  }

  /// Returns the token that a pointer leads to, whole; nil for a pointer to a part of it.
  package static func name(at steps: [String]) -> String? {
    var steps = steps
    for end in ["$value", "$root"] where steps.last == end { steps.removeLast() }
    guard !steps.isEmpty, steps.allSatisfy({ $0.utf8.first != UInt8(ascii: "$") }) else { return nil }
    return steps.joined(separator: ".")
  }

  static func saysRoot(_ text: String) -> Bool { text.dropLast().hasSuffix(root) }
}
