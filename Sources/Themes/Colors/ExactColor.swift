package import Documents

/// A color in a space of its own, as a theme gives it, with what a screen of sRGB shows of it.
package struct ExactColor: Sendable, Hashable {
  package let space: ColorSpace
  /// 0 where there is none.
  private let numbers: Triple
  /// A bit for each component that is `none`. A list would take as much memory as all the rest.
  private let missing: UInt8
  /// The opacity; nil if the document has none: then the color is opaque.
  package let opacity: Opacity?
  /// The color that the theme wants shown where its space can't be: `#ff4c1b`, or nil.
  package let fallback: String?
  /// The color that is shown where colors have eight bits a channel.
  package let color: Color
  /// A Boolean value that indicates whether the color is in the gamut of sRGB.
  package let isInSRGB: Bool

  /// - Parameters:
  ///   - components: three.
  ///   - fallback: what stands in where sRGB has not the color.
  package init(_ space: ColorSpace, _ components: [Double?], opacity: Opacity? = nil, fallback: Color? = nil)
  {
    numbers = Triple(components[0] ?? 0, components[1] ?? 0, components[2] ?? 0)
    missing = (0..<3).reduce(0) { components[$1] == nil ? $0 | 1 << UInt8($1) : $0 }
    let linear = ColorConversion.linearSRGB(numbers, in: space)
    (self.space, self.opacity) = (space, opacity)
    self.fallback = fallback?.hex
    isInSRGB = GamutMapping.isInside(linear)
    let opacity = opacity ?? .opaque
    if !isInSRGB, let fallback {
      color = Color(red: fallback.red, green: fallback.green, blue: fallback.blue, opacity: opacity)
    } else {
      let bytes = GamutMapping.bytes(isInSRGB ? linear : GamutMapping.mapped(linear))
      color = Color(red: bytes.red, green: bytes.green, blue: bytes.blue, opacity: opacity)
    }
  }

  private init(_ color: ExactColor, faded: Color) {
    (space, numbers, missing) = (color.space, color.numbers, color.missing)
    (fallback, isInSRGB) = (color.fallback, color.isInSRGB)
    (opacity, self.color) = (faded.opacity, faded)
  }

  /// Three of them; nil where there is none, which counts as 0.
  package var components: [Double?] {
    [numbers.first, numbers.second, numbers.third].enumerated().map { index, number in
      missing & 1 << UInt8(index) == 0 ? number : nil
    }
  }

  /// Returns the same color, its opacity multiplied by another; unchanged if that needs more digits than are stored.
  package func faded(by opacity: Opacity) -> ExactColor {
    (try? color.faded(by: opacity)).map { ExactColor(self, faded: $0) } ?? self
  }

  /// Writes it as an object: what was said, no more.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("colorSpace", space.rawValue)
      json.member("components") { json in
        json.array { json in
          for component in components {
            if let component { json.number(component) } else { json.string("none") }
          }
        }
      }
      if let opacity { json.member("alpha", opacity.double) }
      if let fallback { json.member("hex", fallback) }
    }
  }
}

extension ColorExpression {
  /// The color in eight bits a channel; nil where it refers to another one.
  package var literal: Color? {
    switch self {
    case .literal(let color): color
    case .exact(let exact): exact.color
    case .reference: nil
    }
  }

  /// Returns the same color, its opacity multiplied by another; unchanged if that needs more digits than are stored.
  package func faded(by opacity: Opacity) -> ColorExpression {
    guard opacity != .opaque else { return self }
    switch self {
    case .literal(let color): return .literal((try? color.faded(by: opacity)) ?? color)
    case .exact(let exact): return .exact(exact.faded(by: opacity))
    case .reference(let name, let own):
      return .reference(name: name, opacity: (try? own.multiplied(by: opacity)) ?? own)
    }
  }

  /// Writes it as a theme does: text, or an object where it has a space of its own.
  package func write(to json: inout JSONWriter) {
    if case .exact(let exact) = self { exact.write(to: &json) } else { json.string(ColorText.written(self)) }
  }

  /// A Boolean value that indicates whether it is written as an object.
  var isExact: Bool { if case .exact = self { true } else { false } }
}
