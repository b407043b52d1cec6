/// An opacity between 0 and 1, kept as an exact fraction.
package struct Opacity: Sendable, Hashable {
  private let fraction: Fraction

  /// Themes hold thousands of opacities, and nearly all of them have few digits.
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

  /// Thrown when a chain of opacities needs more digits than an exact fraction holds here.
  package struct Overflow: Error, Sendable {}

  /// The fraction in lowest terms. The denominator is at least 1, the numerator at most the denominator.
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

  /// The opacity that eight bits of alpha stand for.
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

  /// The nearest number.
  package var double: Double { Double(numerator) / Double(denominator) }

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
