internal import Documents

/// `rgb()`, `rgba()`, `hsl()` and `hsla()`, with commas or with spaces and a slash, and the functions of other spaces.
enum CSSColorFunction {
  private typealias Argument = (number: Decimal, isPercent: Bool)
  typealias ReadColor = Result<ColorExpression, ValueRefusal>

  /// - Parameter bytes: those of the text in lower case.
  static func read(_ text: String, _ bytes: [UInt8]) -> ReadColor {
    guard let opening = bytes.firstIndex(of: UInt8(ascii: "(")) else { return noFunction(text) }
    let name = String(decoding: bytes[..<opening], as: UTF8.self)
    guard ["rgb", "rgba", "hsl", "hsla"].contains(name) else {
      return CSSSpaceColor.read(text).map { .success(.exact($0)) } ?? noFunction(text)
    }
    guard let words = words(bytes[(opening + 1)..<(bytes.count - 1)]) else { return shape(text, name) }
    let isHue = name.hasPrefix("hsl")
    var arguments: [Argument] = []
    for (index, word) in words.enumerated() {
      guard let argument = argument(word, isAngle: isHue && index == 0) else {
        return refuse(text, "\(Quoted.name(String(decoding: word, as: UTF8.self))) is not a number.")
      }
      arguments.append(argument)
    }
    let opacity =
      arguments.count == 4 ? arguments[3].number.opacity(isPercent: arguments[3].isPercent) : .opaque
    guard let opacity else { return refuse(text, "its opacity is more than 1.") }
    return isHue ? hsl(text, arguments, opacity) : rgb(text, arguments, opacity)
  }

  private static func refuse(_ text: String, _ reason: String) -> ReadColor {
    ColorText.refuse("\(Quoted.name(text)) is not a color: \(reason)")
  }

  private static func noFunction(_ text: String) -> ReadColor {
    ColorText.refuse(
      "\(Quoted.name(text)) is not a color; write it as rgb(248 88 37 / 30%), hsl(15 94% 56%), oklch(0.7 0.1 40), or with another function of CSS."
    )
  }

  private static func shape(_ text: String, _ name: String) -> ReadColor {
    let example =
      name.hasPrefix("rgb")
      ? "rgb(248, 88, 37, 0.3) or rgb(248 88 37 / 30%)" : "hsl(15, 94%, 56%) or hsl(15 94% 56% / 30%)"
    return ColorText.refuse("\(Quoted.name(text)) is not a color; write it as \(example).")
  }

  /// Returns the three or four arguments; nil if commas, spaces and slash are not where CSS has them.
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
      return isAngle ? nil : Decimal(word.dropLast()).map { ($0, true) }
    }
    let digits = isAngle && word.suffix(3).elementsEqual("deg".utf8) ? word.dropLast(3) : word
    return Decimal(digits).map { ($0, false) }
  }

  private static func rgb(_ text: String, _ arguments: [Argument], _ opacity: Opacity) -> ReadColor {
    var channels: [UInt8] = []
    for argument in arguments.prefix(3) {
      guard argument.isPercent == arguments[0].isPercent else {
        return refuse(text, "red, green and blue are all numbers or all percentages.")
      }
      guard let channel = argument.number.byte(outOf: argument.isPercent ? 100 : 255) else {
        return refuse(text, "a channel is at most \(argument.isPercent ? "100%" : "255").")
      }
      channels.append(channel)
    }
    return .success(
      .literal(Color(red: channels[0], green: channels[1], blue: channels[2], opacity: opacity)))
  }

  private static func hsl(_ text: String, _ arguments: [Argument], _ opacity: Opacity) -> ReadColor {
    let hue = arguments[0].number.double
    guard arguments[1].isPercent, arguments[2].isPercent else { return shape(text, "hsl") }
    let (saturation, lightness) = (arguments[1].number.double / 100, arguments[2].number.double / 100)
    guard hue <= 360, saturation <= 1, lightness <= 1 else {
      return refuse(text, "a hue is at most 360, saturation and lightness at most 100%.")
    }
    let rgb = ColorConversion.rgb(hue: hue, saturation: saturation, lightness: lightness).map {
      min(255, max(0, ($0 * 255 + 1e-9).rounded(.toNearestOrAwayFromZero)))
    }
    let color = Color(
      red: UInt8(rgb.first), green: UInt8(rgb.second), blue: UInt8(rgb.third), opacity: opacity)
    return .success(.literal(color))
  }
}

