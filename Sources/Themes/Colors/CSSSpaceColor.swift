internal import Documents

/// Colors of CSS Color 4 by functions that Livery's own form has not: `hwb()`, `lab()`, `lch()`, `oklab()`, `oklch()`,
/// `color()`.
package enum CSSSpaceColor {
  /// Returns the color; nil if the text is none, or a component is out of its range.
  package static func read(_ text: String) -> ExactColor? {
    guard text.utf8.last == UInt8(ascii: ")"), let opening = text.firstIndex(of: "(") else { return nil }
    let halves = text[text.index(after: opening)...].dropLast().split(
      separator: "/", omittingEmptySubsequences: false)
    var words = (halves.first ?? "").split(separator: " ").map(String.init)
    var name = text[..<opening].lowercased()
    if name == "color", !words.isEmpty { name = words.removeFirst().lowercased() }
    guard let space = ColorSpace(rawValue: name == "xyz" ? "xyz-d65" : name), words.count == 3,
      halves.count <= 2
    else { return nil }
    var components: [Double?] = []
    for (index, word) in words.enumerated() {
      if word.lowercased() == "none" {
        components.append(nil)
        continue
      }
      guard let number = number(word, space, index), space.components[index].range.contains(number) else {
        return nil
      }
      components.append(number)
    }
    guard halves.count == 2 else { return ExactColor(space, components) }
    let alpha = halves[1].filter { $0 != " " }
    let isPercent = alpha.utf8.last == UInt8(ascii: "%")
    guard
      let opacity = Decimal((isPercent ? alpha.dropLast() : alpha[...]).utf8)?.opacity(isPercent: isPercent)
    else {
      return nil
    }
    return ExactColor(space, components, opacity: opacity)
  }

  /// A number as it is written; per cent of what a component can be.
  private static func number(_ word: String, _ space: ColorSpace, _ index: Int) -> Double? {
    let digits = word.hasSuffix("deg") ? word.dropLast(3) : word.hasSuffix("%") ? word.dropLast() : word[...]
    guard digits.utf8.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }), let number = Double(digits)
    else {
      return nil
    }
    return word.hasSuffix("%") ? number / 100 * whole(space, index) : number
  }

  /// Returns the number that 100 % of a component is.
  private static func whole(_ space: ColorSpace, _ index: Int) -> Double {
    switch (space, index) {
    case (.lab, 1), (.lab, 2): 125
    case (.lch, 1): 150
    case (.oklab, 1), (.oklab, 2), (.oklch, 1): 0.4
    case (.hsl, 1), (.hsl, 2), (.hwb, 1), (.hwb, 2), (.lab, 0), (.lch, 0): 100
    default: 1
    }
  }
}
