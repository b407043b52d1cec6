/// Rewrites JSON5, and JSON with comments, as JSON: comments become spaces, names and strings get double quotes, numbers the
/// digits that JSON wants. Each value stays on its line, and in its column where spaces can make room for the quotes. What is not
/// JSON5 either is left for the reader to report.
package enum JSON5 {
  private static let endings = [".json5", ".jsonc"]

  package static func isNamed(_ name: some StringProtocol) -> Bool { endings.contains(where: name.hasSuffix) }

  /// Returns a name with the ending of JSON in place of those of JSON5.
  package static func plainName(_ name: some StringProtocol) -> Substring {
    isNamed(name) ? Substring(name.dropLast()) : Substring(name)
  }

  package static func plain(_ bytes: [UInt8]) -> [UInt8] {
    var writer = JSON5Writer(bytes)
    return writer.written()
  }
}

private struct JSON5Writer {
  private let bytes: [UInt8]
  private var at = 0
  private var text: [UInt8] = []
  /// The index of a comma in the text after which nothing but space has come.
  private var comma: Int?
  /// The indices in the text and in the bytes at which the line begins.
  private var (textLine, line) = (0, 0)

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    text.reserveCapacity(bytes.count + bytes.count / 8)
  }

  mutating func written() -> [UInt8] {
    while let byte = peek() {
      switch byte {
      case 0x20 where shift > 0 && text.last.map { ":,{[".utf8.contains($0) } ?? false: at += 1
      case 0x20, 0x0a, 0x0d, 0x09: copy()
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/") || peek(1) == UInt8(ascii: "*"):
        blankComment()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): begin { $0.string(endingWith: byte) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if let comma { text[comma] = 0x20 }
        begin { $0.copy() }
      case UInt8(ascii: ","):
        comma = text.count
        copy()
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        begin { $0.number() }
      case _ where Self.isLetter(byte): begin { $0.word() }
      default: begin { $0.copy() }
      }
    }
    return text
  }

  private func peek(_ distance: Int = 0) -> UInt8? {
    at + distance < bytes.count ? bytes[at + distance] : nil
  }

  /// The number of columns by which the text is ahead of the bytes.
  private var shift: Int { (text.count - textLine) - (at - line) }

  private mutating func copy() {
    text.append(bytes[at])
    at += 1
    if text.last == 0x0a { (textLine, line) = (text.count, at) }
  }

  private mutating func begin(_ write: (inout JSON5Writer) -> Void) {
    comma = nil
    write(&self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  private mutating func blankComment() {
    let isLine = peek(1) == UInt8(ascii: "/")
    var end = at + 2
    while end < bytes.count {
      if isLine, bytes[end] == 0x0a { break }
      if !isLine, bytes[end] == UInt8(ascii: "*"), end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "/")
      {
        end += 2
        break
      }
      end += 1
    }
    while at < end {
      if bytes[at] == 0x0a {
        copy()
      } else {
        text.append(0x20)
        at += 1
      }
    }
  }

  /// Writes a word as it is if it is a value of JSON, and in quotes if it is a name.
  private mutating func word() {
    let start = at
    while let byte = peek(), Self.isLetter(byte) { at += 1 }
    let word = bytes[start..<at]
    let isName = bytes[at...].first { $0 > 0x20 } == UInt8(ascii: ":")
    guard isName else { return text += word }
    if text.last == 0x20 { text.removeLast() }
    text += [UInt8(ascii: "\"")] + word + [UInt8(ascii: "\"")]
  }

  private mutating func number() {
    let start = at
    while let byte = peek(), byte.isAlphanumeric || "+-.".utf8.contains(byte) { at += 1 }
    var digits = bytes[start..<at]
    if digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    if digits.first == UInt8(ascii: "-") { text.append(digits.removeFirst()) }
    let number = String(decoding: digits, as: UTF8.self).lowercased()
    if number.hasPrefix("0x"), let whole = UInt64(number.dropFirst(2), radix: 16) {
      text += String(whole).utf8
      return
    }
    if digits.first == UInt8(ascii: ".") { text.append(UInt8(ascii: "0")) }
    for (index, byte) in zip(digits.indices, digits) {
      text.append(byte)
      let next = index + 1 < digits.endIndex ? digits[index + 1] : 0x20
      if byte == UInt8(ascii: "."), !next.isDigit { text.append(UInt8(ascii: "0")) }
    }
  }

  /// Writes a string. The ends of lines in it, which count for places, are written after it.
  private mutating func string(endingWith quote: UInt8) {
    var lines: [UInt8] = []
    at += 1
    text.append(UInt8(ascii: "\""))
    while let byte = peek(), byte != quote {
      guard byte == UInt8(ascii: "\\"), let next = peek(1) else {
        if byte == UInt8(ascii: "\"") { text.append(UInt8(ascii: "\\")) }
        copy()
        continue
      }
      at += 2
      escape(next, &lines)
    }
    text += (at < bytes.count ? [UInt8(ascii: "\"")] : []) + lines
    at = min(at + 1, bytes.count)
    if !lines.isEmpty { (textLine, line) = (text.count, at) }
  }

  private mutating func escape(_ byte: UInt8, _ lines: inout [UInt8]) {
    switch byte {
    case 0x0d where peek() == 0x0a:
      at += 1
      lines.append(0x0a)
    case 0x0a, 0x0d: lines.append(0x0a)
    case UInt8(ascii: "x"): text += "\\u00".utf8
    case UInt8(ascii: "v"): text += "\\u000b".utf8
    case UInt8(ascii: "0"): text += "\\u0000".utf8
    case _ where "\"\\/bfnrtu".utf8.contains(byte): text += [UInt8(ascii: "\\"), byte]
    default: text.append(byte)
    }
  }
}
