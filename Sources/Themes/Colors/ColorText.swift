package import Documents

/// Livery's own grammar of colors: CSS, and references to named colors.
package enum ColorText {
  /// `#RGB`, `#RGBA`, `#RRGGBB`, `#RRGGBBAA`, `rgb()`, `rgba()`, `hsl()`, `hsla()`, a CSS name,
  /// `transparent`, `{name}` or `{name/30%}`, in capitals or not.
  package static func read(_ text: String) -> Result<ColorExpression, ValueRefusal> {
    let bytes = text.utf8.map(\.asciiLowercased)
    guard let first = bytes.first else { return refuse("An empty string is not a color.") }
    if first == UInt8(ascii: "{") { return reference(text) }
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
      return .success(
        .literal(
          Color(
            red: UInt8(value >> 16), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))))
    }
    if let digits = HexColor.digits(bytes), !HexColor.channels(digits).isEmpty {
      return refuse("\(Quoted.name(text)) is not a color; did you mean \(suggesting: "#" + text)?")
    }
    let nearest = NearestName.question(name, among: CSSColorNames.values.keys)
    return refuse("\(Quoted.name(text)) is not a color\(nearest)")
  }

  /// `{name}` or `{name/30%}`: the name as written, the opacity between 0 and 100 per cent.
  private static func reference(_ text: String) -> Result<ColorExpression, ValueRefusal> {
    guard text.utf8.last == UInt8(ascii: "}") else {
      return refuse("\(Quoted.name(text)) begins with '{' but has no '}' at its end\(opacityWithin(text))")
    }
    let inner = text.dropFirst().dropLast()
    guard let (name, percentage) = withOpacity(inner) else {
      guard Name.isEntry(inner) else { return refuseName(inner) }
      return .success(.reference(name: String(inner), opacity: .opaque))
    }
    guard Name.isEntry(name) else { return refuseName(name) }
    guard let opacity = Decimal(percentage.utf8)?.opacity(isPercent: true) else {
      return refuse(
        "The opacity in \(Quoted.name(text)) should be a percentage from 0% to 100%, as in '{\(name)/30%}'.")
    }
    return .success(.reference(name: String(name), opacity: opacity))
  }

  /// Returns advice on an opacity that stands after the braces.
  private static func opacityWithin(_ text: String) -> String {
    guard text.utf8.last == UInt8(ascii: "%"), let end = text.utf8.firstIndex(of: UInt8(ascii: "}")),
      Name.isEntry(text[..<end].dropFirst())
    else { return "." }
    return "; an opacity stands inside: write '\(text[..<end])/30%}'."
  }

  /// A name and the number after its last slash, where a per cent sign ends that; nil for a name alone, which may have
  /// slashes too.
  static func withOpacity(_ inner: some StringProtocol) -> (name: Substring, percentage: Substring)? {
    let inner = Substring(inner)
    guard inner.utf8.last == UInt8(ascii: "%"), let slash = inner.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return nil
    }
    return (inner[..<slash], inner[inner.index(after: slash)...].dropLast())
  }

  private static func refuseName(_ name: some StringProtocol) -> Result<ColorExpression, ValueRefusal> {
    refuse("\(Quoted.name(name)) can't name a color: \(Name.entryRule)")
  }
}
