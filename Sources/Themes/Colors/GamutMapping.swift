/// The color that a screen of sRGB shows for a color: the color itself, or the one that CSS Color 4 maps it to.
package enum GamutMapping {
  /// Further out than this is out.
  private static let tolerance = 0.0001
  /// A difference that the eye just notices, and how exactly it is sought.
  private static let noticeable = 0.02
  private static let exactness = 0.0001

  package static func isInside(_ linear: Triple) -> Bool {
    linear.map(ColorConversion.encoded).allSatisfy { (-tolerance...1 + tolerance).contains($0) }
  }

  /// Eight bits a channel, half up.
  package static func bytes(_ linear: Triple) -> (red: UInt8, green: UInt8, blue: UInt8) {
    func byte(_ component: Double) -> UInt8 {
      let part = min(1, max(0, ColorConversion.encoded(component)))
      return UInt8((part * 255).rounded(.toNearestOrAwayFromZero))
    }
    return (byte(linear.first), byte(linear.second), byte(linear.third))
  }

  /// Takes as much from the chroma in OKLCH as it needs, so that cutting off the rest is not noticed.
  package static func mapped(_ linear: Triple) -> Triple {
    let origin = ColorConversion.polar(ColorConversion.oklab(linearSRGB: linear))
    if origin.first >= 1 { return Triple(1, 1, 1) }
    if origin.first <= 0 { return Triple(0, 0, 0) }
    var clipped = clip(linear)
    if difference(clipped, linear) < noticeable { return clipped }
    var (least, most) = (0.0, origin.second)
    var leastIsInside = true
    while most - least > exactness {
      let chroma = (least + most) / 2
      let flat = ColorConversion.flat(Triple(origin.first, chroma, origin.third))
      let current = ColorConversion.linearSRGB(oklab: flat)
      if leastIsInside, isInside(current) {
        least = chroma
        continue
      }
      clipped = clip(current)
      let found = difference(clipped, current)
      guard found < noticeable else {
        most = chroma
        continue
      }
      if noticeable - found < exactness { return clipped }
      leastIsInside = false
      least = chroma
    }
    return clipped
  }

  private static func clip(_ linear: Triple) -> Triple { linear.map { min(1, max(0, $0)) } }

  private static func difference(_ one: Triple, _ other: Triple) -> Double {
    ColorConversion.oklab(linearSRGB: one).distance(to: ColorConversion.oklab(linearSRGB: other))
  }
}
