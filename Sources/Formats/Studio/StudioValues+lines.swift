internal import Documents
internal import Themes

/// Borders and shadows.
extension StudioValues {
  mutating func border(_ node: JSONNode, _ choice: ContextChoice) -> Value? {
    guard let color = node["color"].flatMap({ value($0, .color, choice) }) else { return nil }
    let width = node["width"].map { value($0, .value(.dimension), choice) } ?? .quantity(1, "px")
    guard let width, let style = style(node["style"], choice) else { return nil }
    return .object([
      Value.ValueMember(name: "color", value: color), Value.ValueMember(name: "style", value: .string(style)),
      Value.ValueMember(name: "width", value: width),
    ])
  }

  private mutating func style(_ node: JSONNode?, _ choice: ContextChoice) -> String? {
    guard let node else { return "solid" }
    guard let word = evaluation.text(node, choice) else { return nil }
    if ValueType.strokeStyles.contains(word) { return word }
    evaluation.report(
      node, "bad-value",
      "The style of a border can't be \(Quoted.name(word)); it is \(Quoted.choice(ValueType.strokeStyles)).")
    return nil
  }

  mutating func shadows(_ node: JSONNode, _ choice: ContextChoice) -> Value? {
    guard node.kind == .array else { return shadow(node, choice) }
    let items = Array(node.items)
    guard (1...64).contains(items.count) else {
      evaluation.report(node, "bad-value", "A shadow has \(items.count) layers; it takes 1 to 64.")
      return nil
    }
    let layers = items.map { item in
      reference(item, .value(.shadow), inherited: values).map { .reference($0, .whole) }
        ?? shadow(item, choice)
    }
    let whole = layers.compactMap(\.self)
    return whole.count == layers.count ? .list(whole) : nil
  }

  private static let shadowParts = [
    ("blur", ["blur"]), ("color", ["color"]), ("offsetX", ["x", "offsetX"]), ("offsetY", ["y", "offsetY"]),
    ("spread", ["spread"]),
  ]

  private mutating func shadow(_ node: JSONNode, _ choice: ContextChoice) -> Value? {
    var members: [Value.ValueMember] = []
    for (name, spellings) in Self.shadowParts {
      let part = spellings.lazy.compactMap { node[$0] }.first
      if name == "color", part == nil {
        evaluation.report(node, "missing-key", "A shadow needs 'color'.")
        return nil
      }
      let kind = name == "color" ? StudioKind.color : .value(.dimension)
      guard let value = part.map({ value($0, kind, choice) }) ?? .quantity(0, "px") else { return nil }
      members.append(Value.ValueMember(name: name, value: value))
    }
    let isInside = node["type"]?.string == "innerShadow" || node["inset"]?.bool == true
    if isInside { members.append(Value.ValueMember(name: "inset", value: .bool(true))) }
    return .object(members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }
}
