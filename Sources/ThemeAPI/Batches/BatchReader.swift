internal import Documents
internal import Resolution
internal import Themes

/// Reads the nodes of a batch. Equal texts are understood once.
struct BatchReader {
  private let theme: CompiledTheme
  private let kit: Kit
  private let budget: BatchBudget
  private lazy var colors = Set(theme.colorNames)
  private var batch = BatchNodes()
  private var problems: [Problem] = []
  private var nodeCount = 0
  /// Nodes that have a look of their own: what they override is theirs alone.
  private var overridingCount = 0
  private var targets: [String: Target] = [:]
  private var paths: [String: [Target]] = [:]
  /// Places by the texts of target and path.
  private var flatPlaces: [[String]: Int] = [:]
  /// Places of a tree by the place around them, -1 for none, and their target.
  private var treePlaces: [TreeKey: Int] = [:]

  private struct TreeKey: Hashable {
    let outer: Int
    let target: String
  }

  init(_ theme: CompiledTheme, _ budget: BatchBudget) {
    self.theme = theme
    self.budget = budget
    kit = theme.kit.definition
  }

  /// Whether so much is wrong that the rest is not looked at.
  private var isHopeless: Bool { problems.count >= budget.problems }

  private var isWithinBudget: Bool {
    nodeCount <= budget.nodes && batch.places.count + overridingCount <= budget.looks
  }

  /// Nil for more than the budget allows.
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

  /// Counts a node, good or bad; false where no more is read.
  private mutating func count() -> Bool {
    nodeCount += 1
    return isWithinBudget && !isHopeless
  }

  mutating func readList(_ list: JSONNode) throws(Refusal) {
    for node in list.items {
      guard count() else { return }
      try readNode(node)
    }
  }

  private mutating func readNode(_ node: JSONNode) throws(Refusal) {
    try BatchBody.check(node, "A node", allowed: ["id", "for", "in", "override"])
    let text = try text(node["for"], "for", of: node)
    let pathText = node["in"] == nil ? "" : try self.text(node["in"], "in", of: node)
    let key = [text, pathText]
    let place: Int
    if let known = flatPlaces[key] {
      place = known
    } else {
      guard let target = target(text, at: node), let path = path(pathText, at: node) else { return }
      place = batch.places.count
      flatPlaces[key] = place
      batch.places.append(.init(target: target, path: path, pathText: pathText))
    }
    try add(node, at: place)
  }

  /// Depth first, without recursion: how deep a tree is does not depend on how much stack there is.
  mutating func readTree(_ root: JSONNode) throws(Refusal) {
    var waiting: [(node: JSONNode, outer: Int, depth: Int)] = [(root, -1, 1)]
    while let (node, outer, depth) = waiting.popLast(), count() {
      try BatchBody.check(node, "A node", allowed: ["id", "for", "override", "children"])
      guard depth <= budget.depth else {
        throw Refusal(.tooDeep, "A tree has at most \(budget.depth) levels.", at: node)
      }
      let text = try text(node["for"], "for", of: node)
      guard let place = treePlace(text, outer: outer, at: node) else { continue }
      try add(node, at: place)
      guard let children = node["children"] else { continue }
      guard children.kind == .array else {
        throw Refusal(.badBody, "'children' should be an array.", at: children)
      }
      for child in Array(children.items).reversed() { waiting.append((child, place, depth + 1)) }
    }
  }

  private mutating func treePlace(_ text: String, outer: Int, at node: JSONNode) -> Int? {
    let key = TreeKey(outer: outer, target: text)
    if let known = treePlaces[key] { return known }
    guard let target = target(text, at: node) else { return nil }
    let path = outer < 0 ? [] : batch.places[outer].path + [batch.places[outer].target]
    treePlaces[key] = batch.places.count
    batch.places.append(.init(target: target, path: path, pathText: nil))
    return batch.places.count - 1
  }

  private mutating func add(_ node: JSONNode, at place: Int) throws(Refusal) {
    var overrides: [Override] = []
    if let node = node["override"] {
      overrides = try self.overrides(node, of: batch.places[place].target.className)
      overridingCount += 1
    }
    batch.nodes.append(BatchNode(id: try id(node["id"]), place: place, overrides: overrides))
  }

  private func id(_ node: JSONNode?) throws(Refusal) -> BatchNode.ID? {
    guard let node else { return nil }
    if let text = node.string { return .text(text) }
    if let number = node.number { return .number(number) }
    throw Refusal(.badBody, "An 'id' should be a string or a number.", at: node)
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
        let kind = theme.kit.names.property(
          key.name, axisCount: key.axisValues.count, of: className)?.kind
        let (value, found) = Value.read(member.value, as: kind, named: key.description, colors: colors)
        problems += found.prefix(budget.problems - problems.count)
        if let value { overrides.append(Override(key: key, value: value)) }
      } catch { note(error, at: member.key) }
    }
    return overrides
  }
}

/// What may be spent on a batch: where one of these is used up, reading ends.
struct BatchBudget: Sendable {
  /// How many nodes are read, good or bad.
  let nodes: Int
  /// How many different looks are asked for: nodes alike in places alike share one, and cost next to nothing more.
  let looks: Int
  /// Levels of a tree, and steps of a container path.
  let depth: Int
  /// How many problems are looked into: for each the nearest of all right names is sought.
  let problems: Int
  /// How many bytes are answered.
  let answerBytes: Int
  /// Whether a batch that costs more is refused; else it is left to somebody with more time.
  let isLast: Bool

  /// What a worker may spend between other requests.
  static func small(_ whole: BatchBudget, explaining: Bool) -> BatchBudget {
    let looks = explaining ? 10 : 250
    return BatchBudget(
      nodes: explaining ? looks : 8 * looks, looks: looks, depth: whole.depth, problems: 10,
      answerBytes: 4 << 20, isLast: false)
  }

  static func whole(_ limits: Services.LookUpLimits, explaining: Bool) -> BatchBudget {
    // Reasons take a hundred times the room of values; of problems nobody reads more.
    let nodes = explaining ? min(limits.nodes, limits.nodes / 100 + 1) : limits.nodes
    return BatchBudget(
      nodes: nodes, looks: .max, depth: limits.depth, problems: 100, answerBytes: 64 << 20, isLast: true)
  }

  /// What a batch of more nodes is told.
  var refusal: Refusal { Refusal(.tooManyNodes, "A batch of this kind has at most \(nodes) nodes.") }

  /// What a batch is told whose answer would be longer.
  var refusalOfAnswer: Refusal {
    Refusal(.tooManyNodes, "The answer would take more than \(answerBytes >> 20) MiB; ask in parts.")
  }
}
