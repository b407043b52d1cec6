internal import Documents
package import Resolution
package import Themes

/// Writes a resolved theme as Android resources: a file for `res/values`.
package enum ThemeXML {
  package static func render(_ theme: ResolvedTheme, _ kit: KitIndex) -> [UInt8] {
    document(FlatTheme(theme, kit).items.compactMap { element($0) })
  }

  static func document(_ elements: [String]) -> [UInt8] {
    var bytes = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<resources>\n".utf8)
    for element in elements {
      bytes += "    ".utf8
      bytes += element.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes += "</resources>\n".utf8
    return bytes
  }

  /// Returns the element of an item, or nil for a value whose parts are items too.
  static func element(_ item: FlatTheme.Item) -> String? {
    let name = item.name.snake
    switch item.value {
    case .edges, .typed: return nil
    case .quantity(let number, "px"): return dimension(name, number, item.notation.unit == .sp ? "sp" : "dp")
    case .quantity(let number, "rem"): return dimension(name, number * 16, "sp")
    case .quantity(let number, "ms"): return integer(name, number.rounded())
    case .quantity(let number, "s"): return integer(name, (number * 1000).rounded())
    case .quantity: return nil
    case .families(let names): return string(name, names.first ?? "")
    case .coordinate(let number): return fraction(name, number)
    case .color(let color): return "<color name=\"\(name)\">\(color.androidHex)</color>"
    case .image(let image): return string(name, image.file?.base ?? image.candidates.first ?? image.name)
    case .string(let text): return string(name, text)
    case .bool(let bool): return "<bool name=\"\(name)\">\(bool)</bool>"
    case .number(let number): return self.number(name, number, item.notation.unit)
    case .duration(let seconds): return integer(name, (seconds * 1000).rounded())
    }
  }

  private static func number(_ name: String, _ number: Double, _ unit: NumberUnit?) -> String {
    switch unit {
    case .dp, .px, .pt: dimension(name, number, "dp")
    case .sp: dimension(name, number, "sp")
    case .rem: dimension(name, number * 16, "sp")
    case .em, .percent, .s, .ms, .deg, nil:
      number == number.rounded() && abs(number) < 2_147_483_648
        ? integer(name, number) : fraction(name, number)
    }
  }

  private static func dimension(_ name: String, _ number: Double, _ unit: String) -> String {
    "<dimen name=\"\(name)\">\(JSONWriter.shortest(number))\(unit)</dimen>"
  }

  private static func fraction(_ name: String, _ number: Double) -> String {
    "<item name=\"\(name)\" type=\"dimen\" format=\"float\">\(JSONWriter.shortest(number))</item>"
  }

  private static func integer(_ name: String, _ number: Double) -> String {
    "<integer name=\"\(name)\">\(JSONWriter.shortest(number))</integer>"
  }

  private static func string(_ name: String, _ text: String) -> String {
    "<string name=\"\(name)\" translatable=\"false\">\(escaped(text))</string>"
  }

  /// Escapes the characters that Android resources, or XML itself, would interpret.
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
  /// The color as `#AARRGGBB`, always with alpha.
  fileprivate var androidHex: String {
    var digits: [UInt8] = []
    digits.reserveCapacity("#AARRGGBB".utf8.count)
    digits.append(UInt8(ascii: "#"))
    for channel in [alpha, red, green, blue] { digits.append(hexadecimal: channel, inCapitals: true) }
    return String(decoding: digits, as: UTF8.self)
  }
}
