extension JSONScanner {
  mutating func skipByteOrderMark(_ bytes: Span<UInt8>) {
    guard UTF8Validation.hasByteOrderMark(bytes) else { return }
    errors.append(
      JSONSyntaxError(
        code: "json-syntax", offset: 0, near: nil,
        message: "The file begins with a byte order mark; JSON has none, save it without."))
    position = UTF8Validation.byteOrderMarkLength
  }

  @inline(__always)
  mutating func skipSpace(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
        position += 1
      } else if byte == UInt8(ascii: "/") {
        try skipComment(bytes)
      } else {
        return
      }
    }
  }

  private mutating func skipComment(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    let start = position
    guard start + 1 < bytes.count else { throw unexpected(bytes, wanted: "a value") }
    if bytes[start + 1] == UInt8(ascii: "/") {
      while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    } else if bytes[start + 1] == UInt8(ascii: "*") {
      position += 2
      while position + 1 < bytes.count,
        bytes[position] != UInt8(ascii: "*") || bytes[position + 1] != UInt8(ascii: "/")
      { position += 1 }
      guard position + 1 < bytes.count else { throw error("JSON has no comments; remove it.", at: start) }
      position += 2
    } else {
      throw unexpected(bytes, wanted: "a value")
    }
    try note("JSON has no comments; remove it.", at: start)
  }

  /// Scans from the opening quote to behind the closing one. Returns whether there were escapes in it.
  mutating func scanString(_ bytes: Span<UInt8>) throws(JSONSyntaxError) -> Bool {
    let start = position
    var isEscaped = false
    var at = start + 1
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        position = at + 1
        return isEscaped
      }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        at = try scanEscape(bytes, at)
      } else if byte < 0x20 {
        try checkControl(byte, at, start: start)
        at += 1
      } else if byte < 0x80 {
        at += 1
      } else {
        at = try scanMultibyte(bytes, at)
      }
    }
    throw error("The string that begins here has no closing quote.", at: start)
  }

  private mutating func checkControl(_ byte: UInt8, _ at: Int, start: Int) throws(JSONSyntaxError) {
    switch byte {
    case 0x0a, 0x0d:
      throw error("The string that begins here has no closing quote on its line.", at: start)
    case 0x09: try note("A tab within a string is written \\t.", at: at)
    default:
      let digits = String(byte, radix: 16)
      let escape = "\\u00" + (digits.utf8.count < 2 ? "0" : "") + digits
      try note("A control character within a string is written as an escape, \(escape).", at: at)
    }
  }

  /// Steps over an escape, and notes an error in it.
  private mutating func scanEscape(_ bytes: Span<UInt8>, _ at: Int) throws(JSONSyntaxError) -> Int {
    guard at + 1 < bytes.count else { return bytes.count }
    guard bytes[at + 1] == UInt8(ascii: "u") else {
      if JSONEscapes.simple(bytes[at + 1]) == nil {
        try note("JSON has no such escape; a backslash itself is written \\\\.", at: at)
        return at + 1
      }
      return at + 2
    }
    guard let unit = JSONEscapes.codeUnit(bytes, at) else {
      try note("After \\u come four hexadecimal digits.", at: at)
      return at + 2
    }
    guard (0xd800..<0xe000).contains(unit) else { return at + 6 }
    if unit < 0xdc00, let low = JSONEscapes.codeUnit(bytes, at + 6), (0xdc00..<0xe000).contains(low) {
      return at + 12
    }
    try note(
      "This is half of a surrogate pair; the other half is missing.", at: at, code: "lone-surrogate")
    return at + 6
  }

  private mutating func scanMultibyte(_ bytes: Span<UInt8>, _ at: Int) throws(JSONSyntaxError) -> Int {
    let length = UTF8Validation.length(bytes, at)
    if length > 0 { return at + length }
    try note(UTF8Validation.complaint(about: bytes[at]), at: at, code: "invalid-utf8")
    return at + 1
  }

  mutating func scanNumber(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let whole = position
    skipDigits(bytes)
    guard position > whole else { throw unexpected(bytes, wanted: "a digit after '-'") }
    if position - whole > 1, bytes[whole] == UInt8(ascii: "0") {
      try note("A number in JSON begins with a single 0 or with another digit.", at: start)
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try needDigits(bytes, after: "'.'")
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count,
        bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
      {
        position += 1
      }
      try needDigits(bytes, after: "the exponent's 'e'")
    }
    if position < bytes.count, isBareByte(bytes[position]) {
      throw error("A number ends at its last digit; what follows here does not belong to it.")
    }
  }

  private mutating func needDigits(_ bytes: Span<UInt8>, after what: String) throws(JSONSyntaxError) {
    let start = position
    skipDigits(bytes)
    guard position > start else { throw unexpected(bytes, wanted: "a digit after \(what)") }
  }

  private mutating func skipDigits(_ bytes: Span<UInt8>) {
    while position < bytes.count, bytes[position].isDigit { position += 1 }
  }

  func isBareByte(_ byte: UInt8) -> Bool { byte.isAlphanumeric || "_.#".utf8.contains(byte) }

  /// Returns an error for the text at this place, which the grammar does not allow.
  func unexpected(_ bytes: Span<UInt8>, wanted: String) -> JSONSyntaxError {
    guard position < bytes.count else { return error("The file ends where \(wanted) should stand.") }
    if bytes[position] == UInt8(ascii: "'") {
      return error("Strings stand in double quotes (\"), not in single ones.")
    }
    if bytes[position] >= 0x80, UTF8Validation.length(bytes, position) == 0 {
      return error(UTF8Validation.complaint(about: bytes[position]), code: "invalid-utf8")
    }
    let found = word(bytes)
    switch found.isEmpty ? "" : found.lowercased() {
    case "nan", "infinity", "undefined": return error("JSON has no \(found); null stands for no value.")
    case "true", "false", "null": return error("\(found) is written \(found.lowercased()) in JSON.")
    case "": return error("Here should stand \(wanted).")
    default: return error("Here should stand \(wanted), not \(found); text needs double quotes.")
    }
  }

  /// Returns the bare word at this place, short enough to be shown.
  private func word(_ bytes: Span<UInt8>) -> String {
    var letters: [UInt8] = []
    var at = position
    while at < bytes.count, letters.count < 32, isBareByte(bytes[at]) {
      letters.append(bytes[at])
      at += 1
    }
    return String(decoding: letters, as: UTF8.self)
  }
}

