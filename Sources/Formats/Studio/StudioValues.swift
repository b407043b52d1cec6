internal import Documents
internal import Themes

/// Builds the colors and values that tokens are: references where nothing is computed, results otherwise.
struct StudioValues {
  var evaluation: StudioEvaluation
  private let colors: Set<String>
  let values: Set<String>

  init(_ evaluation: StudioEvaluation, _ surroundings: ThemeSurroundings) {
    self.evaluation = evaluation
    (colors, values) = (surroundings.colors, surroundings.values)
  }

  /// What a token is for a choice of themes; nil for what is wrong or not there.
  mutating func content(_ token: TokenSource, _ kind: StudioKind, _ choice: ContextChoice)
    -> TokenContent?
  {
    switch kind {
    case .color:
      if token.change == nil, let other = reference(token.value, kind, inherited: colors) {
        return .color(.reference(name: other, opacity: .opaque))
      }
      return evaluation.color(token, choice).map { .color($0) }
    case .value(let type):
      return value(token.value, kind, choice).map { .value(TypedValue($0, type: type)) }
    case .spacing: return value(token.value, kind, choice).map { .value(TypedValue($0, type: .dimension)) }
    case .height:
      return value(token.value, kind, choice).map { .value(TypedValue($0, type: Self.type(ofHeight: $0))) }
    case .text: return text(token, choice).map { .value(TypedValue($0, type: .any)) }
    }
  }

  /// The token, or the ancestors' color or value, that a text refers to, whole.
  func reference(_ node: JSONNode, _ kind: StudioKind, inherited: Set<String>) -> String? {
    if let name = evaluation.kept(node, kind) { return name }
    guard let whole = node.string.flatMap({ StudioText($0).whole }), evaluation.scope.name(whole) == nil,
      inherited.contains(whole)
    else { return nil }
    return whole
  }

  // MARK: Values with a type

  mutating func value(_ node: JSONNode, _ kind: StudioKind, _ choice: ContextChoice) -> Value? {
    if kind != .height, kind != .color, let other = reference(node, kind, inherited: values) {
      return .reference(other, .whole)
    }
    switch kind {
    case .color:
      if let other = reference(node, kind, inherited: colors) {
        return .color(.reference(name: other, opacity: .opaque))
      }
      return evaluation.color(node, choice).map { .color($0) }
    case .spacing, .height: return quantity(node, kind, choice)
    case .text: return evaluation.text(node, choice).map { .string($0) }
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

  // MARK: Values without a type

  private mutating func text(_ token: TokenSource, _ choice: ContextChoice) -> Value? {
    guard token.studioType?.string?.lowercased() == "boolean",
      let word = evaluation.text(token.value, choice),
      ["true", "false"].contains(word)
    else { return anything(token.value, choice) }
    return .bool(word == "true")
  }

  /// Any JSON, references followed; nil for null. Whoever read the document has bounded how deep this goes.
  private mutating func anything(_ node: JSONNode, _ choice: ContextChoice) -> Value? {
    switch node.kind {
    case .string:
      if let other = reference(node, .text, inherited: values) { return .reference(other, .whole) }
      return evaluation.text(node, choice).map { .string($0) }
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
