package import Documents

/// Livery's own grammar of colors: CSS, and references to named colors.
package enum ColorText {
  /// Reads `#RGB`, `#RGBA`, `#RRGGBB`, `#RRGGBBAA`, a function of CSS such as `rgb()` or `oklch()`, a CSS
  /// name, `transparent`, `{name}` or `{name/30%}`, in any case.
  package static func read(_ text: String) -> Result<ColorExpression, ValueRefusal> {
    guard let first = text.utf8.first else { return refuse("An empty string is not a color.") }
    if first == UInt8(ascii: "{") { return reference(text) }
    let bytes = text.utf8.map(\.asciiLowercased)
    if first == UInt8(ascii: "#") { return hex(text, bytes) }
    if bytes.last == UInt8(ascii: ")") { return CSSColorFunction.read(text, bytes) }
    return named(text, bytes)
  }

  package static func refuse(_ sentence: Message) -> Result<ColorExpression, ValueRefusal> {
    .failure(ValueRefusal(code: "bad-color", sentence: sentence))
  }

  private static func hex(_ text: String, _ bytes: [UInt8]) -> Result<ColorExpression, ValueRefusal> {
    guard let digits = HexColor.digits(bytes.dropFirst()) else {
      return refuse("\(Quoted.name(text)) is not a color: after '#' come hexadecimal digits only.")
    }
    guard let color = HexColor.color(digits) else {
      return refuse(
        "\(Quoted.name(text)) is not a color: after '#' come 3, 4, 6 or 8 digits, not \(digits.count).")
    }
    return .success(.literal(color))
  }

  private static func named(_ text: String, _ bytes: [UInt8]) -> Result<ColorExpression, ValueRefusal> {
    let name = String(decoding: bytes, as: UTF8.self)
    if name == "transparent" {
      return .success(.literal(Color(red: 0, green: 0, blue: 0, opacity: .clear)))
    }
    if let value = CSSColorNames.values[name] {
      let color = Color(red: UInt8(value >> 16), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
      return .success(.literal(color))
    }
    if let digits = HexColor.digits(bytes), !HexColor.channels(digits).isEmpty {
      return refuse("\(Quoted.name(text)) is not a color; did you mean \(suggesting: "#" + text)?")
    }
    let nearest = NearestName.question(name, among: CSSColorNames.values.keys)
    return refuse("\(Quoted.name(text)) is not a color\(nearest)")
  }

  /// Reads `{name}` or `{name/30%}`: the name as written, the opacity between 0 and 100 percent.
  private static func reference(_ text: String) -> Result<ColorExpression, ValueRefusal> {
    guard text.utf8.last == UInt8(ascii: "}") else {
      return refuse("\(Quoted.name(text)) begins with '{' but has no '}' at its end\(opacityWithin(text))")
    }
    let inner = text.dropFirst().dropLast()
    let (name, percentage) = withOpacity(inner) ?? (inner, nil)
    guard Name.isEntry(name) else {
      return refuse("\(Quoted.name(name)) can't name a color: \(Name.entryRule)")
    }
    guard let percentage else { return .success(.reference(name: String(name), opacity: .opaque)) }
    guard let opacity = Decimal(percentage.utf8)?.opacity(isPercent: true) else {
      return refuse(
        "The opacity in \(Quoted.name(text)) should be a percentage from 0% to 100%, as in '{\(name)/30%}'.")
    }
    return .success(.reference(name: String(name), opacity: opacity))
  }

  private static func opacityWithin(_ text: String) -> String {
    guard text.utf8.last == UInt8(ascii: "%"), let end = text.utf8.firstIndex(of: UInt8(ascii: "}")),
      Name.isEntry(text[..<end].dropFirst())
    else { return "." }
    return "; an opacity stands inside: write '\(text[..<end])/30%}'."
  }

  /// Returns a name and the number after its last slash, if that ends in a percent sign; nil for a name alone, which may have
  /// slashes too.
  private static func withOpacity(
    _ inner: some StringProtocol
  ) -> (name: Substring, percentage: Substring?)? {
    let inner = Substring(inner)
    guard inner.utf8.last == UInt8(ascii: "%"), let slash = inner.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return nil
    }
    return (inner[..<slash], inner[inner.index(after: slash)...].dropLast())
  }

  package static func written(_ expression: ColorExpression) -> String {
    switch expression {
    case .literal(let color): literal(color)
    case .exact(let exact): literal(exact.color)
    case .reference(let name, let opacity):
      // A name that ends like an opacity needs one of its own to be distinguished from it.
      opacity == .opaque && withOpacity(name) == nil ? "{\(name)}" : "{\(name)/\(percentage(opacity))}"
    }
  }

  private static func literal(_ color: Color) -> String {
    if Opacity(byte: color.opacity.byte) == color.opacity { return color.hex }
    return "rgb(\(color.red) \(color.green) \(color.blue) / \(percentage(color.opacity)))"
  }

  /// Returns percent in decimal digits. Opacities that were read have few; others are cut after nine.
  package static func percentage(_ opacity: Opacity) -> String {
    let (whole, rest) = (opacity.numerator * 100).quotientAndRemainder(dividingBy: opacity.denominator)
    guard rest > 0 else { return "\(whole)%" }
    var digits = ""
    var left = rest
    while left > 0, digits.utf8.count < 9 {
      let (digit, next) = (left * 10).quotientAndRemainder(dividingBy: opacity.denominator)
      digits += String(digit)
      left = next
    }
    return "\(whole).\(digits)%"
  }
}

package enum HexColor {
  /// Returns the values of ASCII hexadecimal digits; nil if anything else is among them.
  package static func digits(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var digits: [UInt8] = []
    for byte in text {
      guard let digit = byte.hexadecimalValue else { return nil }
      digits.append(digit)
    }
    return digits
  }

  /// Returns the color of `RGB`, `RGBA`, `RRGGBB` or `RRGGBBAA`; nil for other lengths.
  package static func color(_ digits: [UInt8]) -> Color? {
    let channels = channels(digits)
    guard channels.count >= 3 else { return nil }
    return Color(
      red: channels[0], green: channels[1], blue: channels[2],
      opacity: channels.count == 4 ? Opacity(byte: channels[3]) : .opaque)
  }

  /// Returns three or four bytes for 3, 4, 6 or 8 digits; nothing for other lengths.
  package static func channels(_ digits: [UInt8]) -> [UInt8] {
    switch digits.count {
    case 3, 4: digits.map { $0 << 4 | $0 }
    case 6, 8: stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    default: []
    }
  }
}

enum ForeignColor {
  /// Returns the color that is meant, as Livery writes it: `{brand}` for `$brand`, `red` for `UIColor.red`; nil if none is.
  /// - Parameter own: the names of the kit's colors.
  static func meant(_ text: String, colors: Set<String>, own: some Collection<String>) -> String? {
    guard text.utf8.count <= 128 else { return nil }
    for name in candidates(text) {
      if colors.contains(name) { return "{\(name)}" }
      if own.contains(name) { return name }
      if name != text, CSSColorNames.values[name.lowercased()] != nil { return name.lowercased() }
      if name == "clear" { return "transparent" }
    }
    return nil
  }

  /// Returns the text, and without what other languages put around a name, each also without its hyphens.
  private static func candidates(_ text: String) -> [String] {
    var names = [text]
    for (start, end) in wrappings where text.hasPrefix(start) && text.hasSuffix(end) {
      guard text.utf8.count > start.utf8.count + end.utf8.count else { continue }
      names.append(String(text.dropFirst(start.count).dropLast(end.count)))
    }
    return names.flatMap { [$0, camel($0)] }
  }

  private static func camel(_ name: String) -> String {
    let parts = name.split { $0 == "-" || $0 == "_" }
    return parts.prefix(1).joined()
      + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private static let wrappings = [
    ("$", ""), ("@", ""), ("--", ""), ("var(--", ")"), ("@color/", ""), ("?attr/", ""), ("R.color.", ""),
    ("UIColor.", ""), ("NSColor.", ""), ("Color.", ""), (".", ""), ("UIColor.", "Color"), ("colors.", ""),
    ("{colors.", "}"),
    ("{color.", "}"), ("${", "}"), ("{{", "}}"), ("Color(\"", "\")"), ("UIColor(named: \"", "\")"),
  ]
}
