/// The words that can be names. The checks are inlinable, so that a caller's module specializes them for its type of text:
/// a start runs them for each name of each theme.
@usableFromInline package enum Name {
  /// Indicates whether a theme, kit or channel can have a name: `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`.
  @inlinable package static func isValid(_ name: some StringProtocol) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, bytes.count <= 64, first.isAlphanumeric else { return false }
    return bytes.allSatisfy { $0.isWordByte || $0 == UInt8(ascii: ".") }
  }

  /// Indicates whether a color, image or value can have a name: 1 to 256 bytes of nearly any text. Braces and a `$` in
  /// front have a meaning in themes and tokens, and `.` and `..` can't be requested in a path.
  @inlinable package static func isEntry(_ name: some StringProtocol) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, bytes.count <= 256, first != UInt8(ascii: "$"), name != ".", name != ".."
    else { return false }
    return name.unicodeScalars.allSatisfy { !$0.isObeyed && $0 != "{" && $0 != "}" }
  }

  /// Indicates whether a class, style, property, axis value or trait can have a name. It has no dots, since the notation
  /// joins such names by dots, colons or slashes. It may begin with an underscore.
  @inlinable package static func isWord(_ name: some StringProtocol) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, bytes.count <= 64, first.isAlphanumeric || first == UInt8(ascii: "_")
    else { return false }
    return bytes.allSatisfy(\.isWordByte)
  }

  /// The query parameters of requests that also take traits: no trait can have such a name.
  package static let parameters: Set<String> = [
    "channel", "theme", "draft", "for", "in", "property", "explain", "pretty", "selectors", "declarations",
    "prefix", "lightDark", "images", "fonts", "at",
  ]

  /// The end of a sentence that refuses a name.
  package static let rule =
    "a name has 1 to 64 letters, digits, '.', '_' and '-' and begins with a letter or digit."
  package static let entryRule =
    "a name has 1 to 256 bytes, no braces, no control characters, no '$' in front, and is neither '.' nor '..'."
  package static let wordRule =
    "it has 1 to 64 letters, digits, '_' and '-' and begins with a letter or digit."
}

/// Splits names such as `backgroundColor` into words.
package enum WordSplit {
  /// Appends the words of a name in small letters. A word begins at a capital after a small letter or digit, at the last
  /// capital of a row that a small letter follows, and after any character that is no letter or digit.
  package static func append(wordsOf part: String, joint: UInt8, to text: inout [UInt8]) {
    let bytes = part.utf8.span
    let start = text.count
    var isBeginning = false
    for index in bytes.indices {
      let byte = bytes[index]
      guard byte.isAlphanumeric || byte >= 0x80 else {
        isBeginning = true
        continue
      }
      if byte.isCapitalLetter, index > 0 {
        let nextIsSmall = index + 1 < bytes.count && bytes[index + 1].isSmallLetter
        if !bytes[index - 1].isCapitalLetter || nextIsSmall { isBeginning = true }
      }
      if isBeginning, text.count > start { text.append(joint) }
      text.append(byte.asciiLowercased)
      isBeginning = false
    }
  }
}
