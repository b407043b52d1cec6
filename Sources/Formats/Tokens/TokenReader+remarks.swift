internal import Documents
internal import Themes

/// What is said of tokens and groups beside what they are.
extension TokenReader {
  mutating func remark(on token: TokenList.Token, _ kind: TokenKind) -> Remark {
    let (source, node) = (token.source, token.source.node)
    var unknown = kept(source.unknown)
    let names = Set(unknown.map(\.name))
    unknown += values.unknownMembers.filter { !names.contains($0.name) }
    if kind == .value(.any), let word = (source.type ?? token.groupType)?.string,
      TokenKind(word) == nil
    {
      unknown.append(Value.ValueMember(name: Remark.foreignType, value: .string(word)))
    }
    return Remark(
      description: node["$description"].flatMap { values.form.string($0, "'$description'") },
      deprecation: token.deprecation.flatMap { deprecation($0) },
      extensions: extensions(node["$extensions"], with: unknown), isRoot: source.isRoot)
  }

  private mutating func kept(_ members: [JSONNode.Member]) -> [Value.ValueMember] {
    members.compactMap { member in
      values.anything(member.value, Quoted.name(member.name)).map {
        Value.ValueMember(name: member.name, value: $0)
      }
    }
  }

  private mutating func deprecation(_ node: JSONNode) -> Remark.Deprecation? {
    switch node.kind {
    case .bool: return node.bool == true ? .plain : nil
    case .string: return .because(node.string ?? "")
    default:
      values.form.wrongKind(node, "'$deprecated'", "true, false or a reason in quotes")
      return nil
    }
  }

  /// - Parameter unknown: what stood where the format has nothing of the name.
  private mutating func extensions(_ node: JSONNode?, with unknown: [Value.ValueMember]) -> Value? {
    var extensions: Value?
    if let node {
      if node.kind == .object {
        extensions = values.anything(node, "'$extensions'")
      } else {
        values.form.wrongKind(node, "'$extensions'", "an object")
      }
    }
    guard !unknown.isEmpty else { return extensions }
    return (extensions ?? .object([])).adding(unknown, to: Remark.unknownProperties)
  }

  /// By path; under no path, of the document.
  mutating func readGroups() -> [String: Remark] {
    var found: [String: Remark] = [:]
    for listed in list.groups {
      let (properties, unknown) = (listed.properties, listed.unknown)
      guard !properties.isEmpty || !unknown.isEmpty else { continue }
      let members = unknown.sorted { $0.key < $1.key }.compactMap { list.standing($0.value) }
      let extensions = extensions(list.standing(properties["$extensions"]), with: kept(members))
      let text = list.standing(properties["$description"])
      let remark = Remark(
        description: text.flatMap { values.form.string($0, "'$description'") },
        extensions: listed.path.isEmpty ? extensions?.without(Remark.ownExtension) : extensions)
      if !remark.isEmpty { found[listed.path] = remark }
    }
    return found
  }
}
