internal import Documents
internal import Themes

/// A lister of tokens whose definitions have conditions: by name, a token for each choice that makes a difference.
struct TokenLister {
  private var diagnostics = Diagnostics()
  private var tokens: [TokenList.Token] = []
  private var entries: [TokenList.Entry] = []
  private var groups: [TokenList.Group] = []
  private let modifiers: ModifierTraits
  private var lookup: TokenLookup
  /// The contexts that computed values depend on, by name; nil if values depend on their pointers instead.
  private let reaches: [String: [Int: Set<Int>]]?
  /// The traits of choices: hostile documents ask for the same ones millions of times.
  private var traits: [ContextChoice: [String: String]] = [:]
  /// The number of groups and tokens visited: groups that extend others can have more in them than the document.
  private var visited = 0
  private var variantCount = 0
  /// The number of comparisons of contexts with a choice, and of values read again for one, that may still be made.
  private var left = 50_000_000
  private var isFull = false

  private static let mostTokens = 20_000
  private static let mostVisited = 100_000
  private static let mostVariants = 200_000

  private struct GroupWords {
    var type = Contextual<JSONNode>()
    var contexts: [Int: Set<Int>] = [:]
    var deprecated = Contextual<JSONNode>()

    var size: Int { type.count + deprecated.count }
  }

  /// - Parameter count: about how many groups and tokens there are, to reserve memory for them.
  static func list(
    _ root: ComposedGroup, _ modifiers: ModifierTraits, count: Int
  ) -> (list: TokenList, problems: [Problem]) {
    var lister = TokenLister(modifiers: modifiers, lookup: TokenLookup(root), reaches: nil)
    lister.tokens.reserveCapacity(min(count, mostTokens))
    lister.entries.reserveCapacity(min(count, mostTokens))
    lister.add(root, path: "", depth: 0, around: GroupWords())
    let list = TokenList(
      tokens: lister.tokens, entries: lister.entries, groups: lister.groups, modifiers: modifiers)
    return (list, lister.diagnostics.problems)
  }

  /// Lists tokens that have whole names one after another, each in a list of its own, to save memory.
  static func listEach(
    of root: ComposedGroup, without broken: Set<String>, _ modifiers: ModifierTraits,
    reaches: [String: [Int: Set<Int>]], _ read: (TokenList, TokenList.Entry) -> Void
  ) -> [Problem] {
    var lister = TokenLister(modifiers: modifiers, lookup: TokenLookup(root), reaches: reaches)
    for name in root.names where !broken.contains(name) {
      guard let token = root.tokens[name] else { continue }
      (lister.tokens, lister.entries) = ([], [])
      lister.add(token, name, GroupWords())
      guard let entry = lister.entries.first else { continue }
      read(TokenList(tokens: lister.tokens, entries: [], groups: [], modifiers: modifiers), entry)
    }
    return lister.diagnostics.problems
  }

  private mutating func add(_ group: ComposedGroup, path: String, depth: Int, around: GroupWords) {
    guard depth <= JSONReader.deepest else {
      return diagnostics.error(
        group.key, "too-deep", "Groups are nested deeper than \(JSONReader.deepest) levels here.")
    }
    guard path.isEmpty || diagnostics.isEntry(path, group.key, "a token") else { return }
    let words = words(of: group, around)
    groups.append(
      TokenList.Group(
        path: path, key: group.key, isEmpty: group.names.isEmpty && group.root.isEmpty,
        properties: group.properties, unknown: group.unknown,
        isToken: group.root.first.map { !$0.isRoot } ?? false))
    if !group.root.isEmpty { add(group.root, path, words) }
    for name in group.names {
      visited += 1
      guard isRoom(group.key) else { return }
      let path = path.isEmpty ? name : "\(path).\(name)"
      if let token = group.tokens[name] {
        add(token, path, words)
      } else if let inner = group.groups[name] {
        add(inner, path: path, depth: depth + 1, around: words)
      }
    }
  }

  /// Returns the properties that a group sets, over those of the groups around it.
  private mutating func words(of group: ComposedGroup, _ around: GroupWords) -> GroupWords {
    var words = around
    let (type, deprecated) = (group.properties["$type"], group.properties["$deprecated"])
    if let type {
      words.type = type
      words.type.inherit(around.type, when: .always)
      words.contexts = words.type.contexts
    }
    if let deprecated {
      words.deprecated = deprecated
      words.deprecated.inherit(around.deprecated, when: .always)
    }
    if type != nil || deprecated != nil { left -= words.size }
    return words
  }

  private mutating func add(_ token: ComposedGroup.Definitions, _ name: String, _ words: GroupWords) {
    guard let key = token.first?.key, diagnostics.isEntry(name, key, "a token") else { return }
    let token = token.relevant(in: modifiers.modifiers)
    var contexts = token.contexts
    if token.entries.contains(where: { $0.content.type == nil }) { contexts.add(words.contexts) }
    let reach = reach(of: token, name)
    guard lookup.left > 0 else {
      return diagnostics.error(
        key, "too-many-pointers", "The values of this document point to others more often than is followed.")
    }
    contexts.add(reach ?? [:])
    guard let choices = modifiers.choices(of: contexts) else {
      return modifiers.reportChoices(key, "\(Quoted.name(name)) depends", in: &diagnostics)
    }
    left -= choices.count * (token.count + words.size)
    guard isRoom(key) else { return }
    let first = tokens.count
    let found = choose(name, token, words, choices, isJoined: reach != nil)
    var variants = zip(choices, found).dropFirst().map { choice, token in
      TokenList.Variant(traits: traits(of: choice), token: token)
    }
    variants.sort { $0.traits.count < $1.traits.count }
    var entry = TokenList.Entry(
      name: name, key: found[0].map { tokens[$0].key } ?? key,
      sources: modifiers.modifiers.isEmpty ? ComposedGroup.Definitions() : token, contexts: contexts,
      tokens: first..<tokens.count, base: found[0], variants: variants)
    entry.reduce { $0 }
    variantCount += entry.variants.count
    entries.append(entry)
  }

