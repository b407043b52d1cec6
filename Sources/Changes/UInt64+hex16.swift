internal import Themes

extension UInt64 {
  /// Sixteen hexadecimal digits in lower case.
  package var hex16: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(16)
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      digits.append(hexadecimal: UInt8(truncatingIfNeeded: self >> shift))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Nil for anything but sixteen hexadecimal digits in lower case.
  package init?(hex16 digits: some Collection<UInt8>) {
    guard digits.count == 16 else { return nil }
    self = 0
    for digit in digits {
      guard !digit.isCapitalLetter, let value = digit.hexadecimalValue else { return nil }
      self = self << 4 | UInt64(value)
    }
  }
}
