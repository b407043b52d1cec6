internal import Documents

/// Reads a color that is given by its space and its components.
struct ExactColorReader {
  package var decoder: ObjectDecoder
  /// The name of the color in messages, in quotes.
  package let name: String
  /// The deviations of a token document from its format; nil for Livery's own form.
  package var leniencies: Leniencies?

  /// Returns the color; nil if a problem was found.
  package mutating func read(_ node: JSONNode) -> ExactColor? {
    let name = name
    let allowed = ["colorSpace", "components", "alpha", "hex"]
    guard let found = decoder.members(of: node, "the color \(name)", allowed: allowed) else { return nil }
    for need in allowed.prefix(2) where found[need] == nil {
      decoder.diagnostics.error(node, "missing-key", "The color \(name) needs '\(need)'.")
    }
    let space = found["colorSpace"].flatMap { readSpace($0) }
    let components = space.flatMap { space in found["components"].flatMap { readComponents($0, space) } }
    let (opacity, alphaIsSound) = found["alpha"].map { readAlpha($0) } ?? (nil, true)
    let (fallback, hexIsSound) = found["hex"].map { readHex($0) } ?? (nil, true)
    guard let space, let components, alphaIsSound, hexIsSound else { return nil }
    let color = ExactColor(space, components, opacity: opacity, fallback: fallback)
    if let fallback, let node = found["hex"] { compare(fallback, with: color, node) }
    return color
  }

  private mutating func readSpace(_ node: JSONNode) -> ColorSpace? {
    guard let word = decoder.string(node, "'colorSpace'") else { return nil }
    if let space = ColorSpace(rawValue: word) { return space }
    let advice = decoder.diagnostics.question(word, among: ColorSpace.allCases.map(\.rawValue))
    decoder.diagnostics.error(
      node, "unknown-color-space", "There is no color space \(Quoted.name(word))\(advice)")
    return nil
  }

  private mutating func readComponents(_ node: JSONNode, _ space: ColorSpace) -> [Double?]? {
    let name = name
    guard let items = decoder.items(node, "'components'") else { return nil }
    guard items.count == 3 else {
      decoder.diagnostics.error(
        node, "bad-color", "A color of \(space.rawValue) has 3 components, not \(items.count).")
      return nil
    }
    var components: [Double?] = []
    components.reserveCapacity(3)
    for (item, component) in zip(items, space.components) {
      guard let item = decoder.followed(item) else { continue }
      if item.string == "none" {
        components.append(nil)
      } else if let number = decoder.number(item, "the \(component.name) of \(name)") {
        guard component.range.contains(number) else {
          decoder.diagnostics.error(
            item, "bad-color",
            "The \(component.name) of \(name) is \(JSONWriter.shortest(number)); \(component.range.words(on: number))."
          )
          continue
        }
        components.append(number)
      }
    }
    return components.count == 3 ? components : nil
  }

  private mutating func readAlpha(_ node: JSONNode) -> (opacity: Opacity?, isSound: Bool) {
    let name = name
    guard let node = decoder.followed(node), let number = decoder.number(node, "the alpha of \(name)") else {
      return (nil, false)
    }
    guard let opacity = Opacity(node, number) else {
      decoder.diagnostics.error(
        node, "bad-color",
        "The alpha of \(name) is \(JSONWriter.shortest(number)); it is from 0 to 1.")
      return (nil, false)
    }
    return (opacity, true)
  }

  private mutating func readHex(_ node: JSONNode) -> (color: Color?, isSound: Bool) {
    let name = name
    guard let text = decoder.string(node, "the hex of \(name)") else { return (nil, false) }
    let digits = text.utf8.first == UInt8(ascii: "#") ? HexColor.digits(text.utf8.dropFirst()) : nil
    if leniencies != nil, let digits, digits.count != 6, let color = HexColor.color(digits) {
      let plain = Color(red: color.red, green: color.green, blue: color.blue)
      leniencies?.add(
        .hexDigits, node, "The hex \(Quoted.name(text)) is written with six digits, '\(plain.hex)'.")
      return (plain, true)
    }
    guard let digits, digits.count == 6, let color = HexColor.color(digits) else {
      decoder.diagnostics.error(
        node, "bad-color",
        "The hex of \(name) is \(Quoted.name(text)); it is '#' with six hexadecimal digits, as in '#f85825'.")
      return (nil, false)
    }
    return (color, true)
  }

  /// Says where the hex is another color than the components: more than one step off in a channel.
  private mutating func compare(_ hex: Color, with color: ExactColor, _ node: JSONNode) {
    guard color.isInSRGB else { return }
    let shown = color.color
    let pairs = [(hex.red, shown.red), (hex.green, shown.green), (hex.blue, shown.blue)]
    guard pairs.contains(where: { abs(Int($0) - Int($1)) > 1 }) else { return }
    let components = Color(red: shown.red, green: shown.green, blue: shown.blue)
    decoder.diagnostics.warning(
      node, "hex-differs", "hex says \(hex.hex), the components are \(components.hex).")
  }
}

extension Opacity {
  /// Creates an opacity as exact as it is written, if that has few digits; nil for a number that is not between 0 and 1.
  fileprivate init?(_ node: JSONNode, _ number: Double) {
    guard (0...1).contains(number) else { return nil }
    if let exact = Decimal(node.document.content(at: node.index))?.opacity(isPercent: false) {
      self = exact
    } else {
      self.init(UInt128((number * 1e9).rounded()), over: 1_000_000_000)
    }
  }
}
