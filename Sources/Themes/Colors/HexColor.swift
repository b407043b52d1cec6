internal import Documents

/// Hexadecimal digits as colors: what every dialect's grammar is made of.
package enum HexColor {
  /// The values of ASCII hexadecimal digits, or nil when anything else is among them.
  package static func digits(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var digits: [UInt8] = []
    for byte in text {
      guard let digit = byte.hexadecimalValue else { return nil }
      digits.append(digit)
    }
    return digits
  }

  /// `RGB`, `RGBA`, `RRGGBB`, `RRGGBBAA`; nil for other lengths.
  package static func color(_ digits: [UInt8]) -> Color? {
    let channels = channels(digits)
    guard channels.count >= 3 else { return nil }
    return Color(
      red: channels[0], green: channels[1], blue: channels[2],
      opacity: channels.count == 4 ? Opacity(byte: channels[3]) : .opaque)
  }

  /// Three or four bytes from 3, 4, 6 or 8 digits; nothing for other lengths.
  package static func channels(_ digits: [UInt8]) -> [UInt8] {
    switch digits.count {
    case 3, 4: digits.map { $0 << 4 | $0 }
    case 6, 8: stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    default: []
    }
  }
}