  /// Returns the contexts of the tokens that a value points into or is computed from; nil if there are none.
  private mutating func reach(of token: ComposedGroup.Definitions, _ name: String) -> [Int: Set<Int>]? {
    guard !modifiers.modifiers.isEmpty else { return nil }
    if let reaches { return reaches[name] }
    return lookup.contexts(pointedToBy: token)
  }

  private mutating func traits(of choice: ContextChoice) -> [String: String] {
    if let known = traits[choice] { return known }
    let found = modifiers.traits(of: choice)
    traits[choice] = found
    return found
  }

  private struct TokenKey: Hashable {
    let source: ObjectIdentifier
    let type: NodeKey?
    let choice: ContextChoice
  }

  /// Lists the tokens of a name. Returns their numbers, by choice; nil for choices without one.
  /// - Parameter isJoined: Indicates whether the value depends on the choice also by the tokens that it points into.
  private mutating func choose(
    _ name: String, _ token: ComposedGroup.Definitions, _ words: GroupWords, _ choices: [ContextChoice],
    isJoined: Bool
  ) -> [Int?] {
    var numbers: [TokenKey: Int] = [:]
    return choices.map { choice -> Int? in
      guard let source = token.content(in: choice) else { return nil }
      let type = words.type.content(in: choice) ?? source.groupType
      let pointing = isJoined ? choice : [:]
      let key = TokenKey(source: ObjectIdentifier(source), type: type.map { NodeKey($0) }, choice: pointing)
      if let known = numbers[key] { return known }
      if !numbers.isEmpty { left -= source.node.end - source.node.index }
      numbers[key] = tokens.count
      tokens.append(
        TokenList.Token(
          name: name, source: source, choice: pointing, groupType: type,
          groupDeprecation: words.deprecated.content(in: choice)))
      return tokens.count - 1
    }
  }

  /// Indicates whether more tokens may be listed; reports it once if not.
  private mutating func isRoom(_ node: JSONNode) -> Bool {
    guard !isFull else { return false }
    if entries.count >= Self.mostTokens || visited > Self.mostVisited {
      diagnostics.error(
        node, "too-many-tokens",
        "A document has at most \(Self.mostTokens) tokens, including inherited ones of groups.")
    } else if variantCount > Self.mostVariants || left < 0 {
      diagnostics.error(
        node, "too-many-variants",
        "The tokens of this document depend on too many contexts: at most \(Self.mostVariants) variants are kept."
      )
    } else {
      return true
    }
    isFull = true
    return false
  }
}

/// Finds the contexts that values with pointers depend on.
struct TokenLookup: Sendable {
  private let root: ComposedGroup
  /// The number of places that may still be visited, so that a document of pointers alone takes no longer than others.
  private(set) var left = 4_000_000

  init(_ root: ComposedGroup) { self.root = root }

  /// Returns the contexts that the targets of a token's pointers depend on; nil if it has no pointers.
  mutating func contexts(pointedToBy token: ComposedGroup.Definitions) -> [Int: Set<Int>]? {
    var waiting: [[String]] = []
    collect(token, withNames: false, into: &waiting)
    guard !waiting.isEmpty else { return nil }
    var contexts: [Int: Set<Int>] = [:]
    var seen: Set<[String]> = []
    // Targets that are farther away are not followed when values are read.
    for _ in 0..<JSONReader.deepest where !waiting.isEmpty {
      var next: [[String]] = []
      for steps in waiting where left > 0 && seen.insert(steps).inserted {
        left -= 1
        guard let target = self.token(at: steps) else { continue }
        contexts.add(target.contexts)
        collect(target, withNames: true, into: &next)
      }
      waiting = next
    }
    return contexts
  }

  /// Returns the token that a pointer leads into.
  private func token(at steps: [String]) -> ComposedGroup.Definitions? {
    var group = root
    for step in steps {
      if step == "$root" { break }
      if let token = group.tokens[step] { return token }
      guard let next = group.groups[step] else { break }
      group = next
    }
    return group.root.isEmpty ? nil : group.root
  }

  private mutating func collect(
    _ token: ComposedGroup.Definitions, withNames: Bool, into found: inout [[String]]
  ) {
    // The same source can count in many contexts.
    var seen: Set<ObjectIdentifier> = []
    for (_, source) in token.entries
    where token.count == 1 || seen.insert(ObjectIdentifier(source)).inserted {
      let value = source.value
      left -= value.end - value.index
      Self.collect(value, withNames: withNames, into: &found)
    }
  }

  /// - Parameter withNames: whether tokens that are named whole count as well.
  private static func collect(_ node: JSONNode, withNames: Bool, into found: inout [[String]]) {
    switch node.kind {
    case .object:
      for member in node.members {
        if member.isNamed("$ref"), let steps = member.value.string.flatMap({ TokenPointer.steps(of: $0) }) {
          found.append(steps)
        } else {
          collect(member.value, withNames: withNames, into: &found)
        }
      }
    case .array: for item in node.items { collect(item, withNames: withNames, into: &found) }
    case .string:
      guard withNames, let name = node.string.flatMap({ TokenNames.name(in: $0) }) else { return }
      found.append(name.split(separator: ".").map(String.init))
    case .number, .bool, .null: break
    }
  }
}