/// Colors of CSS Color 4 in spaces of their own: `hwb()`, `lab()`, `lch()`, `oklab()`, `oklch()`, `color()`.
package enum CSSSpaceColor {
  /// - Parameter takesCommas: whether commas may stand between the numbers, as documents write and CSS does not.
  package static func read(_ text: String, takesCommas: Bool = false) -> ExactColor? {
    guard text.utf8.last == UInt8(ascii: ")"), let opening = text.firstIndex(of: "(") else { return nil }
    let parts = text[text.index(after: opening)...].dropLast().split(separator: ",")
    if takesCommas, parts.count > 2 {
      let alpha = parts.count > 3 ? " / \(parts[3...].joined(separator: " "))" : ""
      return read("\(text[...opening])\(parts[..<3].joined(separator: " "))\(alpha))")
    }
    let halves = text[text.index(after: opening)...].dropLast().split(
      separator: "/", omittingEmptySubsequences: false)
    var words = (halves.first ?? "").split(separator: " ").map(String.init)
    var name = text[..<opening].lowercased()
    if name == "color", !words.isEmpty { name = words.removeFirst().lowercased() }
    guard let space = ColorSpace(rawValue: name == "xyz" ? "xyz-d65" : name), words.count == 3,
      halves.count <= 2
    else { return nil }
    var components: [Double?] = []
    for (index, word) in words.enumerated() {
      if word.lowercased() == "none" {
        components.append(nil)
        continue
      }
      guard let number = number(word, space, index), space.components[index].range.contains(number) else {
        return nil
      }
      components.append(number)
    }
    guard halves.count == 2 else { return ExactColor(space, components) }
    let alpha = halves[1].filter { $0 != " " }
    let isPercent = alpha.utf8.last == UInt8(ascii: "%")
    let digits = isPercent ? alpha.dropLast() : alpha[...]
    return Decimal(digits.utf8)?.opacity(isPercent: isPercent).map {
      ExactColor(space, components, opacity: $0)
    }
  }

  /// Returns a number, or the part of a component's range that a percentage is.
  private static func number(_ word: String, _ space: ColorSpace, _ index: Int) -> Double? {
    let digits = word.hasSuffix("deg") ? word.dropLast(3) : word.hasSuffix("%") ? word.dropLast() : word[...]
    guard digits.utf8.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }), let number = Double(digits)
    else { return nil }
    return word.hasSuffix("%") ? number / 100 * whole(space, index) : number
  }

  private static func whole(_ space: ColorSpace, _ index: Int) -> Double {
    switch (space, index) {
    case (.lab, 1), (.lab, 2): 125
    case (.lch, 1): 150
    case (.oklab, 1), (.oklab, 2), (.oklch, 1): 0.4
    case (.hsl, 1), (.hsl, 2), (.hwb, 1), (.hwb, 2), (.lab, 0), (.lch, 0): 100
    default: 1
    }
  }
}

enum CSSColorNames {
  /// The colors in 24 bits, without `transparent`.
  static let values = Dictionary(
    uniqueKeysWithValues: table.split(whereSeparator: \.isWhitespace).map { entry in
      let parts = entry.split(separator: "=")
      return (String(parts[0]), UInt32(parts[1], radix: 16) ?? 0)
    })

