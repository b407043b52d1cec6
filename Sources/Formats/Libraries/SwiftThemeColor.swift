internal import Documents
internal import Themes

/// SwiftTheme's grammar of colors: `#` with 3, 4, 6 or 8 hexadecimal digits, opacity last.
enum SwiftThemeColor {
  static func read(_ text: String) -> Result<Color, ValueRefusal> {
    guard text.utf8.first == UInt8(ascii: "#") else {
      return refuse(
        "\(Quoted.name(text)) is not a color: in SwiftTheme one begins with '#'\(advice(on: text))")
    }
    guard let digits = HexColor.digits(text.utf8.dropFirst()) else {
      return refuse("\(Quoted.name(text)) is not a color: after '#' come hexadecimal digits only.")
    }
    guard let color = HexColor.color(digits) else {
      return refuse(
        "\(Quoted.name(text)) is not a color: after '#' come 3, 4, 6 or 8 digits, not \(digits.count).")
    }
    return .success(color)
  }

  /// Copies of the library with words for colors exist; `UIColor.white` has no spelling here, but it has digits.
  private static func advice(on text: String) -> Message {
    if let hex = hex(ofWord: text) { return "; write '\(hex)'." }
    let digits = HexColor.digits(text.utf8).map(HexColor.channels) ?? []
    return digits.isEmpty ? " and hexadecimal digits." : "; did you mean \(suggesting: "#" + text)?"
  }

  private static func hex(ofWord text: String) -> String? {
    guard let first = text.utf8.first, first.isSmallLetter || first.isCapitalLetter,
      case .success(.literal(let color)) = ColorText.read(text), !text.utf8.contains(UInt8(ascii: "("))
    else { return nil }
    return color.hex
  }

  /// Whether this is a color's name in other places.
  static func isWord(_ text: String) -> Bool { hex(ofWord: text) != nil }

  /// Whether a text without `#` was surely meant as a color: nothing at all, `0x…`, hexadecimal digits with both
  /// letters and decimal ones among them, or as many decimal ones as a color has and a size has not.
  static func looksMeant(_ text: String) -> Bool {
    if text.isEmpty || text.hasPrefix("0x") || text.hasPrefix("0X") { return true }
    guard (2...8).contains(text.utf8.count), let digits = HexColor.digits(text.utf8) else { return false }
    let decimal = digits.count { $0 < 10 }
    return decimal < digits.count ? decimal > 0 : digits.count == 6 || digits.count == 8
  }

  private static func refuse(_ sentence: Message) -> Result<Color, ValueRefusal> {
    .failure(ValueRefusal(code: "bad-color", sentence: sentence))
  }
}
