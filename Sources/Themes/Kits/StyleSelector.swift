/// The strings that can select elements inside a selector of a style sheet.
enum StyleSelector {
  /// Plain ASCII that opens and closes what it opens, so that nothing after it is read otherwise.
  package static func isValid(_ text: String) -> Bool {
    guard (1...256).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }),
      !text.utf8.contains(where: { "{};@\\<".utf8.contains($0) }), !text.contains("/*"), !text.contains("*/")
    else { return false }
    return isBalanced(text)
  }

  /// Ends the sentence that refuses one.
  package static let rule =
    "it is 1 to 256 characters of ASCII, its brackets and quotes closed, none of { } ; @ < \\."

  private static func isBalanced(_ text: String) -> Bool {
    var open: [UInt8] = []
    for byte in text.utf8 {
      if let last = open.last, last == UInt8(ascii: "\"") || last == UInt8(ascii: "'") {
        if byte == last { open.removeLast() }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): open.append(byte)
      case UInt8(ascii: "("): open.append(UInt8(ascii: ")"))
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        guard open.popLast() == byte else { return false }
      default: break
      }
    }
    return open.isEmpty
  }
}
