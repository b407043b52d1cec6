internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// Writes the answer to a batch; what is the same for several nodes is looked up and written once.
struct BatchAnswer {
  private let selection: ThemeSelection
  private let context: ThemeContext
  private let explaining: ExplanationDetail
  private let budget: BatchBudget

  init(_ selection: ThemeSelection, explaining: ExplanationDetail, _ budget: BatchBudget) {
    self.selection = selection
    self.budget = budget
    self.explaining = explaining
    context = selection.context
  }

  /// The whole answer; nil for more than the budget allows.
  func rendered(_ batch: BatchNodes) throws(Refusal) -> [UInt8]? {
    var bytes = start
    guard try write(batch, to: &bytes) else { return nil }
    bytes += [UInt8(ascii: "]"), UInt8(ascii: "}")]
    return bytes
  }

  /// The nodes alone, as an array; nil for more than the budget allows.
  func renderedNodes(_ batch: BatchNodes) throws(Refusal) -> [UInt8]? {
    var bytes = [UInt8(ascii: "[")]
    guard try write(batch, to: &bytes) else { return nil }
    return bytes + [UInt8(ascii: "]")]
  }

  /// False where that is more than the budget allows.
  private func write(_ batch: BatchNodes, to bytes: inout [UInt8]) throws(Refusal) -> Bool {
    var known = [[UInt8]?](repeating: nil, count: batch.places.count)
    for (index, node) in batch.nodes.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "{"))
      if let id = node.id { bytes += id.member }
      let isPlain = node.overrides.isEmpty
      let kept = isPlain ? known[node.place] : nil
      let rest = if let kept { kept } else { try members(of: batch.places[node.place], node.overrides) }
      if isPlain, kept == nil { known[node.place] = rest }
      bytes += rest
      guard bytes.count <= budget.answerBytes else { return false }
    }
    return true
  }

  /// The answer up to its nodes.
  private var start: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("theme", selection.theme.name)
      json.traits(selection.traits, of: selection.theme.kit.definition)
    }
    return json.bytes.dropLast() + Array(",\"nodes\":[".utf8)
  }

  /// The members of one node, and the brace that ends it.
  private func members(of place: BatchNodes.BatchPlace, _ overrides: [Override]) throws(Refusal) -> [UInt8] {
    let look = try Refusal.of { () throws(LookupError) in
      try context.look(of: place.target, in: place.path, overrides: overrides)
    }
    let explanations = try explanations(place, overrides)
    var json = JSONWriter()
    json.object { json in
      json.member("for", place.target.description)
      // A tree says where its nodes stand; why they look so is read without it.
      let pathText = explaining == .nothing ? place.pathText : place.path.text
      if let pathText { json.member("in", pathText) }
      json.set(look.entries)
      guard let explanations else { return }
      json.member("explain") { json in
        json.array { json in for explanation in explanations { explanation.write(to: &json) } }
      }
    }
    return Array(json.bytes.dropFirst())
  }

  private func explanations(
    _ place: BatchNodes.BatchPlace, _ overrides: [Override]
  ) throws(Refusal) -> [Explanation]? {
    guard explaining != .nothing else { return nil }
    return try Refusal.of { () throws(LookupError) in
      try context.explain(place.target, in: place.path, overrides: overrides, all: explaining == .all)
    }
  }
}

extension BatchNode.ID {
  /// `"id":…,`
  fileprivate var member: [UInt8] {
    var json = JSONWriter()
    switch self {
    case .text(let text): json.string(text)
    case .number(let number): json.number(number)
    }
    return Array("\"id\":".utf8) + json.bytes + [UInt8(ascii: ",")]
  }
}
