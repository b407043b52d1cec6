internal import Documents
internal import Themes

/// The tokens of all sources of a document in one list.
struct TokenComposition {
  let list: TokenList
  let leniencies: Leniencies
  /// The documents of the sources, in descending precedence.
  let documents: [JSONNode]
  let problems: [Problem]

  /// The most groups and tokens of all sources; a source counts again in each context that names it.
  static let mostPlaces = 400_000

  init(_ document: JSONNode) {
    let source = ResolverDocument.ListedSource(conditions: .always, layers: [document])
    self.init(TokenSources([source]), .none, key: document)
  }

  init(
    _ sources: consuming TokenSources, _ modifiers: ModifierTraits, key: JSONNode,
    saying remarks: [String: JSONNode] = [:]
  ) {
    (leniencies, documents) = (sources.leniencies, sources.documents)
    let (read, count) = (sources.problems, sources.count)
    let (base, composed) = Self.composed(sources.read, modifiers, key)
    var root = base
    for (property, node) in remarks { root.set(node, as: property) }
    // The composed tree has all of it: the others need not stay in memory while it is listed.
    sources = TokenSources([])
    let (expanded, found) = TokenExpansion.expand(root, modifiers.modifiers)
    let (list, listed) = TokenLister.list(expanded, modifiers, count: count)
    self.list = list
    problems = read + composed + found + listed
  }

  private static func composed(
    _ sources: [TokenSources.ReadSource], _ modifiers: ModifierTraits, _ key: JSONNode
  ) -> (root: ComposedGroup, problems: [Problem]) {
    var root = ComposedGroup(key: key)
    var (diagnostics, places) = (Diagnostics(), 0)
    for source in sources {
      guard let conditions = modifiers.standing(source.conditions) else { continue }
      places += source.count
      guard places <= mostPlaces else {
        diagnostics.error(
          key, "too-many-tokens",
          "The sources of a document have at most \(mostPlaces) tokens, counted again in each context.")
        break
      }
      root.add(source.tree, when: conditions) { token, group in
        diagnostics.error(token, "token-and-group", mixed(token, "token", group, "group"))
        diagnostics.error(group, "token-and-group", mixed(group, "group", token, "token"))
      }
    }
    return (root, diagnostics.problems)
  }

  private static func mixed(_ node: JSONNode, _ what: String, _ other: JSONNode, _ otherwise: String)
    -> Message
  {
    let place = other.place
    return "\(Quoted.name(node.string ?? "")) is a \(what) here, and a \(otherwise) in \(place.file), line "
      + "\(place.line); rename one."
  }
}

/// The trees of the sources of tokens, the same one where several contexts name the same file.
struct TokenSources: Sendable {
  private(set) var read: [ReadSource] = []
  let leniencies: Leniencies
  let problems: [Problem]
  /// The documents that contain the sources, in descending precedence.
  let documents: [JSONNode]

  struct ReadSource: Sendable {
    let conditions: TokenConditions
    let tree: ComposedGroup
    let count: Int
  }

  var count: Int { read.reduce(0) { $0 + $1.count } }

  init(_ sources: [ResolverDocument.ListedSource]) {
    var (seen, documents): (Set<NodeKey>, [JSONNode]) = ([], [])
    for source in sources.reversed() {
      if let last = source.layers.last, seen.insert(NodeKey(last)).inserted { documents.append(last) }
    }
    var trees = LayeredTrees(reader: TokenTreeReader(among: documents))
    for source in sources {
      guard let tree = trees.tree(of: source.layers) else { continue }
      read.append(ReadSource(conditions: source.conditions, tree: tree.tree, count: tree.count))
    }
    self.documents = documents
    (leniencies, problems) = (trees.reader.leniencies, trees.reader.decoder.diagnostics.problems)
  }
}

/// Reads what sources refer to, each file and each part of one once.
private struct LayeredTrees {
  typealias CountedTree = (tree: ComposedGroup, count: Int)

  var reader: TokenTreeReader
  var known: [NodeKey: CountedTree] = [:]

  /// - Parameter layers: a source, then the objects that it refers to.
  mutating func tree(of layers: [JSONNode]) -> CountedTree? {
    guard let own = layers.first, let last = layers.last else { return nil }
    if let found = known[NodeKey(own)] { return found }
    if known[NodeKey(last)] == nil {
      let tree = reader.read(last)
      known[NodeKey(last)] = (tree, tree.count)
    }
    var found = known[NodeKey(last)]
    for layer in layers.dropLast().reversed() {
      // A reference has mostly no other members beside it.
      guard layer.members.contains(where: { !$0.isNamed("$ref") }), var tree = found?.tree else { continue }
      var over = reader.read(layer)
      over.remove("$ref")
      tree.override(with: over)
      found = (tree, tree.count)
    }
    known[NodeKey(own)] = found
    return found
  }
}

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
      return decoder.refuse(
        node, "group-cycle", "A group can't extend itself, or one that it is a part of: \(shown).")
    }
    guard let group = root.group(at: target) else {
      return decoder.refuse(node, "unknown-group", "There is no group \(shown) to extend.")
    }
    return expanded(group, at: target)
  }

  static func path(in text: String) -> [String]? {
    if text.hasPrefix("{"), text.hasSuffix("}") {
      return text.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false).map {
        String($0)
      }
    }
    return TokenPointer.steps(of: text)
  }
}
