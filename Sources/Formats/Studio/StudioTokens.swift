internal import Documents
internal import Themes

struct StudioTokens {
  /// The tokens of each set by their whole names, in the order of the file.
  private(set) var sets: [[(name: String, token: TokenSource)]] = []
  /// The number of tokens with different names.
  private(set) var count = 0
  private(set) var groups: [String: Theme.Group] = [:]
  private(set) var diagnostics = Diagnostics()
  private var names: Set<String> = []
  private var own: Set<String> = []
  private var total = 0
  private var isFull = false

  private static let most = 20_000
  /// The extension that Tokens Studio keeps its own data in, beside a token.
  static let ownExtension = "studio.tokens"

  init(_ sets: [StudioDocument.TokenSet]) {
    for set in sets {
      self.sets.append([])
      own = []
      add(set.node, path: "", type: nil)
    }
    count = names.count
    (own, names) = ([], [])
  }

  /// Indicates whether an object is a token, which has a value, with or without the `$`. A group may have a token called
  /// `value`.
  static func isToken(_ node: JSONNode) -> Bool {
    if node["$value"] != nil { return true }
    guard let value = node["value"] else { return false }
    return value.kind != .object || isQuantity(value) || value["value"] == nil && value["$value"] == nil
  }

  /// Indicates whether a value is a number beside its unit, as the community group's format has lengths and times.
  static func isQuantity(_ node: JSONNode) -> Bool {
    node.count == 2 && node["value"]?.kind == .number && node["unit"]?.kind == .string
  }

  static func member(_ name: String, of node: JSONNode) -> JSONNode? { node["$" + name] ?? node[name] }

  /// The document's reader has bounded how deep this goes.
  private mutating func add(_ group: JSONNode, path: String, type: JSONNode?) {
    let type = Self.member("type", of: group).flatMap { $0.kind == .string ? $0 : nil } ?? type
    if groups[path] == nil, !path.isEmpty, let text = Self.member("description", of: group)?.string {
      groups[path] = Theme.Group(Remark(description: text), at: group.position)
    }
    for member in group.members {
      guard !isFull, !diagnostics.isFull else { return }
      let name = member.name
      guard name.utf8.first != UInt8(ascii: "$"), member.value.kind == .object else {
        reportNoToken(member, in: group)
        continue
      }
      let path = path.isEmpty ? name : "\(path).\(name)"
      if Self.isToken(member.value) {
        add(member, named: path, type)
      } else {
        add(member.value, path: path, type: type)
      }
    }
  }

  /// Reports a member of a group that is no token, group or description.
  private mutating func reportNoToken(_ member: JSONNode.Member, in group: JSONNode) {
    let name = member.name
    if name.utf8.first == UInt8(ascii: "$")
      || ["type", "description", "comment", "inheritTypeLevel"].contains(name)
    {
      return
    }
    diagnostics.warning(
      member.value, "left-out",
      "\(Quoted.name(name)) is neither a group nor a token but \(ObjectDecoder.kind(member.value)); it is left out."
    )
  }

  private mutating func add(_ member: JSONNode.Member, named name: String, _ type: JSONNode?) {
    guard diagnostics.isEntry(name, member.key, "a token") else { return }
    guard total < Self.most else {
      isFull = true
      diagnostics.error(
        member.key, "too-many-tokens", "A document has at most \(Self.most) tokens, those of all sets.")
      return
    }
    guard let value = Self.member("value", of: member.value) else { return }
    guard own.insert(name).inserted else {
      return diagnostics.error(
        member.key, "duplicate-key",
        "\(Quoted.name(name)) is given twice in a set: its keys join to the same name.")
    }
    names.insert(name)
    total += 1
    sets[sets.count - 1].append((name, TokenSource(member.key, value: value, groupType: type)))
  }
}

/// The tokens of one theme of a file, each with its definitions and references.
struct StudioScope {
  /// The tokens by their whole names, without groups.
  private(set) var tokens: ComposedGroup
  /// The sets of the tokens that are in no theme, by the names of these.
  private(set) var unused: [String: String] = [:]

  init(_ document: StudioDocument, _ tokens: StudioTokens, _ traits: ModifierTraits) {
    self.tokens = ComposedGroup(key: document.node)
    for (number, set) in tokens.sets.enumerated() {
      let conditions = document.conditions(ofSet: number, traits)
      if conditions.isEmpty { for (name, _) in set { unused[name] = document.sets[number].name } }
      for (name, token) in set {
        for conditions in conditions { self.tokens.append(token, named: name, when: conditions) }
      }
    }
  }

  var names: [String] { tokens.names }

  subscript(name: String) -> ComposedGroup.Definitions? { tokens.tokens[name] }

  /// Returns the definitions of a token, the one that wins first.
  func definitions(of name: String) -> [TokenSource] {
    var found: [TokenSource] = []
    for (_, token) in (self[name]?.entries ?? []).reversed() where found.last !== token {
      found.append(token)
    }
    return found
  }

  /// Returns the name of a token that is referred to; nil if there is none. Earlier versions append `.value`.
  func name(_ reference: String) -> String? {
    if self[reference] != nil { return reference }
    guard reference.hasSuffix(".value") else { return nil }
    let name = String(reference.dropLast(".value".count))
    return self[name] == nil ? nil : name
  }

  /// Returns the tokens that the definitions of a token refer to.
  func references(of name: String) -> Set<String> {
    Set(definitions(of: name).flatMap { references(in: $0) })
  }

  /// Returns the words for themes with a definition of a token, but without the token that it refers to; nil if there are none.
  /// - Parameter left: the number of comparisons of definitions with choices that may still be made.
  func themes(
    lacking other: String, for definition: TokenSource, of name: String, _ traits: ModifierTraits,
    _ left: inout Int
  ) -> String? {
    guard let token = self[name], let target = self[other] else { return nil }
    let contexts = token.contexts.merging(target.contexts) { $0.union($1) }
    let choices = ModifierTraits.choices(ofAll: contexts, in: traits.modifiers) ?? []
    left -= choices.count * (token.count + target.count)
    guard left > 0, let gap = token.gap(in: target, of: definition, among: choices) else { return nil }
    return traits.words(for: gap.filter { target.contexts[$0.key] != nil })
  }

  func references(in token: TokenSource) -> [String] {
    (token.value.texts + (token.change?.texts ?? [])).flatMap { StudioText($0).references }
      .compactMap { self.name($0) }
  }
}

extension TokenSource {
  var studioType: JSONNode? { StudioTokens.member("type", of: node) ?? groupType }
  var extensions: JSONNode? { node["$extensions"] }

  /// The change of the color that is its value.
  var change: JSONNode? { extensions?[StudioTokens.ownExtension]?["modify"] }
}

extension JSONNode {
  /// The texts in a value. The document's reader has bounded how deep this goes.
  var texts: [String] {
    switch kind {
    case .string: [string ?? ""]
    case .array: items.flatMap(\.texts)
    case .object: members.flatMap(\.value.texts)
    case .number, .bool, .null: []
    }
  }
}
