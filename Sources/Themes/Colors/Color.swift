internal import Documents

/// A color with eight bits a channel and an exact opacity, rounded once, when it is written.
package struct Color: Sendable, Hashable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
  package var opacity: Opacity

  package init(red: UInt8, green: UInt8, blue: UInt8, opacity: Opacity = .opaque) {
    (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
  }

  package func faded(by opacity: Opacity) throws(Opacity.Overflow) -> Color {
    var copy = self
    copy.opacity = try self.opacity.multiplied(by: opacity)
    return copy
  }

  /// The color as CSS hex in lower case: `#rrggbb`, or `#rrggbbaa` if it is not opaque.
  package var hex: String { Self.hex(red, green, blue, alpha: opacity.byte) }

  /// - Parameter alpha: written unless it is 255.
  package static func hex(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: UInt8) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity("#rrggbbaa".utf8.count)
    bytes.append(UInt8(ascii: "#"))
    bytes.append(hexadecimal: red)
    bytes.append(hexadecimal: green)
    bytes.append(hexadecimal: blue)
    if alpha != 255 { bytes.append(hexadecimal: alpha) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// An opacity between 0 and 1, kept as an exact fraction.
package struct Opacity: Sendable, Hashable {
  private let fraction: Fraction

  /// A short fraction for the thousands of opacities with few digits, or a long one.
  private enum Fraction: Sendable, Hashable {
    case short(UInt16, over: UInt16)
    indirect case long(UInt128, over: UInt128)
  }

  package var numerator: UInt128 {
    switch fraction {
    case .short(let numerator, _): UInt128(numerator)
    case .long(let numerator, _): numerator
    }
  }

  package var denominator: UInt128 {
    switch fraction {
    case .short(_, let denominator): UInt128(denominator)
    case .long(_, let denominator): denominator
    }
  }

  package static let opaque = Opacity(1, over: 1)
  package static let clear = Opacity(0, over: 1)

  /// The error of a product that needs more digits than an exact fraction has here.
  package struct Overflow: Error, Sendable {}

  /// Creates a fraction in lowest terms. The denominator must be at least 1, the numerator at most the denominator.
  package init(_ numerator: UInt128, over denominator: UInt128) {
    precondition(denominator > 0 && numerator <= denominator, "an opacity lies between 0 and 1")
    self.init(reducing: numerator, over: denominator)
  }

  private init<Number: FixedWidthInteger & UnsignedInteger>(
    reducing numerator: Number, over denominator: Number
  ) {
    let divisor = Self.greatestCommonDivisor(numerator, denominator)
    let (top, bottom) = (numerator / divisor, denominator / divisor)
    fraction =
      bottom <= Number(UInt16.max)
      ? .short(UInt16(top), over: UInt16(bottom)) : .long(UInt128(top), over: UInt128(bottom))
  }

  package init(byte: UInt8) { self.init(UInt128(byte), over: 255) }

  package func multiplied(by other: Opacity) throws(Overflow) -> Opacity {
    // No processor divides 128 bits at once, and every color of a theme is multiplied.
    if case .short(let top, let bottom) = fraction,
      case .short(let otherTop, let otherBottom) = other.fraction
    {
      return Opacity(reducing: UInt32(top) * UInt32(otherTop), over: UInt32(bottom) * UInt32(otherBottom))
    }
    let across = Self.greatestCommonDivisor(numerator, other.denominator)
    let back = Self.greatestCommonDivisor(other.numerator, denominator)
    let (top, topOver) = (numerator / across).multipliedReportingOverflow(by: other.numerator / back)
    let (bottom, bottomOver) = (denominator / back)
      .multipliedReportingOverflow(by: other.denominator / across)
    guard !topOver, !bottomOver, bottom < UInt128.max / 1024 else { throw Overflow() }
    return Opacity(top, over: bottom)
  }

  package var double: Double { Double(numerator) / Double(denominator) }

  /// The number with at most nine digits, which is read as the same fraction.
  package var decimal: Double { (double * 1e9).rounded() / 1e9 }

  /// Eight bits of alpha, half rounded up.
  package var byte: UInt8 {
    switch fraction {
    case .short(let top, let bottom): Self.byte(UInt32(top), over: UInt32(bottom))
    case .long(let top, let bottom): Self.byte(top, over: bottom)
    }
  }

  private static func byte<Number: FixedWidthInteger>(_ top: Number, over bottom: Number) -> UInt8 {
    UInt8((top * 510 + bottom) / (bottom * 2))
  }

  private static func greatestCommonDivisor<Number: UnsignedInteger>(_ a: Number, _ b: Number) -> Number {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
  }
}

/// A decimal number as written, kept as an exact fraction.
package struct Decimal {
  let numerator: UInt128
  let denominator: UInt128

  /// Digits, optionally a point with digits after it; at most nine on either side.
  package init?(_ text: some Sequence<UInt8>) {
    var numerator: UInt128 = 0
    var denominator: UInt128 = 1
    var (whole, fraction) = (0, 0)
    var isFraction = false
    for byte in text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        numerator = numerator * 10 + UInt128(byte - UInt8(ascii: "0"))
        if isFraction { denominator *= 10 }
        if isFraction { fraction += 1 } else { whole += 1 }
        guard whole <= 9, fraction <= 9 else { return nil }
      case UInt8(ascii: ".") where !isFraction: isFraction = true
      default: return nil
      }
    }
    guard whole + fraction > 0, !isFraction || fraction > 0 else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The part of one that this is, or that many hundredths; nil when it is more than one.
  package func opacity(isPercent: Bool) -> Opacity? {
    let denominator = isPercent ? denominator * 100 : denominator
    return numerator <= denominator ? Opacity(numerator, over: denominator) : nil
  }

  /// The nearest whole number of 255ths, half up, of this part of `whole`; nil when it is more than that.
  package func byte(outOf whole: UInt128) -> UInt8? {
    let total = whole * denominator
    guard numerator <= total else { return nil }
    return UInt8((numerator * 510 + total) / (total * 2))
  }

  package var double: Double { Double(numerator) / Double(denominator) }
}
