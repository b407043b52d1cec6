/// A line of a document with a caret under one of its characters.
struct CodeFrame {
  /// The number of characters before and after the caret that fit on a terminal beside the line's number.
  private static let before = 60
  private static let after = 36

  private var shown = ""
  private var indent = ""

  /// Returns two lines of text: the line, cut around the caret if it is long, and the caret.
  static func text(line: Int, range: Range<Int>, caret: Int, in bytes: [UInt8]) -> String {
    var frame = CodeFrame()
    // A character is rarely longer than eight bytes. This limit keeps long lines cheap.
    let start = boundary(max(range.lowerBound, caret - before * 8), in: bytes, from: range.lowerBound)
    let caret = min(caret, range.upperBound)
    let end = min(range.upperBound, caret + after * 8)
    let head = String(decoding: bytes[start..<caret], as: UTF8.self)
    let tail = String(decoding: bytes[caret..<end], as: UTF8.self)
    let cutHead = head.suffix(before)
    let cutTail = tail.prefix(after)
    if start > range.lowerBound || cutHead.count < head.count { frame.appendBefore("…") }
    for character in cutHead { frame.appendBefore(visible(character)) }
    for character in cutTail { frame.shown += visible(character) }
    if end < range.upperBound || cutTail.count < tail.count { frame.shown += "…" }
    let number = String(line)
    let margin = String(repeating: " ", count: number.utf8.count)
    return "\(number) | \(frame.shown)\n\(margin) | \(frame.indent)^"
  }

  private mutating func appendBefore(_ text: String) {
    shown += text
    for character in text { indent += character.unicodeScalars.contains(where: Self.isWide) ? "  " : " " }
  }

  /// Returns the first offset at or after this one at which a character can begin.
  private static func boundary(_ offset: Int, in bytes: [UInt8], from lowest: Int) -> Int {
    var offset = offset
    while offset > lowest, offset < bytes.count, bytes[offset] & 0xc0 == 0x80 { offset += 1 }
    return offset
  }

  /// Returns the character itself, unless a terminal would obey it.
  private static func visible(_ character: Character) -> String {
    if character == "\t" { return "  " }
    var text = ""
    for scalar in character.unicodeScalars.prefix(8) {
      let shown = scalar.value < 0x20 ? scalar.picture : scalar.isObeyed ? "\u{fffd}" : scalar
      text.unicodeScalars.append(shown)
    }
    return text
  }

  /// Indicates whether terminals give a scalar two columns.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
      0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff, 0x20000...0x3fffd:
      true
    default: false
    }
  }
}

extension Unicode.Scalar {
  fileprivate var picture: Unicode.Scalar { Unicode.Scalar(0x2400 + value) ?? "\u{fffd}" }
}
