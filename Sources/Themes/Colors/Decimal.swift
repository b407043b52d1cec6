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
