#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The conversion from every space to linear sRGB by way of XYZ under D65, and to OKLab and back: the numbers of CSS Color 4.
package enum ColorConversion {
  /// Linear sRGB; what a screen of sRGB can't show has components below 0 or above 1.
  package static func linearSRGB(_ color: Triple, in space: ColorSpace) -> Triple {
    switch space {
    case .linearSRGB: color
    case .srgb: color.map(linear)
    case .hsl: rgb(hue: color.first, saturation: color.second / 100, lightness: color.third / 100).map(linear)
    case .hwb: rgb(hue: color.first, whiteness: color.second / 100, blackness: color.third / 100).map(linear)
    default: linearFromXYZ(xyz(color, in: space))
    }
  }

  /// The component as sRGB encodes it, with its sign.
  static func encoded(_ component: Double) -> Double {
    let size = abs(component)
    let encoded = size > 0.0031308 ? 1.055 * pow(size, 1 / 2.4) - 0.055 : 12.92 * size
    return component < 0 ? -encoded : encoded
  }

  private static func linear(_ component: Double) -> Double {
    powered(component) { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
  }

  /// Applies a curve to a component without its sign, and restores the sign.
  private static func powered(_ component: Double, _ curve: (Double) -> Double) -> Double {
    component < 0 ? -curve(-component) : curve(component)
  }

  private static func xyz(_ color: Triple, in space: ColorSpace) -> Triple {
    switch space {
    case .displayP3: xyzFromP3(color.map(linear))
    case .a98: xyzFromA98(color.map { powered($0) { pow($0, 563.0 / 256) } })
    case .rec2020: xyzFromRec2020(color.map { powered($0) { pow($0, 2.4) } })
    case .prophoto:
      d65FromD50(xyzFromProphoto(color.map { powered($0) { $0 <= 16.0 / 512 ? $0 / 16 : pow($0, 1.8) } }))
    case .xyzD50: d65FromD50(color)
    case .lab: d65FromD50(xyzD50(lab: color))
    case .lch: d65FromD50(xyzD50(lab: flat(color)))
    case .oklab: xyz(oklab: color)
    case .oklch: xyz(oklab: flat(color))
    case .xyzD65, .srgb, .linearSRGB, .hsl, .hwb: color
    }
  }

  // MARK: Around the hue

  private static func rgb(hue: Double, saturation: Double, lightness: Double) -> Triple {
    let reach = saturation * min(lightness, 1 - lightness)
    func channel(_ offset: Double) -> Double {
      let turn = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      return lightness - reach * max(-1, min(turn - 3, 9 - turn, 1))
    }
    return Triple(channel(0), channel(8), channel(4))
  }

  private static func rgb(hue: Double, whiteness: Double, blackness: Double) -> Triple {
    let sum = whiteness + blackness
    guard sum < 1 else { return Triple(whiteness / sum, whiteness / sum, whiteness / sum) }
    return rgb(hue: hue, saturation: 1, lightness: 0.5).map { $0 * (1 - sum) + whiteness }
  }

  /// Lightness with two axes, out of lightness, chroma, hue.
  static func flat(_ color: Triple) -> Triple {
    let angle = color.third * .pi / 180
    return Triple(color.first, color.second * cos(angle), color.second * sin(angle))
  }

  /// The other way round; the hue in degrees.
  static func polar(_ color: Triple) -> Triple {
    let hue = atan2(color.third, color.second) * 180 / .pi
    return Triple(
      color.first, (color.second * color.second + color.third * color.third).squareRoot(),
      hue < 0 ? hue + 360 : hue)
  }

  // MARK: Lab, OKLab

  private static func xyzD50(lab color: Triple) -> Triple {
    let (kappa, epsilon) = (24389.0 / 27, 216.0 / 24389)
    let middle = (color.first + 16) / 116
    let (red, blue) = (color.second / 500 + middle, middle - color.third / 200)
    func cubed(_ value: Double) -> Double {
      let cube = value * value * value
      return cube > epsilon ? cube : (116 * value - 16) / kappa
    }
    let y = color.first > kappa * epsilon ? middle * middle * middle : color.first / kappa
    return Triple(cubed(red) * 0.3457 / 0.3585, y, cubed(blue) * (1 - 0.3457 - 0.3585) / 0.3585)
  }

  private static func xyz(oklab color: Triple) -> Triple {
    xyzFromLMS(lmsFromOKLab(color).map { $0 * $0 * $0 })
  }

  static func oklab(linearSRGB color: Triple) -> Triple {
    oklabFromLMS(lmsFromXYZ(xyzFromLinear(color)).map { cbrt($0) })
  }

  package static func linearSRGB(oklab color: Triple) -> Triple { linearFromXYZ(xyz(oklab: color)) }
}
