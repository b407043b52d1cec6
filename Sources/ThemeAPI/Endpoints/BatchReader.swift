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

/// Reads the nodes of a batch. Equal texts are parsed once.
struct BatchReader {
  private let theme: CompiledTheme
  private let budget: BatchBudget
  private lazy var colors = Set(theme.colorNames)
  private var batch = BatchNodes()
  private var problems: [Problem] = []
  private var nodeCount = 0
  /// The number of nodes with overrides, which have a look of their own.
  private var overridingCount = 0
  private var targets: [String: Target] = [:]
  private var paths: [String: [Target]] = [:]
  private var places: [PlaceKey: Int] = [:]

  private struct PlaceKey: Hashable {
    let target: String
    /// The path as text; nil in a tree.
    var path: String?
    /// The place around it in a tree.
    var outer: Int?
  }

  init(_ theme: CompiledTheme, _ budget: BatchBudget) { (self.theme, self.budget) = (theme, budget) }

  /// Indicates whether there are so many problems that reading ends.
  private var isHopeless: Bool { problems.count >= budget.problems }

  private var isWithinBudget: Bool {
    nodeCount <= budget.nodes && batch.places.count + overridingCount <= budget.looks
  }

  /// Returns nil if the nodes exceed the budget.
  func finished() throws(Refusal) -> BatchNodes? {
    guard isWithinBudget, budget.isLast || !isHopeless else { return nil }
    guard let first = problems.first else { return batch }
    let more =
      switch problems.count {
      case 1: ""
      case budget.problems...: " There are \(problems.count) problems, and perhaps others."
      case let count: " There are \(count) problems in all."
      }
    throw Refusal(.badBody, first.message + more, problems: problems)
  }

  /// Counts a node. Returns false if reading ends.
  private mutating func count() -> Bool {
    nodeCount += 1
    return isWithinBudget && !isHopeless
  }

  mutating func readList(_ list: JSONNode) throws(Refusal) {
    for node in list.items {
      guard count() else { return }
      try BatchBody.check(node, "A node", allowed: ["id", "for", "in", "override"])
      let target = try text(node["for"], "for", of: node)
      let path = node["in"] == nil ? "" : try text(node["in"], "in", of: node)
      if let place = place(PlaceKey(target: target, path: path), at: node) { try add(node, at: place) }
    }
  }

  /// Reads depth first, without recursion, so that the stack does not limit the depth.
  mutating func readTree(_ root: JSONNode) throws(Refusal) {
    var waiting: [(node: JSONNode, outer: Int?, depth: Int)] = [(root, nil, 1)]
    while let (node, outer, depth) = waiting.popLast(), count() {
      try BatchBody.check(node, "A node", allowed: ["id", "for", "override", "children"])
      guard depth <= budget.depth else {
        throw Refusal(.tooDeep, "A tree has at most \(budget.depth) levels.", at: node)
      }
      let target = try text(node["for"], "for", of: node)
      guard let place = place(PlaceKey(target: target, outer: outer), at: node) else { continue }
      try add(node, at: place)
      guard let children = node["children"] else { continue }
      guard children.kind == .array else {
        throw Refusal(.badBody, "'children' should be an array.", at: children)
      }
      for child in Array(children.items).reversed() { waiting.append((child, place, depth + 1)) }
    }
  }

  private mutating func place(_ key: PlaceKey, at node: JSONNode) -> Int? {
    if let known = places[key] { return known }
    guard let target = target(key.target, at: node) else { return nil }
    var path: [Target] = []
    if let text = key.path {
      guard let read = self.path(text, at: node) else { return nil }
      path = read
    } else if let outer = key.outer {
      path = batch.places[outer].path + [batch.places[outer].target]
    }
    places[key] = batch.places.count
    batch.places.append(.init(target: target, path: path, pathText: key.path))
    return batch.places.count - 1
  }

  private mutating func add(_ node: JSONNode, at place: Int) throws(Refusal) {
    var overrides: [Override] = []
    if let node = node["override"] {
      overrides = try self.overrides(node, of: batch.places[place].target.className)
      overridingCount += 1
    }
    batch.nodes.append(.init(id: try id(node["id"]), place: place, overrides: overrides))
  }

