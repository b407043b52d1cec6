internal import Documents

/// Executes `$extends`: groups merge, a token replaces the one that it would inherit.
struct TokenExpansion {
  private var decoder = ObjectDecoder()
  private let root: ComposedGroup
  private let modifiers: [ResolverModifier]
  private var known: [[String]: ComposedGroup] = [:]
  /// The paths of the groups that are being expanded.
  private var open: Set<[String]> = []
  /// The number of names that groups may still inherit.
  private var room = mostNames
  private static let mostNames = 400_000
  /// The most groups that are expanded at a time, each extending the next.
  private static let mostOpen = 256

  static func expand(
    _ root: ComposedGroup, _ modifiers: [ResolverModifier]
  ) -> (root: ComposedGroup, problems: [Problem]) {
    var expansion = TokenExpansion(root: root, modifiers: modifiers)
    let expanded = expansion.expanded(root, at: [])
    return (expanded, expansion.decoder.diagnostics.problems)
  }

  /// - Parameter path: the path of the group.
  private mutating func expanded(_ group: ComposedGroup, at path: [String]) -> ComposedGroup {
    if let known = known[path] { return known }
    guard path.count <= JSONReader.deepest, open.count <= Self.mostOpen else {
      decoder.diagnostics.error(
        group.key, "too-deep", "Groups extend one another over more than \(Self.mostOpen) steps here.")
      return group
    }
    open.insert(path)
    defer { open.remove(path) }
    var result = group
    for name in group.names {
      if let inner = group.groups[name] { result.put(expanded(inner, at: path + [name]), named: name) }
    }
    for property in ["$extends", "$ref"] {
      guard let extends = group.properties[property] else { continue }
      inherit(extends, into: &result, at: path)
    }
    known[path] = result
    return result
  }

  /// Adds the inherited group to a group, one for each choice that the name of the inherited one depends on.
  private mutating func inherit(
    _ extends: Contextual<JSONNode>, into group: inout ComposedGroup, at path: [String]
  ) {
    for choice in ModifierTraits.choices(ofAll: extends.contexts, in: modifiers) ?? [] {
      guard let node = extends.content(in: choice), let base = base(node, of: path) else { continue }
      guard room >= 0 else { return }
      group.inherit(base, when: TokenConditions(choice), room: &room)
      if room < 0 {
        decoder.diagnostics.error(
          node, "too-many-tokens",
          "The groups of a document inherit at most \(Self.mostNames) names together.")
      }
    }
  }

  /// Returns the group that a group inherits; nil if it can't inherit it.
  private mutating func base(_ node: JSONNode, of path: [String]) -> ComposedGroup? {
    guard let text = decoder.string(node, "'$extends'") else { return nil }
    guard let target = Self.path(in: text) else {
      decoder.diagnostics.error(
        node, "bad-reference",
        "\(Quoted.name(text)) refers to no group; write '{group.name}' or a pointer, '#/group/name'.")
      return nil
    }
    let shown = Quoted.reference(target.joined(separator: "."))
    guard !path.starts(with: target), !open.contains(target) else {
      return decoder.diagnostics.error(
        node, "group-cycle", "A group can't extend itself, or one that it is a part of: \(shown).")
    }
    guard let group = root.group(at: target) else {
      return decoder.diagnostics.error(node, "unknown-group", "There is no group \(shown) to extend.")
    }
    return expanded(group, at: target)
  }

  private static func path(in text: String) -> [String]? {
    if text.hasPrefix("{"), text.hasSuffix("}") {
      return text.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false).map {
        String($0)
      }
    }
    return TokenPointer.steps(of: text)
  }
}
