extension String {
  /// The text for a part of a URL: everything but letters, digits, `-._~` and what is named here as escapes.
  package func percentEscaped(keeping others: String = "") -> String {
    var escaped: [UInt8] = []
    for byte in utf8 {
      if byte.isAlphanumeric || "-._~".utf8.contains(byte) || others.utf8.contains(byte) {
        escaped.append(byte)
      } else {
        escaped.append(UInt8(ascii: "%"))
        escaped.append(hexadecimal: byte, inCapitals: true)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// The text with its escapes of a URL decoded; nil where one is none, or the bytes are no UTF-8.
  package var percentDecoded: String? {
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    var bytes: [UInt8] = []
    var rest = utf8.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.next()?.hexadecimalValue, let low = rest.next()?.hexadecimalValue else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
