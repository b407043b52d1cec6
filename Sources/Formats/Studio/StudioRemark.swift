internal import Documents
internal import Themes

/// What the sets say of a token beside its value.
struct StudioRemark {
  let remark: Remark

  /// - Parameter definitions: those of all sets, the one that wins first; what an earlier set says of a token counts before
  ///   what those say that replace it.
  init(_ definitions: [TokenSource], _ kind: StudioKind) {
    var extensions: [Value.ValueMember] = []
    var unknown: [Value.ValueMember] = []
    for token in definitions.reversed() {
      extensions = Self.adding(Self.extensions(of: token), to: extensions)
      unknown = Self.adding(Self.unknown(in: token, kind), to: unknown)
    }
    var all = Value.object([]).adding(extensions)
    if !unknown.isEmpty { all = all.adding(unknown, to: Remark.unknownProperties) }
    remark = Remark(
      description: definitions.reversed().lazy.compactMap { $0.studioRemarks.description?.string }.first,
      deprecation: definitions.reversed().lazy.compactMap { Self.deprecation($0.studioRemarks.deprecated) }
        .first,
      extensions: all == .object([]) ? nil : all)
  }

  private static func adding(
    _ more: [Value.ValueMember], to members: [Value.ValueMember]
  ) -> [Value.ValueMember] {
    members + more.filter { member in !members.contains { $0.name == member.name } }
  }

  private static func deprecation(_ node: JSONNode?) -> Remark.Deprecation? {
    if let reason = node?.string { return .because(reason) }
    return node?.bool == true ? .plain : nil
  }

  /// Without the change of the color: whoever reads the answer as tokens would change it again.
  private static func extensions(of token: TokenSource) -> [Value.ValueMember] {
    guard let node = token.extensions, node.kind == .object else { return [] }
    return members(of: node) { _ in true }.compactMap { member in
      guard member.name == StudioTokens.ownExtension else { return member }
      return member.value.without("modify").map { Value.ValueMember(name: member.name, value: $0) }
    }
  }

  /// Members of typography that have no place in it, and the type of what is kept as it stands.
  private static func unknown(
    in token: TokenSource, _ kind: StudioKind
  ) -> [Value.ValueMember] {
    if kind == .value(.typography) {
      return members(of: token.value) { ValueType.typography.part(named: $0) == nil }
    }
    guard kind == .text, let word = token.studioType?.string, TokenKind(word) == nil else { return [] }
    return [Value.ValueMember(name: Remark.foreignType, value: .string(word))]
  }

  private static func members(
    of node: JSONNode, where isWanted: (String) -> Bool
  ) -> [Value.ValueMember] {
    var reader = ValueReader(colors: [])
    return node.members.filter { isWanted($0.name) }.compactMap { member in
      reader.anything(member.value, Quoted.name(member.name)).map {
        Value.ValueMember(name: member.name, value: $0)
      }
    }
  }
}
