/// The escapes in a JSON string.
enum JSONEscapes {
  /// The text with its escapes replaced. Escapes that are wrong were reported when the document was read;
  /// here they give a replacement character.
  static func decoded(_ content: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(content.count)
    var index = content.startIndex
    while index < content.endIndex {
      guard content[index] == UInt8(ascii: "\\"), index + 1 < content.endIndex else {
        text.append(content[index])
        index += 1
        continue
      }
      if content[index + 1] == UInt8(ascii: "u") {
        let (scalar, length) = scalar(in: content, at: index)
        text.append(contentsOf: Array(String(Character(scalar)).utf8))
        index += length
      } else {
        text.append(simple(content[index + 1]) ?? content[index + 1])
        index += 2
      }
    }
    return text
  }

  /// Returns the byte that a letter after a backslash stands for; nil if JSON has no such escape.
  static func simple(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0c
    case UInt8(ascii: "n"): 0x0a
    case UInt8(ascii: "r"): 0x0d
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// A `\uXXXX` or a pair of them, with the number of bytes that it takes.
  private static func scalar(in content: ArraySlice<UInt8>, at index: Int) -> (Unicode.Scalar, Int) {
    guard let unit = unit(in: content, at: index) else { return ("\u{fffd}", 2) }
    if (0xd800..<0xdc00).contains(unit), let low = self.unit(in: content, at: index + 6),
      (0xdc00..<0xe000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00))
    {
      return (scalar, 12)
    }
    return (Unicode.Scalar(unit) ?? "\u{fffd}", 6)
  }

  /// The four digits of `\uXXXX`, if that is what stands here.
  private static func unit(in content: ArraySlice<UInt8>, at index: Int) -> UInt32? {
    guard index + 6 <= content.endIndex, content[index] == UInt8(ascii: "\\"),
      content[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt32 = 0
    for byte in content[(index + 2)..<(index + 6)] {
      guard let digit = byte.hexadecimalValue else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}
