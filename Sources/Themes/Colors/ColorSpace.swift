internal import Documents

/// A space that colors of design tokens have components in, as CSS Color 4 defines them.
package enum ColorSpace: String, Sendable, Hashable, CaseIterable {
  case srgb, hsl, hwb, lab, lch, oklab, oklch, rec2020
  case linearSRGB = "srgb-linear"
  case displayP3 = "display-p3"
  case a98 = "a98-rgb"
  case prophoto = "prophoto-rgb"
  case xyzD65 = "xyz-d65"
  case xyzD50 = "xyz-d50"

  /// A component of a color: its name and the numbers that it can be.
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

      /// The number, or the nearest that it can be.
      package func nearest(_ number: Double) -> Double {
        switch self {
        case .from(let least, let most): min(most, max(least, number))
        case .notNegative: max(0, number)
        case .hue, .any: number
        }
      }

      /// Returns the end of a sentence about a number that it can't be.
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
    let hue = Component(name: "hue", range: .hue)
    func unit(_ name: String) -> Component { Component(name: name, range: .from(0, through: 1)) }
    func percentage(_ name: String) -> Component { Component(name: name, range: .from(0, through: 100)) }
    func free(_ name: String) -> Component { Component(name: name, range: .any) }
    let chroma = Component(name: "chroma", range: .notNegative)
    switch self {
    case .srgb, .linearSRGB, .displayP3, .a98, .prophoto, .rec2020:
      return [unit("red"), unit("green"), unit("blue")]
    case .xyzD65, .xyzD50: return [unit("X"), unit("Y"), unit("Z")]
    case .hsl: return [hue, percentage("saturation"), percentage("lightness")]
    case .hwb: return [hue, percentage("whiteness"), percentage("blackness")]
    case .lab: return [percentage("lightness"), free("a"), free("b")]
    case .lch: return [percentage("lightness"), chroma, hue]
    case .oklab: return [unit("lightness"), free("a"), free("b")]
    case .oklch: return [unit("lightness"), chroma, hue]
    }
  }
}
