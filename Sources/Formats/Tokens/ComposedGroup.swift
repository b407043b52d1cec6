internal import Documents

final class TokenSource: Sendable {
  let key: JSONNode
  /// The indices of nodes of the same document: tokens are the most of a large theme that is read.
  private let (valueIndex, typeIndex): (Int32, Int32)

  init(_ key: JSONNode, value: JSONNode, groupType: JSONNode?) {
    self.key = key
    (valueIndex, typeIndex) = (Int32(value.index), Int32(groupType?.index ?? -1))
  }

  /// The value; the whole token if it has a pointer in place of one.
  var value: JSONNode { JSONNode(document: key.document, index: Int(valueIndex)) }
  /// The type of the nearest group in its source, which a token that is inherited keeps.
  var groupType: JSONNode? {
    typeIndex < 0 ? nil : JSONNode(document: key.document, index: Int(typeIndex))
  }

  var node: JSONNode { JSONNode(document: key.document, index: key.index + 1) }
  var type: JSONNode? { node["$type"] }

  /// Indicates whether the token is its group's own, `$root`.
  var isRoot: Bool { key.document.string(at: key.index, equals: Self.root) }

  static let root = "$root"
}

extension Contextual<TokenSource> {
  /// Returns a choice for which a token has this definition, and the one that it refers to has none.
  func gap(
    in target: Contextual, of definition: TokenSource, among choices: [ContextChoice]
  ) -> ContextChoice? {
    choices.first { target.content(in: $0) == nil && content(in: $0) === definition }
  }
}

/// A group of tokens: of one source, or with the definitions in all sources of a document.
struct ComposedGroup: Sendable {
  typealias Definitions = Contextual<TokenSource>

  /// The name's node where the group is named first.
  let key: JSONNode
  /// The names of groups and tokens, in the order in which they came.
  private(set) var names: [String] = []
  private(set) var groups: [String: ComposedGroup] = [:]
  private(set) var tokens: [String: Definitions] = [:]
  var root = Definitions()
  /// The group's own properties, by their names with the `$`.
  private(set) var properties: [String: Contextual<JSONNode>] = [:]
  /// Properties that the format does not have on a group.
  private(set) var unknown: [String: Contextual<JSONNode.Member>] = [:]

  init(key: JSONNode) { self.key = key }

  /// The number of groups and tokens in the group, including itself.
  var count: Int { groups.values.reduce(1 + tokens.count) { $0 + $1.count } }

  func group(at path: some Collection<String>) -> ComposedGroup? {
    guard let first = path.first else { return self }
    return groups[first]?.group(at: path.dropFirst())
  }

  mutating func put(_ token: TokenSource, named name: String) {
    note(name)
    groups[name] = nil
    tokens[name] = Definitions(token)
  }

  mutating func put(_ group: ComposedGroup, named name: String) {
    note(name)
    tokens[name] = nil
    groups[name] = group
  }

  mutating func set(_ node: JSONNode, as property: String) {
    properties[property, default: Contextual()].add(node)
  }

  mutating func remove(_ property: String) { properties[property] = nil }
  mutating func keep(_ member: JSONNode.Member) { unknown[member.name, default: Contextual()].add(member) }

  /// Replaces members by those beside a reference to this group.
  mutating func override(with other: ComposedGroup) {
    properties.merge(other.properties) { $1 }
    unknown.merge(other.unknown) { $1 }
    if !other.root.isEmpty { root = other.root }
    for name in other.names {
      note(name)
      tokens[name] = other.tokens[name]
      groups[name] = other.groups[name]
    }
  }

  private mutating func note(_ name: String) {
    if groups[name] == nil, tokens[name] == nil { names.append(name) }
  }

  /// Adds a definition of a token, which wins over the others.
  mutating func append(_ token: TokenSource, named name: String, when conditions: TokenConditions) {
    note(name)
    tokens[name, default: Definitions()].append(token, when: conditions)
  }

  /// Adds a source, which wins over the others.
  /// - Parameter mix: is called with both nodes if a name is a group in one source and a token in another.
  mutating func add(
    _ source: ComposedGroup, when conditions: TokenConditions,
    mix: (_ token: JSONNode, _ group: JSONNode) -> Void
  ) {
    for (name, node) in source.properties {
      properties[name, default: Contextual()].add(node, when: conditions)
    }
    for (name, member) in source.unknown {
      unknown[name, default: Contextual()].add(member, when: conditions)
    }
    if !source.root.isEmpty { root.add(source.root, when: conditions) }
    for name in source.names {
      if let token = source.tokens[name] {
        if let group = groups[name] {
          if let first = token.first { mix(first.key, group.key) }
        } else {
          note(name)
          tokens[name, default: Definitions()].add(token, when: conditions)
        }
      } else if let group = source.groups[name] {
        if let token = tokens[name]?.first {
          mix(token.key, group.key)
        } else if groups[name] == nil, conditions.isAlways {
          // The storage is shared with the source.
          put(group, named: name)
        } else {
          note(name)
          groups[name, default: ComposedGroup(key: group.key)].add(group, when: conditions, mix: mix)
        }
      }
    }
  }

  /// Adds the members of another group; the group's own win over them.
  /// - Parameter room: the number of names that may still be inherited; without room nothing is added.
  mutating func inherit(_ base: ComposedGroup, when conditions: TokenConditions, room: inout Int) {
    room -= base.names.count + names.count + 1
    guard room >= 0 else { return }
    for (name, node) in base.properties {
      properties[name, default: Contextual()].inherit(node, when: conditions)
    }
    for (name, member) in base.unknown {
      unknown[name, default: Contextual()].inherit(member, when: conditions)
    }
    root.inherit(base.root, when: conditions)
    for name in base.names {
      if let inherited = base.tokens[name], groups[name] == nil {
        tokens[name, default: Definitions()].inherit(inherited, when: conditions)
      } else if let inherited = base.groups[name], tokens[name] == nil {
        // The same group in many places shares its storage until something is added to it.
        if groups[name] == nil, conditions.isAlways {
          groups[name] = inherited
        } else {
          groups[name, default: ComposedGroup(key: inherited.key)].inherit(
            inherited, when: conditions, room: &room)
        }
      }
    }
    let inherited = Set(base.names)
    names = base.names + names.filter { !inherited.contains($0) }
  }
}
