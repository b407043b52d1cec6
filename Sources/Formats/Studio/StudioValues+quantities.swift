internal import Documents
internal import Themes

/// Lengths, times and numbers, as sums or as they stand.
extension StudioValues {
  /// Of the height of a line: so many times the size, a length, or a word.
  static func type(ofHeight value: Value) -> ValueType {
    switch value {
    case .number: .number
    case .object: .dimension
    default: .any
    }
  }

  mutating func quantity(_ node: JSONNode, _ kind: StudioKind, _ choice: ContextChoice) -> Value? {
    guard let text = evaluation.text(node, choice) else {
      wrongKind(node, kind)
      return nil
    }
    if kind == .height, ["auto", "normal"].contains(text.lowercased()) { return .string(text) }
    do throws(StudioMath.MathFailure) {
      let amount = try StudioMath.amount(of: text)
      if let value = Self.value(amount, kind) { return value }
      evaluation.report(node, "bad-value", "\(Quoted.name(text)) is not \(kind.words).")
    } catch {
      report(error, text, node, kind)
    }
    return nil
  }

  private static func value(_ amount: StudioMath.Amount, _ kind: StudioKind) -> Value? {
    switch (kind, amount.unit) {
    case (.value(.number), ""): .number(amount.number)
    case (.value(.number), "%"): .number(amount.number / 100)
    case (.value(.number), _): nil
    case (.value(.duration), ""): .quantity(amount.number, "ms")
    case (.value(.duration), "ms"), (.value(.duration), "s"): .quantity(amount.number, amount.unit)
    case (.value(.duration), _): nil
    case (.spacing, "%"): .quantity(amount.number / 100, "em")
    case (.height, "%"): .number(amount.number / 100)
    // Nobody sets lines of three pixels, nor lines four times as high as their letters.
    case (.height, "") where amount.number < 4: .number(amount.number)
    case (_, ""): .quantity(amount.number, "px")
    default: .quantity(amount.number, amount.unit)
    }
  }

  private mutating func report(
    _ failure: StudioMath.MathFailure, _ text: String, _ node: JSONNode, _ kind: StudioKind
  ) {
    let sentence: Message =
      switch failure {
      case .noNumber:
        "\(Quoted.name(text)) is not \(kind.words); a quantity is a number with its unit, as in '16px'."
      case .units(let one, let other):
        "\(Quoted.name(text)) can't be computed: it has \(one) and \(other); use one unit."
      case .noResult: "\(Quoted.name(text)) can't be computed: it has no result."
      }
    evaluation.report(node, "bad-value", sentence)
  }

  mutating func wrongKind(_ node: JSONNode, _ kind: StudioKind) {
    guard node.kind != .string else { return }
    evaluation.report(
      node, "wrong-kind", "This should be \(kind.words), not \(ObjectDecoder.kind(node)).")
  }
}
