internal import Documents
package import Themes

/// Text of a theme as values of a style sheet, safe whatever it says.
extension CSSText {
  package static func written(_ text: String, as form: TextForm) -> String {
    switch form {
    case .bare: isBare(text) ? text : quoted(text)
    case .fonts: fonts(text)
    case .string: quoted(text)
    }
  }

  private static func fonts(_ text: String) -> String {
    let names = FontFamilies.names(in: text)
    return names.isEmpty ? quoted(text) : fonts(names)
  }

  /// Names of fonts with commas between them: generic families are keywords, all others stand in quotes.
  package static func fonts(_ names: [String]) -> String {
    names.map { genericFamilies.contains($0.lowercased()) ? $0 : quoted($0) }.joined(separator: ", ")
  }

  /// Whether a text can stand as it is: keywords, numbers, and functions that fetch nothing.
  package static func isBare(_ text: String) -> Bool {
    guard !text.isEmpty else { return false }
    var word: [UInt8] = []
    var depth = 0
    var last = UInt8(ascii: " ")
    for byte in text.utf8 {
      defer { last = byte }
      if byte.isWordByte {
        word.append(byte)
        continue
      }
      switch byte {
      case UInt8(ascii: "("):
        // A bracket without a name is part of a sum.
        guard word.isEmpty || functions.contains(String(decoding: word, as: UTF8.self).lowercased()) else {
          return false
        }
        depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth < 0 { return false }
      // A comment.
      case UInt8(ascii: "*") where last == UInt8(ascii: "/"),
        UInt8(ascii: "/") where last == UInt8(ascii: "*"):
        return false
      default: guard " ,/+*%#.".utf8.contains(byte) else { return false }
      }
      word = []
    }
    return depth == 0
  }

  private static let genericFamilies: Set<String> = [
    "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif", "ui-sans-serif",
    "ui-monospace", "ui-rounded", "math", "emoji", "fangsong", "-apple-system", "blinkmacsystemfont",
  ]

  private static let functions: Set<String> = [
    "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix", "calc", "min",
    "max", "clamp", "cubic-bezier", "steps", "var", "drop-shadow", "blur",
  ]
}
