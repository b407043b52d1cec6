/// The classes of ASCII characters, for text that is read byte by byte.
extension UInt8 {
  @inlinable package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  @inlinable package var isCapitalLetter: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }

  @inlinable package var isSmallLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }

  /// A Boolean value that indicates whether it is one of ASCII's letters or digits.
  @inlinable package var isAlphanumeric: Bool { isSmallLetter || isCapitalLetter || isDigit }

  /// A Boolean value that indicates whether it is a letter, a digit, `_` or `-`.
  @inlinable package var isWordByte: Bool {
    isAlphanumeric || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
  }

  /// The small letter for a capital one; other bytes unchanged.
  @inlinable package var asciiLowercased: UInt8 { isCapitalLetter ? self | 0x20 : self }

  /// The value of a hexadecimal digit; nil for other bytes.
  @inlinable package var hexadecimalValue: UInt8? {
    if isDigit { return self - UInt8(ascii: "0") }
    let letter = self | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter) ? letter - UInt8(ascii: "a") + 10 : nil
  }
}

extension [UInt8] {
  /// Adds two hexadecimal digits, in small letters or in capitals.
  package mutating func append(hexadecimal byte: UInt8, inCapitals: Bool = false) {
    let ten = UInt8(ascii: inCapitals ? "A" : "a")
    append(Self.hexadecimalDigit(byte >> 4, ten))
    append(Self.hexadecimalDigit(byte & 15, ten))
  }

  private static func hexadecimalDigit(_ value: UInt8, _ ten: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : ten + value - 10
  }
}
