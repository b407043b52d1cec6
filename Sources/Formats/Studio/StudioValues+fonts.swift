internal import Documents
internal import Themes

/// Families, weights and what is set in them.
extension StudioValues {
  /// One name, or several with commas between them.
  mutating func fontFamily(_ node: JSONNode, _ choice: ContextChoice) -> Value? {
    let texts =
      node.kind == .array ? node.items.map { evaluation.text($0, choice) } : [evaluation.text(node, choice)]
    let names = texts.compactMap(\.self).flatMap { text in
      FontFamilies.names(in: text).filter { $0.utf8.count <= 256 }
    }
    guard !names.isEmpty, names.count <= 64 else {
      wrongKind(node, .value(.fontFamily))
      return nil
    }
    return names.count == 1 ? .string(names[0]) : .list(names.map { .string($0) })
  }

  /// The words for weights, longer ones before those that are in them.
  private static let weights = FontWeight.words.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }

  /// A number, or one of the words that fonts have for it among others: `SemiBold Italic`.
  mutating func fontWeight(_ node: JSONNode, _ choice: ContextChoice) -> Value? {
    guard let text = evaluation.text(node, choice) else {
      wrongKind(node, .value(.fontWeight))
      return nil
    }
    if let amount = try? StudioMath.amount(of: text), amount.unit.isEmpty, (1...1000).contains(amount.number)
    {
      return .number(amount.number)
    }
    let plain = ModifierShape.plain(text)
    guard let word = Self.weights.first(where: { plain.contains(ModifierShape.plain($0)) }) else {
      evaluation.form.findings.warning(
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
      // A height that follows from the font is none.
      if case (.string, "lineHeight") = (value, name) { continue }
      members.append(Value.ValueMember(name: name, value: value))
    }
    return members.isEmpty ? nil : .object(members)
  }
}
