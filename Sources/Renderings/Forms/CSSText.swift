internal import Documents
internal import Themes

/// Text of a theme inside a style sheet, safe whatever it contains. Both are read and written by scalars.
package enum CSSText {
  /// Returns a string. All but plain characters are written as numbers, so that nothing ends it early.
  package static func quoted(_ text: String) -> String {
    guard text.hasByte(where: isEscaped) else { return "\"" + text + "\"" }
    let content = text.written { scalar in
      switch scalar {
      case "\0": "\u{fffd}"
      case "\"", "\\", "<", "\u{1}"..."\u{1f}", "\u{7f}": "\\\(String(scalar.value, radix: 16)) "
      default: nil
      }
    }
    return "\"\(content)\""
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), 0..<0x20, 0x7f: true
    default: false
    }
  }

  /// Returns the text of a comment: no slash follows a star.
  static func comment(_ text: String) -> String {
    guard text.hasByte(where: { $0 == UInt8(ascii: "*") }) else { return text }
    var last: Unicode.Scalar = " "
    return text.written { scalar in
      defer { last = scalar }
      return last == "*" && scalar == "/" ? " /" : nil
    }
  }

  /// Indicates whether a text can be the value of a media feature as it is.
  package static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0.isAlphanumeric || "-._".utf8.contains($0) }
  }

  static func written(_ text: String, as form: TextForm) -> String {
    switch form {
    case .bare: return isBare(text) ? text : quoted(text)
    case .fonts:
      let names = FontFamilies.names(in: text)
      return names.isEmpty ? quoted(text) : fonts(names)
    case .string: return quoted(text)
    }
  }

  /// Returns names of fonts, separated by commas. All but generic families are quoted.
  static func fonts(_ names: [String]) -> String {
    names.map { FontFamilies.generic.contains($0.lowercased()) ? $0 : quoted($0) }.joined(separator: ", ")
  }

  /// Indicates whether a text can be a value as it is: keywords, numbers, and functions that fetch nothing.
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
        // A parenthesis without a name is part of a sum.
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

  private static let functions: Set<String> = [
    "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix", "calc", "min",
    "max", "clamp", "cubic-bezier", "steps", "var", "drop-shadow", "blur",
  ]
}