enum JSONEscapes {
  /// Returns the text with its escapes replaced. Wrong escapes, which are reported when the document is read, become
  /// replacement characters.
  static func decoded(_ content: ArraySlice<UInt8>) -> [UInt8] {
    let bytes = content.span
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count else {
        text.append(bytes[at])
        at += 1
        continue
      }
      if bytes[at + 1] == UInt8(ascii: "u") {
        let (scalar, length) = scalar(in: bytes, at)
        text += String(Character(scalar)).utf8
        at += length
      } else {
        text.append(simple(bytes[at + 1]) ?? bytes[at + 1])
        at += 2
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

  /// Returns a `\uXXXX` or a pair of them, with its length in bytes.
  private static func scalar(in bytes: Span<UInt8>, _ at: Int) -> (Unicode.Scalar, Int) {
    guard let unit = codeUnit(bytes, at) else { return ("\u{fffd}", 2) }
    if (0xd800..<0xdc00).contains(unit), let low = codeUnit(bytes, at + 6), (0xdc00..<0xe000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00))
    {
      return (scalar, 12)
    }
    return (Unicode.Scalar(unit) ?? "\u{fffd}", 6)
  }

  /// Returns the four digits of a `\uXXXX` at this place; nil if there is none.
  static func codeUnit(_ bytes: Span<UInt8>, _ at: Int) -> UInt32? {
    guard at + 6 <= bytes.count, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") else {
      return nil
    }
    var unit: UInt32 = 0
    for offset in (at + 2)..<(at + 6) {
      guard let digit = bytes[offset].hexadecimalValue else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}