  private func id(_ node: JSONNode?) throws(Refusal) -> [UInt8] {
    guard let node else { return [] }
    var json = JSONWriter()
    if let text = node.string {
      json.string(text)
    } else if let number = node.number {
      json.number(number)
    } else {
      throw Refusal(.badBody, "An 'id' should be a string or a number.", at: node)
    }
    return Array("\"id\":".utf8) + json.bytes + [UInt8(ascii: ",")]
  }

  private func text(_ node: JSONNode?, _ name: String, of parent: JSONNode) throws(Refusal) -> String {
    guard let node else { throw Refusal(.badBody, "A node needs '\(name)'.", at: parent) }
    guard let text = node.string else { throw Refusal(.badBody, "'\(name)' should be a string.", at: node) }
    return text
  }

  private mutating func target(_ text: String, at node: JSONNode) -> Target? {
    if let known = targets[text] { return known }
    do throws(LookupError) {
      let target = try Target(parsing: text)
      _ = try theme.lookup(target)
      targets[text] = target
      return target
    } catch {
      note(error, at: node["for"] ?? node)
      return nil
    }
  }

  private mutating func path(_ text: String, at node: JSONNode) -> [Target]? {
    if let known = paths[text] { return known }
    do throws(LookupError) {
      let path = try Target.path(parsing: text)
      guard path.count <= budget.depth else {
        throw LookupError(.malformedTarget, "A container path has at most \(budget.depth) steps.")
      }
      if let target = path.first { _ = try theme.lookup(target, in: path) }
      paths[text] = path
      return path
    } catch {
      note(error, at: node["in"] ?? node)
      return nil
    }
  }

  private mutating func note(_ error: LookupError, at node: JSONNode) {
    problems.append(node.problem(code: error.code.rawValue, error.message))
  }

  private mutating func overrides(_ node: JSONNode, of className: String) throws(Refusal) -> [Override] {
    guard node.kind == .object else { throw Refusal(.badBody, "'override' should be an object.", at: node) }
    var overrides: [Override] = []
    for member in node.members {
      if isHopeless { break }
      do throws(LookupError) {
        let key = try theme.kit.key(parsing: member.name, ofClass: className)
        let kind = theme.kit.names.property(key.name, axisCount: key.axisValues.count, of: className)?.kind
        let (value, found) = Value.read(member.value, as: kind, named: key.description, colors: colors)
        problems += found.prefix(budget.problems - problems.count)
        if let value { overrides.append(Override(key: key, value: value)) }
      } catch { note(error, at: member.key) }
    }
    return overrides
  }
}

/// The limits for a batch. Reading ends when one of them is reached.
struct BatchBudget: Sendable {
  /// The number of nodes, good or bad.
  let nodes: Int
  /// The number of different looks. Equal nodes in equal places share one, at nearly no cost.
  let looks: Int
  /// The number of levels of a tree, and of steps of a container path.
  let depth: Int
  /// The number of problems. For each the nearest of all known names is searched.
  let problems: Int
  let answerBytes: Int
  /// Indicates whether a batch that exceeds it is refused; otherwise it goes to another lane.
  let isLast: Bool

  /// Returns the limits for a worker, which serves other requests too.
  static func small(_ whole: BatchBudget, explaining: Bool) -> BatchBudget {
    let looks = explaining ? 10 : 250
    return BatchBudget(
      nodes: explaining ? looks : 8 * looks, looks: looks, depth: whole.depth, problems: 10,
      answerBytes: 4 << 20, isLast: false)
  }

  static func whole(_ limits: Services.LookUpLimits, explaining: Bool) -> BatchBudget {
    // Explanations are a hundred times as large as values.
    let nodes = explaining ? min(limits.nodes, limits.nodes / 100 + 1) : limits.nodes
    return BatchBudget(
      nodes: nodes, looks: .max, depth: limits.depth, problems: 100, answerBytes: 64 << 20, isLast: true)
  }

  var refusal: Refusal { Refusal(.tooManyNodes, "A batch of this kind has at most \(nodes) nodes.") }

  var refusalOfAnswer: Refusal {
    Refusal(.tooManyNodes, "The response would take more than \(answerBytes >> 20) MiB; request it in parts.")
  }
}