  private static let table = """
    aliceblue=f0f8ff antiquewhite=faebd7 aqua=00ffff aquamarine=7fffd4 azure=f0ffff beige=f5f5dc
    bisque=ffe4c4 black=000000 blanchedalmond=ffebcd blue=0000ff blueviolet=8a2be2 brown=a52a2a
    burlywood=deb887 cadetblue=5f9ea0 chartreuse=7fff00 chocolate=d2691e coral=ff7f50
    cornflowerblue=6495ed cornsilk=fff8dc crimson=dc143c cyan=00ffff darkblue=00008b darkcyan=008b8b
    darkgoldenrod=b8860b darkgray=a9a9a9 darkgreen=006400 darkgrey=a9a9a9 darkkhaki=bdb76b
    darkmagenta=8b008b darkolivegreen=556b2f darkorange=ff8c00 darkorchid=9932cc darkred=8b0000
    darksalmon=e9967a darkseagreen=8fbc8f darkslateblue=483d8b darkslategray=2f4f4f
    darkslategrey=2f4f4f darkturquoise=00ced1 darkviolet=9400d3 deeppink=ff1493 deepskyblue=00bfff
    dimgray=696969 dimgrey=696969 dodgerblue=1e90ff firebrick=b22222 floralwhite=fffaf0
    forestgreen=228b22 fuchsia=ff00ff gainsboro=dcdcdc ghostwhite=f8f8ff gold=ffd700 goldenrod=daa520
    gray=808080 green=008000 greenyellow=adff2f grey=808080 honeydew=f0fff0 hotpink=ff69b4
    indianred=cd5c5c indigo=4b0082 ivory=fffff0 khaki=f0e68c lavender=e6e6fa lavenderblush=fff0f5
    lawngreen=7cfc00 lemonchiffon=fffacd lightblue=add8e6 lightcoral=f08080 lightcyan=e0ffff
    lightgoldenrodyellow=fafad2 lightgray=d3d3d3 lightgreen=90ee90 lightgrey=d3d3d3 lightpink=ffb6c1
    lightsalmon=ffa07a lightseagreen=20b2aa lightskyblue=87cefa lightslategray=778899
    lightslategrey=778899 lightsteelblue=b0c4de lightyellow=ffffe0 lime=00ff00 limegreen=32cd32
    linen=faf0e6 magenta=ff00ff maroon=800000 mediumaquamarine=66cdaa mediumblue=0000cd
    mediumorchid=ba55d3 mediumpurple=9370db mediumseagreen=3cb371 mediumslateblue=7b68ee
    mediumspringgreen=00fa9a mediumturquoise=48d1cc mediumvioletred=c71585 midnightblue=191970
    mintcream=f5fffa mistyrose=ffe4e1 moccasin=ffe4b5 navajowhite=ffdead navy=000080 oldlace=fdf5e6
    olive=808000 olivedrab=6b8e23 orange=ffa500 orangered=ff4500 orchid=da70d6 palegoldenrod=eee8aa
    palegreen=98fb98 paleturquoise=afeeee palevioletred=db7093 papayawhip=ffefd5 peachpuff=ffdab9
    peru=cd853f pink=ffc0cb plum=dda0dd powderblue=b0e0e6 purple=800080 rebeccapurple=663399
    red=ff0000 rosybrown=bc8f8f royalblue=4169e1 saddlebrown=8b4513 salmon=fa8072 sandybrown=f4a460
    seagreen=2e8b57 seashell=fff5ee sienna=a0522d silver=c0c0c0 skyblue=87ceeb slateblue=6a5acd
    slategray=708090 slategrey=708090 snow=fffafa springgreen=00ff7f steelblue=4682b4 tan=d2b48c
    teal=008080 thistle=d8bfd8 tomato=ff6347 turquoise=40e0d0 violet=ee82ee wheat=f5deb3
    white=ffffff whitesmoke=f5f5f5 yellow=ffff00 yellowgreen=9acd32
    """
}
