internal import Documents
internal import Themes

/// Colors as Tokens Studio writes them: those of CSS, and others at an opacity of their own, `rgba(#f85825, 0.5)`.
enum StudioColorText {
  /// Nil for what is none.
  static func read(_ text: String) -> ColorExpression? {
    let text = text.withoutOuterSpaces
    if case .success(let color) = ColorText.read(text), color.referenced == nil { return color }
    if let color = CSSSpaceColor.read(text) { return .exact(color) }
    guard let opening = text.firstIndex(of: "("), let comma = text[opening...].firstIndex(of: ","),
      opensFunction(String(text[...opening])),
      let base = read(String(text[text.index(after: opening)..<comma]))
    else { return nil }
    return faded(base, String(text[comma...]))
  }

  static func opensFunction(_ words: String) -> Bool {
    ["rgb(", "rgba(", "hsl(", "hsla("].contains(words.withoutOuterSpaces.lowercased())
  }

  /// A color with the opacity that the rest of a function says: `, 0.5)`.
  static func faded(_ color: ColorExpression, _ rest: String) -> ColorExpression? {
    let rest = rest.withoutOuterSpaces
    guard rest.utf8.first == UInt8(ascii: ","), rest.utf8.last == UInt8(ascii: ")"),
      let amount = try? StudioMath.amount(of: String(rest.dropFirst().dropLast()))
    else { return nil }
    let part = amount.unit == "%" ? amount.number / 100 : amount.number
    guard amount.unit.isEmpty || amount.unit == "%", (0...1).contains(part) else { return nil }
    return color.with(Opacity(nearest: part))
  }
}
