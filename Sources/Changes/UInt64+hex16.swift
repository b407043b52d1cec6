internal import Themes

extension UInt64 {
  /// Sixteen hexadecimal digits in lower case.
  package var hex16: String {
    let digits = String(self, radix: 16)
    return digits.utf8.count == 16
      ? digits : String(repeating: "0", count: 16 - digits.utf8.count) + digits
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

extension [UInt8] {
  /// Adds sixteen hexadecimal digits in lower case.
  package mutating func append(hex16 word: UInt64) {
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      append(hexadecimal: UInt8(truncatingIfNeeded: word >> shift))
    }
  }
}
