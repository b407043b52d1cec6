internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// The body of a batch, as far as it can be read without a theme.
struct BatchBody: Sendable {
  private let root: JSONNode
  private let list: JSONNode
  private let isTree: Bool
  let traits: [(name: String, value: String)]

  /// - Parameter others: further members that the body may have.
  init(_ call: Call, besides others: [String] = []) throws(Refusal) {
    let type = call.request.header("Content-Type").flatMap { HeaderList.items($0).first }
    let name = type.map { HeaderList.mediaType($0) }
    guard name == "application/json" else { throw .unsupported(name, expected: "application/json") }
    // A node of a tree is an object in an array: two levels of JSON each.
    let deepest = call.services.limits.depth * 2 + 8
    let file = SourceFile(name: "body", bytes: call.request.body)
    let (root, problems) = JSONReader.read(file, deepest: deepest)
    if problems.contains(where: { $0.code == "too-deep" }) {
      throw Refusal(.tooDeep, "A tree has at most \(call.services.limits.depth) levels.", problems: problems)
    }
    guard let root, problems.isEmpty else {
      throw Refusal(.badBody, "The body is not JSON.", problems: problems)
    }
    try Self.check(root, "The body", allowed: ["traits", "nodes", "tree"] + others)
    switch (root["nodes"], root["tree"]) {
    case (let nodes?, nil): (list, isTree) = (nodes, false)
    case (nil, let tree?): (list, isTree) = (tree, true)
    default: throw Refusal(.badBody, "The body needs 'nodes' or 'tree', and not both.", at: root)
    }
    self.root = root
    traits = try Self.traits(root["traits"])
  }

  /// Returns a further member, which is text.
  func text(_ name: String) throws(Refusal) -> String? {
    guard let node = root[name] else { return nil }
    guard let text = node.string else {
      throw Refusal(.badBody, "'\(name)' should be a string.", at: node)
    }
    return text
  }

  /// Returns the nodes with the names looked up in the theme, or nil if they exceed the budget.
  func nodes(for theme: CompiledTheme, _ budget: BatchBudget) throws(Refusal) -> BatchNodes? {
    var reader = BatchReader(theme, budget)
    if isTree {
      try reader.readTree(list)
    } else {
      guard list.kind == .array else { throw Refusal(.badBody, "'nodes' should be an array.", at: list) }
      try reader.readList(list)
    }
    return try reader.finished()
  }

  static func check(_ node: JSONNode, _ what: String, allowed: [String]) throws(Refusal) {
    guard node.kind == .object else { throw Refusal(.badBody, "\(what) should be an object.", at: node) }
    for member in node.members where !allowed.contains(where: member.isNamed) {
      let isOfQuery = ["theme", "channel"].contains(member.name)
      let hint =
        isOfQuery
        ? "; say it in the query, as '?\(member.name)=NAME'."
        : NearestName.question(member.name, among: allowed)
      throw Refusal(.badBody, "\(what) has no '\(member.name.shown)'\(hint)", at: member.key)
    }
  }

  private static func traits(_ node: JSONNode?) throws(Refusal) -> [(name: String, value: String)] {
    guard let node else { return [] }
    guard node.kind == .object else { throw Refusal(.badBody, "'traits' should be an object.", at: node) }
    var traits: [(name: String, value: String)] = []
    for member in node.members {
      if let text = member.value.string {
        traits.append((member.name, text))
      } else if let number = member.value.number {
        traits.append((member.name, JSONWriter.shortest(number)))
      } else {
        throw Refusal(
          .badBody, "The trait '\(member.name.shown)' should be a string or a number.", at: member.value)
      }
    }
    return traits
  }
}

/// The nodes of a batch, with each distinct target and place once.
struct BatchNodes: Sendable {
  struct Place: Sendable {
    let target: Target
    let path: [Target]
    /// The path as the client wrote it; nil in a tree.
    let pathText: String?
  }

  struct Node: Sendable {
    /// The member `"id":…,` of the response; empty without an id.
    let id: [UInt8]
    /// The index of its place.
    let place: Int
    let overrides: [Override]
  }

  var places: [Place] = []
  var nodes: [Node] = []
}

/// Writes the response to a batch. What several nodes have in common is looked up and written once.
struct BatchAnswer {
  private let selection: ThemeSelection
  private let context: ThemeContext
  private let explaining: ExplanationDetail
  private let budget: BatchBudget

  init(_ selection: ThemeSelection, explaining: ExplanationDetail, _ budget: BatchBudget) {
    (self.selection, self.explaining, self.budget) = (selection, explaining, budget)
    context = selection.context
  }

  /// Returns the whole response, or nil if it is longer than the budget allows.
  func rendered(_ batch: BatchNodes) throws(Refusal) -> [UInt8]? {
    var json = JSONWriter()
    json.object { json in
      json.member("theme", selection.theme.name)
      json.traits(selection.traits, of: selection.theme.kit.definition)
    }
    let start = json.bytes.dropLast() + Array(",\"nodes\":".utf8)
    var bytes = try renderedNodes(batch, after: start)
    bytes?.append(UInt8(ascii: "}"))
    return bytes
  }

  /// Returns the array of nodes after other bytes, or nil if it is longer than the budget allows.
  func renderedNodes(_ batch: BatchNodes, after start: [UInt8] = []) throws(Refusal) -> [UInt8]? {
    var bytes = start + [UInt8(ascii: "[")]
    var known = [[UInt8]?](repeating: nil, count: batch.places.count)
    for (index, node) in batch.nodes.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "{"))
      bytes += node.id
      let isPlain = node.overrides.isEmpty
      let kept = isPlain ? known[node.place] : nil
      let rest = if let kept { kept } else { try members(of: batch.places[node.place], node.overrides) }
      if isPlain, kept == nil { known[node.place] = rest }
      bytes += rest
      guard bytes.count <= budget.answerBytes else { return nil }
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  /// Returns the members of a node after its id, and the brace that ends it.
  private func members(of place: BatchNodes.Place, _ overrides: [Override]) throws(Refusal) -> [UInt8] {
    let (look, explanations) = try Refusal.of { () throws(LookupError) in
      let look = try context.look(of: place.target, in: place.path, overrides: overrides)
      guard explaining != .nothing else { return (look, [Explanation]?.none) }
      let isAll = explaining == .all
      return (look, try context.explain(place.target, in: place.path, overrides: overrides, all: isAll))
    }
    var json = JSONWriter()
    json.object { json in
      json.member("for", place.target.description)
      // The client knows the places of a tree, but an explanation is read without it.
      let pathText = explaining == .nothing ? place.pathText : place.path.text
      if let pathText { json.member("in", pathText) }
      json.set(look.entries)
      guard let explanations else { return }
      json.array("explain") { json in for explanation in explanations { explanation.write(to: &json) } }
    }
    return Array(json.bytes.dropFirst())
  }
}
