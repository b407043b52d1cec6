internal import Documents

/// The pairs of text and background whose contrast a kit wants judged.
extension KitReader {
  mutating func readContrasts(_ node: JSONNode, _ index: KitIndex) -> [Kit.ContrastPair] {
    guard let items = form.items(node, "'contrasts'") else { return [] }
    return items.compactMap { readContrast($0, index) }
  }

  private mutating func readContrast(_ node: JSONNode, _ index: KitIndex) -> Kit.ContrastPair? {
    let allowed = ["class", "text", "background"]
    guard let members = form.members(of: node, "a contrast pair", allowed: allowed) else { return nil }
    for name in allowed where members[name] == nil {
      form.findings.error(node, "missing-key", "A contrast pair needs '\(name)'.")
      return nil
    }
    guard let classNode = members["class"], let className = form.string(classNode, "'class'") else {
      return nil
    }
    guard index.definition.classes[className] != nil else {
      form.findings.error(classNode, "unknown-class", index.noClass(className))
      return nil
    }
    guard let text = members["text"].flatMap({ readColorKey($0, "'text'", className, index) }),
      let background = members["background"].flatMap({ readColorKey($0, "'background'", className, index) })
    else { return nil }
    return Kit.ContrastPair(
      className: className, text: text.key, background: background.key, textPart: text.part,
      backgroundPart: background.part)
  }

  /// A key, or after slashes what is inside its value: `titleTextAttributes/color`.
  private mutating func readColorKey(
    _ node: JSONNode, _ what: String, _ className: String, _ index: KitIndex
  ) -> (key: PropertyKey, part: [String])? {
    guard let text = form.string(node, what) else { return nil }
    let steps = text.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    switch index.key(steps[0], of: className) {
    case .failure(let refusal): form.findings.error(node, refusal.code, refusal.sentence)
    case .success(let (key, property)):
      let part = Array(steps.dropFirst())
      let schema = ValueSchema.of(property.kind).part(part)
      if case .color = schema { return (key, part) }
      let example = schema?.part(["color"]) == nil ? "" : "; a color in it is '\(text)/color'"
      form.findings.error(
        node, "wrong-kind",
        "\(what) should name a color; \(property.name) of \(className) is of kind \(property.kind.rawValue)\(example)."
      )
    }
    return nil
  }
}
