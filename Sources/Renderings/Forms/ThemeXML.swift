internal import Documents
package import Resolution
package import Themes

/// Writes a resolved theme as Android resources: a file for `res/values`.
package enum ThemeXML {
  package static func render(_ theme: ResolvedTheme, _ kit: KitIndex) -> [UInt8] {
    document(FlatTheme(theme, kit).items.compactMap { element($0) })
  }

  package static func document(_ elements: [String]) -> [UInt8] {
    var bytes = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<resources>\n".utf8)
    for element in elements {
      bytes += "    ".utf8
      bytes += element.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes += "</resources>\n".utf8
    return bytes
  }

  /// Nil for what stands beside it in parts.
  static func element(_ item: FlatTheme.Item) -> String? {
    let name = item.name.snake
    if let dimension = dimension(item) { return "<dimen name=\"\(name)\">\(dimension)</dimen>" }
    switch item.value {
    case .edges, .typed: return nil
    case .quantity(let number, let unit): return quantity(number, unit, name)
    case .families(let names): return string(name, names.first ?? "")
    case .coordinate(let number): return fraction(name, number)
    case .color(let color): return "<color name=\"\(name)\">\(color.androidHex)</color>"
    case .image(let image): return string(name, image.file?.base ?? image.candidates.first ?? image.name)
    case .string(let text): return string(name, text)
    case .bool(let bool): return "<bool name=\"\(name)\">\(bool)</bool>"
    case .number(let number) where number == number.rounded() && abs(number) < 2_147_483_648:
      return "<integer name=\"\(name)\">\(JSONWriter.shortest(number))</integer>"
    case .number(let number): return fraction(name, number)
    case .duration(let seconds): return milliseconds(name, seconds * 1000)
    }
  }

  private static func fraction(_ name: String, _ number: Double) -> String {
    "<item name=\"\(name)\" type=\"dimen\" format=\"float\">\(JSONWriter.shortest(number))</item>"
  }

  private static func milliseconds(_ name: String, _ number: Double) -> String {
    "<integer name=\"\(name)\">\(JSONWriter.shortest(number.rounded()))</integer>"
  }

  /// Nil for a unit that resources have not.
  private static func quantity(_ number: Double, _ unit: String, _ name: String) -> String? {
    switch unit {
    case "px": "<dimen name=\"\(name)\">\(JSONWriter.shortest(number))dp</dimen>"
    case "rem": "<dimen name=\"\(name)\">\(JSONWriter.shortest(number * 16))sp</dimen>"
    case "ms": milliseconds(name, number)
    case "s": milliseconds(name, number * 1000)
    default: nil
    }
  }

  /// A number with a unit that resources have: lengths in `dp`, sizes of text in `sp`.
  private static func dimension(_ item: FlatTheme.Item) -> String? {
    guard case .number(let number) = item.value, let unit = item.notation.unit else { return nil }
    switch unit {
    case .dp, .px, .pt: return JSONWriter.shortest(number) + "dp"
    case .sp: return JSONWriter.shortest(number) + "sp"
    case .rem: return JSONWriter.shortest(number * 16) + "sp"
    case .em, .percent, .s, .ms, .deg: return nil
    }
  }

  private static func string(_ name: String, _ text: String) -> String {
    "<string name=\"\(name)\" translatable=\"false\">\(escaped(text))</string>"
  }

  /// What resources, and XML itself, would read otherwise.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "'", "\"", "\\": escaped += "\\\(scalar)"
      case "@", "?": escaped += index == 0 ? "\\\(scalar)" : String(scalar)
      case "\n": escaped += "\\n"
      case "\t": escaped += "\\t"
      // XML 1.0 has no way to write these.
      case "\u{0}"..."\u{1f}", "\u{fffe}", "\u{ffff}": escaped += "\u{fffd}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension ResolvedColor {
  /// `#AARRGGBB`, alpha always written.
  var androidHex: String {
    var digits: [UInt8] = []
    digits.reserveCapacity("#AARRGGBB".utf8.count)
    digits.append(UInt8(ascii: "#"))
    for channel in [alpha, red, green, blue] { digits.append(hexadecimal: channel, inCapitals: true) }
    return String(decoding: digits, as: UTF8.self)
  }
}

extension UInt8 {
  /// Two digits, in capitals.
  var hexDigits: String {
    var digits: [UInt8] = []
    digits.append(hexadecimal: self, inCapitals: true)
    return String(decoding: digits, as: UTF8.self)
  }
}
