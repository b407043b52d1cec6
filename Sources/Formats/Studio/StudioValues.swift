internal import Documents
internal import Themes

/// The colors and values of tokens: references where nothing is computed, results otherwise.
extension StudioEvaluation {
  /// Returns the content of a token for a choice of themes; nil if it is refused or not there.
  mutating func content(
    _ token: TokenSource, _ kind: StudioKind, _ choice: ContextChoice
  ) -> TokenContent? {
    switch kind {
    case .color:
      if token.change == nil, let other = reference(token.value, kind, inherited: inheritedColors) {
        return .color(.reference(name: other, opacity: .opaque))
      }
      return color(token, choice).map { .color($0) }
    case .text: return text(token, choice).map { .value(TypedValue($0, type: .any)) }
    case .value, .spacing, .height:
      return value(token.value, kind, choice).map { .value(TypedValue($0, type: Self.type(of: $0, kind))) }
    }
  }

  private static func type(of value: Value, _ kind: StudioKind) -> ValueType {
    switch (kind, value) {
    case (.value(let type), _): type
    case (.spacing, _): .dimension
    // The height of a line is a factor, a length or a word.
    case (_, .number): .number
    case (_, .object): .dimension
    default: .any
    }
  }

  /// Returns the token, or the color or value of an ancestor, that a text refers to, whole.
  func reference(_ node: JSONNode, _ kind: StudioKind, inherited: Set<String>) -> String? {
    if let name = kept(node, kind) { return name }
    let whole = node.string.flatMap { StudioText($0).whole }
    return whole.flatMap { scope.name($0) == nil && inherited.contains($0) ? $0 : nil }
  }

  mutating func value(_ node: JSONNode, _ kind: StudioKind, _ choice: ContextChoice) -> Value? {
    if kind != .height, kind != .color, let other = reference(node, kind, inherited: inheritedValues) {
      return .reference(other, .whole)
    }
    if case .value(let type) = kind, [.shadow, .border, .typography].contains(type), node.kind == .string {
      return refuseReference(node, kind, choice)
    }
    switch kind {
    case .color:
      if let other = reference(node, kind, inherited: inheritedColors) {
        return .color(.reference(name: other, opacity: .opaque))
      }
      return color(node, choice).map { .color($0) }
    case .spacing, .height: return quantity(node, kind, choice)
    case .text: return text(node, choice).map { .string($0) }
    case .value(let type):
      switch type {
      case .dimension, .duration, .number: return quantity(node, kind, choice)
      case .fontFamily: return fontFamily(node, choice)
      case .fontWeight: return fontWeight(node, choice)
      case .shadow: return shadows(node, choice)
      case .border: return border(node, choice)
      case .typography: return typography(node, choice)
      case .cubicBezier, .strokeStyle, .transition, .gradient, .any: return nil
      }
    }
  }

  /// Reports a text in place of a value with parts, which refers to no value of its kind.
  private mutating func refuseReference(
    _ node: JSONNode, _ kind: StudioKind, _ choice: ContextChoice
  ) -> Value? {
    guard let whole = StudioText(node.string ?? "").whole, let name = scope.name(whole) else {
      _ = text(node, choice)
      return nil
    }
    guard !broken.contains(name), let other = kinds[name] else { return nil }
    return report(
      node, "wrong-type",
      "\(Quoted.reference(name)) is \(other.words); \(kind.words) refers to its like, whole.")
  }

  private mutating func text(_ token: TokenSource, _ choice: ContextChoice) -> Value? {
    guard token.studioType?.string?.lowercased() == "boolean",
      let word = text(token.value, choice),
      ["true", "false"].contains(word)
    else { return anything(token.value, choice) }
    return .bool(word == "true")
  }

  /// Returns any JSON, references followed; nil for null. The document's reader has bounded how deep this goes.
  private mutating func anything(_ node: JSONNode, _ choice: ContextChoice) -> Value? {
    switch node.kind {
    case .string:
      if let other = reference(node, .text, inherited: inheritedValues) { return .reference(other, .whole) }
      return text(node, choice).map { .string($0) }
    case .number: return node.number.map { .number($0) }
    case .bool: return .bool(node.bool ?? false)
    case .null: return nil
    case .array: return .list(node.items.compactMap { anything($0, choice) })
    case .object:
      let members = node.members.compactMap { member in
        anything(member.value, choice).map { Value.ValueMember(name: member.name, value: $0) }
      }
      return .object(members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    }
  }
}

extension StudioEvaluation {
  /// Returns one name, or several that are separated by commas.
  mutating func fontFamily(_ node: JSONNode, _ choice: ContextChoice) -> Value? {
    let texts =
      node.kind == .array ? node.items.map { text($0, choice) } : [text(node, choice)]
    let names = texts.compactMap(\.self).flatMap { FontFamilies.names(in: $0) }.filter {
      $0.utf8.count <= 256
    }
    guard !names.isEmpty, names.count <= 64 else { return wrongKind(node, .value(.fontFamily)) }
    return names.count == 1 ? .string(names[0]) : .list(names.map { .string($0) })
  }

