/// The encoding of bytes as text in RFC 4648.
package enum Base64 {
  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

  /// Returns the bytes in the common alphabet, with padding.
  package static func text(of bytes: some Collection<UInt8>) -> String {
    written(bytes, Array((letters + "+/").utf8)) + String(repeating: "=", count: (3 - bytes.count % 3) % 3)
  }

  /// Returns the bytes in the URL-safe alphabet, without padding.
  package static func urlText(of bytes: some Collection<UInt8>) -> String {
    written(bytes, Array((letters + "-_").utf8))
  }

  /// Decodes a text in the common alphabet, with or without padding; returns nil for any other text.
  package static func bytes(of text: some StringProtocol) -> [UInt8]? {
    let digits = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
    guard digits.count % 4 != 1, text.utf8.count - digits.count <= 2 else { return nil }
    var bytes: [UInt8] = []
    var bits = 0
    var held = 0
    for digit in digits {
      guard let value = Self.value(of: digit) else { return nil }
      held = (held << 6 | value) & 0xffff
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: held >> bits))
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit) - 0x41
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 0x61 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) - 0x30 + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  private static func written(_ bytes: some Collection<UInt8>, _ alphabet: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 4 / 3 + 3)
    var bits = 0
    var held = 0
    for byte in bytes {
      held = (held << 8 | Int(byte)) & 0xffff
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[held >> bits & 63])
      }
    }
    if bits > 0 { text.append(alphabet[held << (6 - bits) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }
}
