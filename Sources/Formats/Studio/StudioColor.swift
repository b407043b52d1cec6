internal import Documents
internal import Themes

/// Colors as Tokens Studio writes them: those of CSS, and others at another opacity, `rgba(#f85825, 0.5)`.
enum StudioColorText {
  /// Returns nil for text that is no color.
  static func read(_ text: String) -> ColorExpression? {
    let text = text.withoutOuterSpaces
    if case .success(let color) = ColorText.read(text), color.referenced == nil { return color }
    if let color = CSSSpaceColor.read(text, takesCommas: true) { return .exact(color) }
    guard let opening = text.firstIndex(of: "("), let comma = text[opening...].firstIndex(of: ","),
      opensFunction(String(text[...opening])),
      let base = read(String(text[text.index(after: opening)..<comma]))
    else { return nil }
    return faded(base, String(text[comma...]))
  }

  /// Returns the text of a color in members, as Style Dictionary takes it: `{ "r": 26, "g": 26, "b": 31 }`, `{ "h": 15, … }`.
  static func text(of node: JSONNode) -> String? {
    for (function, names, sign) in [("rgb", ["r", "g", "b"], ""), ("hsl", ["h", "s", "l"], "%")] {
      let parts = names.compactMap { node[$0] }.compactMap { part -> String? in
        part.string ?? part.number.map { JSONWriter.shortest($0) }
      }
      guard parts.count == 3 else { continue }
      let alpha = node["a"]?.number.map { ", \(JSONWriter.shortest($0))" } ?? ""
      let others = parts[1...].map { written($0, sign) }.joined(separator: ", ")
      return "\(function)(\(parts[0]), \(others)\(alpha))"
    }
    return nil
  }

  /// Returns a part with its sign. A part of a hundred that is at most 1 is a fraction, as in Style Dictionary.
  private static func written(_ part: String, _ sign: String) -> String {
    guard !sign.isEmpty, !part.hasSuffix("%"), let number = Double(part) else { return part }
    return JSONWriter.shortest(number <= 1 ? number * 100 : number) + sign
  }

  /// Returns the color of an object as the community group's format has it; nil for any other value.
  static func exact(_ node: JSONNode) -> ColorExpression? {
    guard node["colorSpace"] != nil else { return nil }
    var reader = ValueReader(colors: [])
    return reader.color(node, "")
  }

  static func opensFunction(_ words: String) -> Bool {
    ["rgb(", "rgba(", "hsl(", "hsla("].contains(words.withoutOuterSpaces.lowercased())
  }

  /// Returns a color with the opacity in the rest of a function: `, 0.5)`.
  static func faded(_ color: ColorExpression, _ rest: String) -> ColorExpression? {
    let rest = rest.withoutOuterSpaces
    guard rest.utf8.first == UInt8(ascii: ","), rest.utf8.last == UInt8(ascii: ")"),
      let part = StudioMath.part(of: String(rest.dropFirst().dropLast())), (0...1).contains(part)
    else { return nil }
    return color.with(Opacity(nearest: part))
  }
}

/// A change of a color as Tokens Studio has it, in a named space.
struct StudioColorChange {
  enum ChangeSort: String, CaseIterable {
    case lighten, darken, mix, alpha
  }

  let sort: ChangeSort
  let space: ColorSpace
  /// The part of the way, from 0 to 1.
  let amount: Double
  var other: ColorExpression?

  static let spaces: [String: ColorSpace] = ["lch": .lch, "srgb": .srgb, "p3": .displayP3, "hsl": .hsl]

  /// Returns the changed color; nil for a reference.
  func changed(_ color: ColorExpression) -> ColorExpression? {
    guard let linear = color.linear, let opacity = color.literal?.opacity else { return nil }
    switch sort {
    case .alpha: return color.with(Opacity(nearest: amount))
    case .lighten, .darken:
      return .exact(exact(moved(components(linear), toLight: sort == .lighten), opacity))
    case .mix:
      guard let other, let otherLinear = other.linear, let otherOpacity = other.literal?.opacity else {
        return nil
      }
      let mixed = Self.mixed(components(linear), components(otherLinear), amount, hue: hue)
      let alpha = opacity.double + (otherOpacity.double - opacity.double) * amount
      return .exact(exact(mixed, Opacity(nearest: alpha)))
    }
  }

  /// The spaces of sRGB hold nothing that is outside of it.
  private func components(_ linear: Triple) -> [Double?] {
    let isNarrow = space == .srgb || space == .hsl
    let color = isNarrow && !GamutMapping.isInside(linear) ? GamutMapping.mapped(linear) : linear
    return ColorConversion.components(linearSRGB: color, in: space)
  }

  /// The index of the hue among the components; nil for a space without one.
  private var hue: Int? { space == .lch ? 2 : space == .hsl ? 0 : nil }

  /// Returns the components moved by the amount towards white or black; in LCH the chroma is reduced as much.
  private func moved(_ components: [Double?], toLight: Bool) -> [Double?] {
    func moved(_ component: Double?, of whole: Double) -> Double? {
      component.map { $0 + ((toLight ? whole : 0) - $0) * amount }
    }
    switch space {
    case .lch: return [moved(components[0], of: 100), components[1].map { $0 * (1 - amount) }, components[2]]
    case .hsl: return [components[0], components[1], moved(components[2], of: 100)]
    default: return components.map { moved($0, of: 1) }
    }
  }

  /// Returns components between two colors. A hue goes the shorter way round; a color without one has the other's.
  private static func mixed(_ one: [Double?], _ other: [Double?], _ part: Double, hue: Int?) -> [Double?] {
    zip(one, other).enumerated().map { index, pair in
      guard let from = pair.0 ?? pair.1, let to = pair.1 ?? pair.0 else { return nil }
      guard index == hue else { return from + (to - from) * part }
      let turn = (to - from).truncatingRemainder(dividingBy: 360)
      let way = turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
      let angle = (from + way * part).truncatingRemainder(dividingBy: 360)
      return angle < 0 ? angle + 360 : angle
    }
  }

  /// Returns a color of the space, its components with six digits after the point and in their ranges.
  private func exact(_ components: [Double?], _ opacity: Opacity) -> ExactColor {
    let numbers = zip(components, space.components).enumerated().map { index, pair -> Double? in
      guard let number = pair.0 else { return index == hue ? 0 : nil }
      let rounded = (number * 1e6).rounded() / 1e6
      return index == hue && rounded >= 360 ? 0 : pair.1.range.nearest(rounded)
    }
    return ExactColor(space, numbers, opacity: opacity == .opaque ? nil : opacity)
  }
}

extension ColorExpression {
  /// The components in linear sRGB; nil for a reference.
  fileprivate var linear: Triple? {
    switch self {
    case .literal(let color):
      let components = Triple(Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
      return ColorConversion.linearSRGB(components, in: .srgb)
    case .exact(let exact):
      let numbers = exact.components.map { $0 ?? 0 }
      return ColorConversion.linearSRGB(Triple(numbers[0], numbers[1], numbers[2]), in: exact.space)
    case .reference: return nil
    }
  }

  func with(_ opacity: Opacity) -> ColorExpression {
    switch self {
    case .literal(let color):
      .literal(Color(red: color.red, green: color.green, blue: color.blue, opacity: opacity))
    case .exact(let exact): .exact(ExactColor(exact.space, exact.components, opacity: opacity))
    case .reference: self
    }
  }
}

extension Opacity {
  /// Rounds to nine digits after the point.
  init(nearest number: Double) {
    self.init(UInt128((min(1, max(0, number)) * 1e9).rounded()), over: 1_000_000_000)
  }
}
