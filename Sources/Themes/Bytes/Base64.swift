/// Bytes as text, RFC 4648.
package enum Base64 {
  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

  /// In the common alphabet, with padding.
  package static func text(of bytes: some Collection<UInt8>) -> String {
    written(bytes, Array((letters + "+/").utf8)) + String(repeating: "=", count: (3 - bytes.count % 3) % 3)
  }

  /// In the URL-safe alphabet, without padding.
  package static func urlText(of bytes: some Collection<UInt8>) -> String {
    written(bytes, Array((letters + "-_").utf8))
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
