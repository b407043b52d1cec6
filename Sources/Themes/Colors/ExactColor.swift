package import Documents

/// A color in a space of its own, with the color that a screen of sRGB shows for it.
package struct ExactColor: Sendable, Hashable {
  package let space: ColorSpace
  /// The components; 0 for `none`.
  private let numbers: Triple
  /// A bit for each component that is `none`. A list would take as much memory as all the rest.
  private let missing: UInt8
  /// The opacity; nil if the document has none: then the color is opaque.
  package private(set) var opacity: Opacity?
  /// The color that the theme wants shown where its space can't be: `#ff4c1b`, or nil.
  package let fallback: String?
  package private(set) var color: Color
  package let isInSRGB: Bool

  /// - Parameters:
  ///   - components: three.
  ///   - fallback: the replacement for a color outside of sRGB.
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

  package var components: [Double?] {
    [numbers.first, numbers.second, numbers.third].enumerated().map { index, number in
      missing & 1 << UInt8(index) == 0 ? number : nil
    }
  }

  /// Returns the same color, its opacity multiplied by another; unchanged if that needs more digits than are stored.
  package func faded(by opacity: Opacity) -> ExactColor {
    guard let faded = try? color.faded(by: opacity) else { return self }
    var copy = self
    (copy.opacity, copy.color) = (faded.opacity, faded)
    return copy
  }

  /// Writes it as an object with the members that the document has.
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
      if let opacity { json.member("alpha", opacity.decimal) }
      if let fallback { json.member("hex", fallback) }
    }
  }
}

extension ColorExpression {
  /// The color in eight bits a channel; nil if it refers to another one.
  package var literal: Color? {
    switch self {
    case .literal(let color): color
    case .exact(let exact): exact.color
    case .reference: nil
    }
  }

  package func faded(by opacity: Opacity) -> ColorExpression {
    guard opacity != .opaque else { return self }
    switch self {
    case .literal(let color): return .literal((try? color.faded(by: opacity)) ?? color)
    case .exact(let exact): return .exact(exact.faded(by: opacity))
    case .reference(let name, let own):
      return .reference(name: name, opacity: (try? own.multiplied(by: opacity)) ?? own)
    }
  }

  /// Writes it as a theme does: as text, or as an object if it has a space of its own.
  package func write(to json: inout JSONWriter) {
    if case .exact(let exact) = self { exact.write(to: &json) } else { json.string(ColorText.written(self)) }
  }

  var isExact: Bool { if case .exact = self { true } else { false } }
}

/// A color space of design tokens, as CSS Color 4 defines it.
package enum ColorSpace: String, Sendable, Hashable, CaseIterable {
  case srgb, hsl, hwb, lab, lch, oklab, oklch, rec2020
  case linearSRGB = "srgb-linear"
  case displayP3 = "display-p3"
  case a98 = "a98-rgb"
  case prophoto = "prophoto-rgb"
  case xyzD65 = "xyz-d65"
  case xyzD50 = "xyz-d50"

  package struct Component: Sendable {
    package let name: String
    package let range: ComponentRange

    package enum ComponentRange: Sendable {
      case from(Double, through: Double)
      /// Degrees: from 0 to less than 360.
      case hue
      case notNegative
      case any

      package func contains(_ number: Double) -> Bool {
        switch self {
        case .from(let least, let most): (least...most).contains(number)
        case .hue: (0..<360).contains(number)
        case .notNegative: number >= 0
        case .any: true
        }
      }

      package func nearest(_ number: Double) -> Double {
        switch self {
        case .from(let least, let most): min(most, max(least, number))
        case .notNegative: max(0, number)
        case .hue, .any: number
        }
      }

      /// Returns the end of a message about a number outside of the range.
      package func words(on number: Double) -> String {
        switch self {
        case .from(let least, let most):
          "it is from \(JSONWriter.shortest(least)) to \(JSONWriter.shortest(most))"
        case .hue: number < 0 ? "it is at least 0" : "it is below 360"
        case .notNegative: "it is at least 0"
        case .any: "it is any number"
        }
      }
    }
  }

  /// The three components in their order.
  package var components: [Component] {
    let (hue, chroma) = (Component(name: "hue", range: .hue), Component(name: "chroma", range: .notNegative))
    func unit(_ name: String) -> Component { Component(name: name, range: .from(0, through: 1)) }
    func percentage(_ name: String) -> Component { Component(name: name, range: .from(0, through: 100)) }
    func free(_ name: String) -> Component { Component(name: name, range: .any) }
    switch self {
    case .srgb, .linearSRGB, .displayP3, .a98, .prophoto, .rec2020: return ["red", "green", "blue"].map(unit)
    case .xyzD65, .xyzD50: return ["X", "Y", "Z"].map(unit)
    case .hsl: return [hue, percentage("saturation"), percentage("lightness")]
    case .hwb: return [hue, percentage("whiteness"), percentage("blackness")]
    case .lab: return [percentage("lightness"), free("a"), free("b")]
    case .lch: return [percentage("lightness"), chroma, hue]
    case .oklab: return [unit("lightness"), free("a"), free("b")]
    case .oklch: return [unit("lightness"), chroma, hue]
    }
  }
}
