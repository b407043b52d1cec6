/// What a byte is where text is read byte by byte.
extension UInt8 {
  @inlinable package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  @inlinable package var isCapitalLetter: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }

  @inlinable package var isSmallLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }

  /// Whether it is one of ASCII's letters or digits.
  @inlinable package var isAlphanumeric: Bool { isSmallLetter || isCapitalLetter || isDigit }

  /// Whether words of programs hold it: letters, digits, `_` and `-`.
  @inlinable package var isWordByte: Bool {
    isAlphanumeric || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
  }

  /// The same without the difference between capital and small letters.
  @inlinable package var asciiLowercased: UInt8 { isCapitalLetter ? self | 0x20 : self }

  /// What it stands for as a hexadecimal digit; nil where it is none.
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
