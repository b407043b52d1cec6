internal import Documents

/// A group as the sources of a document make it together: every token with all that can stand in its place.
struct ComposedGroup: Sendable {
  typealias Tokens = Contextual<TokenSource>

  /// Where it is named first.
  let key: JSONNode
  /// Of groups and tokens, in the order in which they came.
  private(set) var names: [String] = []
  private(set) var groups: [String: ComposedGroup] = [:]
  private(set) var tokens: [String: Tokens] = [:]
  var root = Tokens()
  /// By their names with the `$`.
  private(set) var properties: [String: Contextual<JSONNode>] = [:]
  /// Those that the format does not have on a group.
  private(set) var unknown: [String: Contextual<JSONNode.Member>] = [:]

  init(key: JSONNode) { self.key = key }

  /// Takes in one source more, which counts before those that are in already.
  /// - Parameter mix: called with both places where one is a group and one a token.
  mutating func add(
    _ tree: TokenTree, when conditions: TokenConditions, mix: (_ token: JSONNode, _ group: JSONNode) -> Void
  ) {
    for (name, node) in tree.properties {
      properties[name, default: Contextual()].add(node, when: conditions)
    }
    for member in tree.unknown { unknown[member.name, default: Contextual()].add(member, when: conditions) }
    if let token = tree.root { root.add(token, when: conditions) }
    for name in tree.names {
      switch tree.entries[name] {
      case .token(let token)?:
        if let group = groups[name] {
          mix(token.key, group.key)
        } else {
          note(name)
          tokens[name, default: Tokens()].add(token, when: conditions)
        }
      case .group(let group)?:
        if let token = tokens[name]?.first {
          mix(token.key, group.key)
        } else {
          note(name)
          groups[name, default: ComposedGroup(key: group.key)].add(group, when: conditions, mix: mix)
        }
      case nil: break
      }
    }
  }

  /// Says something of the group, over what sources say.
  mutating func say(_ node: JSONNode, as property: String) {
    properties[property, default: Contextual()].add(node)
  }

  private mutating func note(_ name: String) {
    if groups[name] == nil, tokens[name] == nil { names.append(name) }
  }

  /// Takes over what another group has, where there is nothing of its own.
  /// - Parameter room: for how many names there is room yet; nothing is taken over without.
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
        tokens[name, default: Tokens()].inherit(inherited, when: conditions)
      } else if let inherited = base.groups[name], tokens[name] == nil {
        // The same group in many places is the same storage, for as long as nothing is added to it.
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

  mutating func replace(_ group: ComposedGroup, named name: String) { groups[name] = group }

  /// The group at a path; nil where there is none, or a token.
  func group(at path: some Collection<String>) -> ComposedGroup? {
    guard let first = path.first else { return self }
    return groups[first]?.group(at: path.dropFirst())
  }
}
