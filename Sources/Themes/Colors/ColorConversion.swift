#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The conversion from every space to linear sRGB by way of XYZ under D65, and to OKLab and back: the numbers of CSS Color 4.
package enum ColorConversion {
  /// Returns a color in linear sRGB; one outside of its gamut has components below 0 or above 1.
  package static func linearSRGB(_ color: Triple, in space: ColorSpace) -> Triple {
    switch space {
    case .linearSRGB: color
    case .srgb: color.map(linear)
    case .hsl: rgb(hue: color.first, saturation: color.second / 100, lightness: color.third / 100).map(linear)
    case .hwb: rgb(hue: color.first, whiteness: color.second / 100, blackness: color.third / 100).map(linear)
    default: linearFromXYZ(xyz(color, in: space))
    }
  }

  /// Returns a component as sRGB encodes it, with its sign.
  static func encoded(_ component: Double) -> Double {
    powered(component) { $0 > 0.0031308 ? 1.055 * pow($0, 1 / 2.4) - 0.055 : 12.92 * $0 }
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

  static func rgb(hue: Double, saturation: Double, lightness: Double) -> Triple {
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

  /// Returns lightness and two axes for lightness, chroma and hue.
  static func flat(_ color: Triple) -> Triple {
    let angle = color.third * .pi / 180
    return Triple(color.first, color.second * cos(angle), color.second * sin(angle))
  }

  /// Returns lightness, chroma and the hue in degrees for lightness and two axes.
  static func polar(_ color: Triple) -> Triple {
    let hue = atan2(color.third, color.second) * 180 / .pi
    return Triple(
      color.first, (color.second * color.second + color.third * color.third).squareRoot(),
      hue < 0 ? hue + 360 : hue)
  }

  private static func xyzD50(lab color: Triple) -> Triple {
    let middle = (color.first + 16) / 116
    let (red, blue) = (color.second / 500 + middle, middle - color.third / 200)
    func cubed(_ value: Double) -> Double {
      let cube = value * value * value
      return cube > epsilon ? cube : (116 * value - 16) / kappa
    }
    let y = color.first > kappa * epsilon ? middle * middle * middle : color.first / kappa
    return Triple(cubed(red) * 0.3457 / 0.3585, y, cubed(blue) * (1 - 0.3457 - 0.3585) / 0.3585)
  }

  private static let (kappa, epsilon) = (24389.0 / 27, 216.0 / 24389)

  private static func xyz(oklab color: Triple) -> Triple {
    xyzFromLMS(lmsFromOKLab(color).map { $0 * $0 * $0 })
  }

  static func oklab(linearSRGB color: Triple) -> Triple {
    oklabFromLMS(lmsFromXYZ(xyzFromLinear(color)).map { cbrt($0) })
  }

  package static func linearSRGB(oklab color: Triple) -> Triple { linearFromXYZ(xyz(oklab: color)) }

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

  static let xyzFromLinear = ColorMatrix(
    Triple(506752.0 / 1_228_815, 87881.0 / 245763, 12673.0 / 70218),
    Triple(87098.0 / 409605, 175762.0 / 245763, 12673.0 / 175545),
    Triple(7918.0 / 409605, 87881.0 / 737289, 1_001_167.0 / 1_053_270))

  static let linearFromXYZ = ColorMatrix(
    Triple(12831.0 / 3959, -329.0 / 214, -1974.0 / 3959),
    Triple(-851781.0 / 878810, 1_648_619.0 / 878810, 36519.0 / 878810),
    Triple(705.0 / 12673, -2585.0 / 12673, 705.0 / 667))

  static let xyzFromP3 = ColorMatrix(
    Triple(608311.0 / 1_250_200, 189793.0 / 714400, 198249.0 / 1_000_160),
    Triple(35783.0 / 156275, 247089.0 / 357200, 198249.0 / 2_500_400),
    Triple(0, 32229.0 / 714400, 5_220_557.0 / 5_000_800))

  static let xyzFromA98 = ColorMatrix(
    Triple(573536.0 / 994567, 263643.0 / 1_420_810, 187206.0 / 994567),
    Triple(591459.0 / 1_989_134, 6_239_551.0 / 9_945_670, 374412.0 / 4_972_835),
    Triple(53769.0 / 1_989_134, 351524.0 / 4_972_835, 4_929_758.0 / 4_972_835))

  static let xyzFromRec2020 = ColorMatrix(
    Triple(63_426_534.0 / 99_577_255, 20_160_776.0 / 139_408_157, 47_086_771.0 / 278_816_314),
    Triple(26_158_966.0 / 99_577_255, 472_592_308.0 / 697_040_785, 8_267_143.0 / 139_408_157),
    Triple(0, 19_567_812.0 / 697_040_785, 295_819_943.0 / 278_816_314))

  /// To XYZ under D50, where ProPhoto has its white.
  static let xyzFromProphoto = ColorMatrix(
    Triple(0.79776664490064230, 0.13518129740053308, 0.03134773412839220),
    Triple(0.28807482881940130, 0.71183523424187300, 0.00008993693872564),
    Triple(0, 0, 0.82510460251046020))

  static let d65FromD50 = ColorMatrix(
    Triple(0.955473421488075, -0.02309845494876471, 0.06325924320057072),
    Triple(-0.0283697093338637, 1.0099953980813041, 0.021041441191917323),
    Triple(0.012314014864481998, -0.020507649298898964, 1.330365926242124))

  static let d50FromD65 = ColorMatrix(
    Triple(1.0479297925449969, 0.022946870601609652, -0.05019226628920524),
    Triple(0.02962780877005599, 0.9904344267538799, -0.017073799063418826),
    Triple(-0.009243040646204504, 0.015055191490298152, 0.7518742814281371))

  static let p3FromXYZ = ColorMatrix(
    Triple(446124.0 / 178915, -333277.0 / 357830, -72051.0 / 178915),
    Triple(-14852.0 / 17905, 63121.0 / 35810, 423.0 / 17905),
    Triple(11844.0 / 330415, -50337.0 / 660830, 316169.0 / 330415))

  static let lmsFromXYZ = ColorMatrix(
    Triple(0.8190224379967030, 0.3619062600528904, -0.1288737815209879),
    Triple(0.0329836539323885, 0.9292868615863434, 0.0361446663506424),
    Triple(0.0481771893596242, 0.2642395317527308, 0.6335478284694309))

  static let oklabFromLMS = ColorMatrix(
    Triple(0.2104542683093140, 0.7936177747023054, -0.0040720430116193),
    Triple(1.9779985324311684, -2.4285922420485799, 0.4505937096174110),
    Triple(0.0259040424655478, 0.7827717124575296, -0.8086757549230774))

  static let lmsFromOKLab = ColorMatrix(
    Triple(1, 0.3963377773761749, 0.2158037573099136),
    Triple(1, -0.1055613458156586, -0.0638541728258133),
    Triple(1, -0.0894841775298119, -1.2914855480194092))

  static let xyzFromLMS = ColorMatrix(
    Triple(1.2268798758459243, -0.5578149944602171, 0.2813910456659647),
    Triple(-0.0405757452148008, 1.1122868032803170, -0.0717110580655164),
    Triple(-0.0763729366746601, -0.4214933324022432, 1.5869240198367816))
}

/// Three components of a color in any space.
package struct Triple: Sendable, Hashable {
  package var first: Double
  package var second: Double
  var third: Double

  package init(_ first: Double, _ second: Double, _ third: Double) {
    (self.first, self.second, self.third) = (first, second, third)
  }

  package func map(_ change: (Double) -> Double) -> Triple {
    Triple(change(first), change(second), change(third))
  }

  package func allSatisfy(_ condition: (Double) -> Bool) -> Bool {
    condition(first) && condition(second) && condition(third)
  }

  func distance(to other: Triple) -> Double {
    let (a, b, c) = (first - other.first, second - other.second, third - other.third)
    return (a * a + b * b + c * c).squareRoot()
  }
}

struct ColorMatrix: Sendable {
  private let rows: [Triple]

  init(_ first: Triple, _ second: Triple, _ third: Triple) { rows = [first, second, third] }

  func callAsFunction(_ color: Triple) -> Triple {
    func product(_ row: Triple) -> Double {
      row.first * color.first + row.second * color.second + row.third * color.third
    }
    return Triple(product(rows[0]), product(rows[1]), product(rows[2]))
  }
}

/// The color that a screen of sRGB shows for a color: the color itself, or the one that CSS Color 4 maps it to.
package enum GamutMapping {
  /// The distance from the gamut that still counts as inside.
  private static let tolerance = 0.0001
  /// The difference that the eye just notices, and the precision of the search for it.
  private static let noticeable = 0.02
  private static let exactness = 0.0001

  package static func isInside(_ linear: Triple) -> Bool {
    linear.map(ColorConversion.encoded).allSatisfy { (-tolerance...1 + tolerance).contains($0) }
  }

  /// Returns eight bits a channel, rounded half up.
  package static func bytes(_ linear: Triple) -> (red: UInt8, green: UInt8, blue: UInt8) {
    func byte(_ component: Double) -> UInt8 {
      let part = min(1, max(0, ColorConversion.encoded(component)))
      return UInt8((part * 255).rounded(.toNearestOrAwayFromZero))
    }
    return (byte(linear.first), byte(linear.second), byte(linear.third))
  }

  /// Reduces the chroma in OKLCH until clipping makes no noticeable difference.
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
