/// The validation of UTF-8 as RFC 3629 defines it.
package enum UTF8Validation {
  package static let byteOrderMarkLength = 3

  package static func hasByteOrderMark(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= byteOrderMarkLength && bytes[0] == 0xef && bytes[1] == 0xbb && bytes[2] == 0xbf
  }

  /// Returns the offset of the first byte that is no part of a character.
  package static func firstSlip(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var at = range.lowerBound
    while at < range.upperBound {
      let length = bytes[at] < 0x80 ? 1 : length(bytes, at)
      if length == 0 { return at }
      at += length
    }
    return nil
  }

  package static func complaint(about byte: UInt8) -> String {
    "The byte \(String(byte, radix: 16, uppercase: true)) here is not valid UTF-8."
  }

  /// The length of the well-formed character that begins here with a byte of 128 or more; 0 if none does.
  package static func length(_ bytes: Span<UInt8>, _ at: Int) -> Int {
    let second: ClosedRange<UInt8>
    let length: Int
    switch bytes[at] {
    case 0xc2...0xdf: (length, second) = (2, 0x80...0xbf)
    case 0xe0: (length, second) = (3, 0xa0...0xbf)
    case 0xe1...0xec, 0xee...0xef: (length, second) = (3, 0x80...0xbf)
    case 0xed: (length, second) = (3, 0x80...0x9f)
    case 0xf0: (length, second) = (4, 0x90...0xbf)
    case 0xf1...0xf3: (length, second) = (4, 0x80...0xbf)
    case 0xf4: (length, second) = (4, 0x80...0x8f)
    default: return 0
    }
    guard at + length <= bytes.count, second.contains(bytes[at + 1]) else { return 0 }
    for offset in (at + 2)..<max(at + 2, at + length) where bytes[offset] & 0xc0 != 0x80 { return 0 }
    return length
  }
}
