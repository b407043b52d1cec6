#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The conversion from linear sRGB to the spaces that colors are changed in: the numbers of CSS Color 4.
extension ColorConversion {
  /// The components as the space counts them; a hue of nil where the color has none to speak of.
  package static func components(linearSRGB color: Triple, in space: ColorSpace) -> [Double?] {
    switch space {
    case .displayP3: return list(p3FromXYZ(xyzFromLinear(color)).map(encoded))
    case .lch: return lch(color)
    case .hsl: return hsl(color.map(encoded))
    default: return list(color.map(encoded))
    }
  }

  package static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  private static func list(_ color: Triple) -> [Double?] { [color.first, color.second, color.third] }

  private static func lch(_ color: Triple) -> [Double?] {
    let polar = polar(lab(xyzD50: d50FromD65(xyzFromLinear(color))))
    let hasHue = polar.second >= 0.02
    return [polar.first, hasHue ? polar.second : 0, hasHue ? polar.third : nil]
  }

  private static func lab(xyzD50 color: Triple) -> Triple {
    let (kappa, epsilon) = (24389.0 / 27, 216.0 / 24389)
    let white = Triple(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)
    func root(_ value: Double) -> Double { value > epsilon ? cbrt(value) : (kappa * value + 16) / 116 }
    let (x, y, z) = (
      root(color.first / white.first), root(color.second / white.second), root(color.third / white.third)
    )
    return Triple(116 * y - 16, 500 * (x - y), 200 * (y - z))
  }

  private static func hsl(_ color: Triple) -> [Double?] {
    let (red, green, blue) = (color.first, color.second, color.third)
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    let (lightness, spread) = ((most + least) / 2, most - least)
    guard spread > 1e-9 else { return [nil, 0, lightness * 100] }
    let saturation = (most - lightness) / min(lightness, 1 - lightness)
    let sixths =
      most == red
      ? (green - blue) / spread + (green < blue ? 6 : 0)
      : most == green ? (blue - red) / spread + 2 : (red - green) / spread + 4
    return [sixths * 60, saturation * 100, lightness * 100]
  }
}
