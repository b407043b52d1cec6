internal import Documents

/// Colors that are given by their space and components.
extension ValueReader {
  mutating func exactColor(_ node: JSONNode, _ name: String) -> ExactColor? {
    let allowed = ["colorSpace", "components", "alpha", "hex"]
    let found = decoder.members(
      of: node, "the color \(name)", allowed: allowed, needs: ["colorSpace", "components"])
    guard let found else { return nil }
    let space = found["colorSpace"].flatMap { readSpace($0) }
    let components = space.flatMap { space in found["components"].flatMap { readComponents($0, space, name) }
    }
    // Nil for a member that is present but wrong.
    let opacity: Opacity?? = found["alpha"].map { readAlpha($0, name) } ?? .some(nil)
    let fallback: Color?? = found["hex"].map { readHex($0, name) } ?? .some(nil)
    guard let space, let components, let opacity, let fallback else { return nil }
    let color = ExactColor(space, components, opacity: opacity, fallback: fallback)
    if let fallback, let node = found["hex"] { compare(fallback, with: color, node) }
    return color
  }

  private mutating func readSpace(_ node: JSONNode) -> ColorSpace? {
    guard let word = decoder.string(node, "'colorSpace'") else { return nil }
    if let space = ColorSpace(rawValue: word) { return space }
    let advice = decoder.diagnostics.question(word, among: ColorSpace.allCases.map(\.rawValue))
    return decoder.refuse(
      node, "unknown-color-space", "There is no color space \(Quoted.name(word))\(advice)")
  }

  private mutating func readComponents(_ node: JSONNode, _ space: ColorSpace, _ name: String) -> [Double?]? {
    guard let items = decoder.items(node, "'components'") else { return nil }
    guard items.count == 3 else {
      return decoder.refuse(
        node, "bad-color", "A color of \(space.rawValue) has 3 components, not \(items.count).")
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

  private mutating func readAlpha(_ node: JSONNode, _ name: String) -> Opacity?? {
    guard let node = decoder.followed(node), let number = decoder.number(node, "the alpha of \(name)") else {
      return nil
    }
    if let opacity = Opacity(node, number) { return opacity }
    return decoder.refuse(
      node, "bad-color", "The alpha of \(name) is \(JSONWriter.shortest(number)); it is from 0 to 1.")
  }

  private mutating func readHex(_ node: JSONNode, _ name: String) -> Color?? {
    guard let text = decoder.string(node, "the hex of \(name)") else { return nil }
    let digits = text.utf8.first == UInt8(ascii: "#") ? HexColor.digits(text.utf8.dropFirst()) : nil
    let color = digits.flatMap { HexColor.color($0) }
    if let color, digits?.count == 6 { return color }
    guard tokens != nil, let color else {
      return decoder.refuse(
        node, "bad-color",
        "The hex of \(name) is \(Quoted.name(text)); it is '#' with six hexadecimal digits, as in '#f85825'.")
    }
    let plain = Color(red: color.red, green: color.green, blue: color.blue)
    leniencies.add(
      .hexDigits, node, "The hex \(Quoted.name(text)) is written with six digits, '\(plain.hex)'.")
    return plain
  }

  /// Warns of a hex that differs from the components by more than one step in a channel.
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