  /// The words for weights, longer words before the shorter ones that they contain.
  private static let weights = FontWeight.words.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }

  /// Returns a number, or the word for a weight in a text: `SemiBold Italic`.
  mutating func fontWeight(_ node: JSONNode, _ choice: ContextChoice) -> Value? {
    guard let text = text(node, choice) else { return wrongKind(node, .value(.fontWeight)) }
    if let amount = try? StudioMath.amount(of: text), amount.unit.isEmpty, (1...1000).contains(amount.number)
    {
      return .number(amount.number)
    }
    let plain = ModifierShape.plain(text)
    guard let word = Self.weights.first(where: { plain.contains(ModifierShape.plain($0)) }) else {
      decoder.diagnostics.warning(
        node, "kept-value", "\(Quoted.name(text)) names no weight that is known; 'normal' is taken.")
      return .string("normal")
    }
    return .string(word)
  }

  mutating func typography(_ node: JSONNode, _ choice: ContextChoice) -> Value? {
    let kind = StudioKind.value(.typography)
    var members: [Value.ValueMember] = []
    for name in ["fontFamily", "fontSize", "fontWeight", "letterSpacing", "lineHeight"] {
      guard let part = node[name] else { continue }
      guard let value = value(part, kind.member(name), choice) else { return nil }
      // A height that follows from the font is left out.
      if case (.string, "lineHeight") = (value, name) { continue }
      members.append(Value.ValueMember(name: name, value: value))
    }
    return members.isEmpty ? nil : .object(members)
  }
}

extension StudioEvaluation {
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
    guard let word = text(node, choice) else { return nil }
    if ValueType.strokeStyles.contains(word) { return word }
    return report(
      node, "bad-value",
      "The style of a border can't be \(Quoted.name(word)); it is \(Quoted.choice(ValueType.strokeStyles)).")
  }

  mutating func shadows(_ node: JSONNode, _ choice: ContextChoice) -> Value? {
    guard node.kind == .array else { return shadow(node, choice) }
    let items = Array(node.items)
    guard (1...64).contains(items.count) else {
      return report(node, "bad-value", "A shadow has \(items.count) layers; it takes 1 to 64.")
    }
    let layers = items.map { item in
      reference(item, .value(.shadow), inherited: inheritedValues).map { .reference($0, .whole) }
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
      if name == "color", part == nil { return report(node, "missing-key", "A shadow needs 'color'.") }
      let kind = name == "color" ? StudioKind.color : .value(.dimension)
      guard let value = part.map({ value($0, kind, choice) }) ?? .quantity(0, "px") else { return nil }
      members.append(Value.ValueMember(name: name, value: value))
    }
    let isInside = node["type"]?.string == "innerShadow" || node["inset"]?.bool == true
    if isInside { members.append(Value.ValueMember(name: "inset", value: .bool(true))) }
    return .object(members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }
}

extension StudioEvaluation {
  /// Returns a length, a time or a number, written as a sum or as it is.
  mutating func quantity(_ node: JSONNode, _ kind: StudioKind, _ choice: ContextChoice) -> Value? {
    guard let text = text(node, choice) else { return wrongKind(node, kind) }
    if kind == .height, ["auto", "normal"].contains(text.lowercased()) { return .string(text) }
    do throws(StudioMath.MathFailure) {
      return Self.value(try StudioMath.amount(of: text), kind)
        ?? report(node, "bad-value", "\(Quoted.name(text)) is not \(kind.words).")
    } catch {
      let sentence: Message =
        switch error {
        case .noNumber: " is not \(kind.words); a quantity is a number with its unit, as in '16px'."
        case .units(let one, let other): " can't be computed: it has \(one) and \(other); use one unit."
        case .noResult: " can't be computed: it has no result."
        }
      return report(node, "bad-value", "\(Quoted.name(text))\(sentence)")
    }
  }

  private static func value(_ amount: StudioMath.Amount, _ kind: StudioKind) -> Value? {
    switch (kind, amount.unit) {
    case (.value(.number), ""): .number(amount.number)
    case (.value(.number), "%"), (.height, "%"): .number(amount.number / 100)
    case (.value(.duration), ""): .quantity(amount.number, "ms")
    case (.value(.duration), "ms"), (.value(.duration), "s"): .quantity(amount.number, amount.unit)
    case (.value(.number), _), (.value(.duration), _): nil
    case (.spacing, "%"): .quantity(amount.number / 100, "em")
    // Lines of three pixels do not occur, nor lines four times as high as their letters.
    case (.height, "") where amount.number < 4: .number(amount.number)
    case (_, ""): .quantity(amount.number, "px")
    default: .quantity(amount.number, amount.unit)
    }
  }

  mutating func wrongKind<Content>(_ node: JSONNode, _ kind: StudioKind) -> Content? {
    guard node.kind != .string else { return nil }
    return report(
      node, "wrong-kind", "This should be \(kind.words), not \(ObjectDecoder.kind(node)).")
  }
}
