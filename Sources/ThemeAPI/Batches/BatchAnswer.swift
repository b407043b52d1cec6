internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

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
