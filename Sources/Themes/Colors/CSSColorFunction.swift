internal import Documents

/// `rgb()`, `rgba()`, `hsl()` and `hsla()`, with commas or with spaces and a slash.
enum CSSColorFunction {
  private struct Argument {
    let number: Decimal
    let isPercent: Bool
  }

  /// The text as written, for messages; its bytes in lower case.
  package static func read(_ text: String, _ bytes: [UInt8]) -> Result<ColorExpression, ValueRefusal> {
    guard let opening = bytes.firstIndex(of: UInt8(ascii: "(")) else { return noFunction(text) }
    let name = String(decoding: bytes[..<opening], as: UTF8.self)
    guard ["rgb", "rgba", "hsl", "hsla"].contains(name) else { return noFunction(text) }
    guard let words = words(bytes[(opening + 1)..<(bytes.count - 1)]) else { return shape(text, name) }
    let isHue = name.hasPrefix("hsl")
    var arguments: [Argument] = []
    for (index, word) in words.enumerated() {
      guard let argument = argument(word, isAngle: isHue && index == 0) else {
        return ColorText.refuse(
          "\(Quoted.name(text)) is not a color: \(Quoted.name(String(decoding: word, as: UTF8.self))) is not a number."
        )
      }
      arguments.append(argument)
    }
    guard
      let opacity = arguments.count == 4
        ? arguments[3].number.opacity(isPercent: arguments[3].isPercent) : .opaque
    else { return ColorText.refuse("\(Quoted.name(text)) is not a color: its opacity is more than 1.") }
    return isHue ? hsl(text, arguments, opacity) : rgb(text, arguments, opacity)
  }

  private static func noFunction(_ text: String) -> Result<ColorExpression, ValueRefusal> {
    ColorText.refuse(
      "\(Quoted.name(text)) is not a color; the functions are rgb(), rgba(), hsl() and hsla().")
  }

  private static func shape(_ text: String, _ name: String) -> Result<ColorExpression, ValueRefusal> {
    let example =
      name.hasPrefix("rgb")
      ? "rgb(248, 88, 37, 0.3) or rgb(248 88 37 / 30%)" : "hsl(15, 94%, 56%) or hsl(15 94% 56% / 30%)"
    return ColorText.refuse("\(Quoted.name(text)) is not a color; write it as \(example).")
  }

  /// The three or four arguments; nil when commas, spaces and slash are not where CSS wants them.
  private static func words(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    let space = UInt8(ascii: " ")
    func trimmed(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      let start = word.drop { $0 == space }
      return start[..<(start.lastIndex { $0 != space }.map { $0 + 1 } ?? start.startIndex)]
    }
    if bytes.contains(UInt8(ascii: ",")) {
      let words = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(trimmed)
      return (3...4).contains(words.count) && !words.contains(where: \.isEmpty) ? words : nil
    }
    let halves = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let words = (halves.first ?? []).split(separator: space)
    guard words.count == 3, halves.count <= 2 else { return nil }
    guard halves.count == 2 else { return words }
    let last = trimmed(halves[1])
    return last.isEmpty ? nil : words + [last]
  }

  private static func argument(_ word: ArraySlice<UInt8>, isAngle: Bool) -> Argument? {
    if word.last == UInt8(ascii: "%") {
      return isAngle ? nil : Decimal(word.dropLast()).map { Argument(number: $0, isPercent: true) }
    }
    let digits = isAngle && word.suffix(3).elementsEqual("deg".utf8) ? word.dropLast(3) : word
    return Decimal(digits).map { Argument(number: $0, isPercent: false) }
  }

  private static func rgb(
    _ text: String, _ arguments: [Argument], _ opacity: Opacity
  ) -> Result<ColorExpression, ValueRefusal> {
    var channels: [UInt8] = []
    for argument in arguments.prefix(3) {
      guard argument.isPercent == arguments[0].isPercent else {
        return ColorText.refuse(
          "\(Quoted.name(text)) is not a color: red, green and blue are all numbers or all percentages.")
      }
      guard let channel = argument.number.byte(outOf: argument.isPercent ? 100 : 255) else {
        let most = argument.isPercent ? "100%" : "255"
        return ColorText.refuse("\(Quoted.name(text)) is not a color: a channel is at most \(most).")
      }
      channels.append(channel)
    }
    return .success(
      .literal(Color(red: channels[0], green: channels[1], blue: channels[2], opacity: opacity)))
  }

  private static func hsl(
    _ text: String, _ arguments: [Argument], _ opacity: Opacity
  ) -> Result<ColorExpression, ValueRefusal> {
    let hue = arguments[0].number.double
    guard arguments[1].isPercent, arguments[2].isPercent else { return shape(text, "hsl") }
    let (saturation, lightness) = (arguments[1].number.double / 100, arguments[2].number.double / 100)
    guard hue <= 360, saturation <= 1, lightness <= 1 else {
      return ColorText.refuse(
        "\(Quoted.name(text)) is not a color: a hue is at most 360, saturation and lightness at most 100%.")
    }
    let reach = saturation * min(lightness, 1 - lightness)
    func channel(_ offset: Double) -> UInt8 {
      let turn = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      let value = lightness - reach * max(-1, min(turn - 3, 9 - turn, 1))
      return UInt8(min(255, max(0, (value * 255 + 1e-9).rounded(.toNearestOrAwayFromZero))))
    }
    return .success(
      .literal(Color(red: channel(0), green: channel(8), blue: channel(4), opacity: opacity)))
  }
}
