/// The words that can be names.
package enum Name {
  /// `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`: themes, kits, channels.
  package static func isValid(_ name: some StringProtocol) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, bytes.count <= 64, first.isAlphanumeric else { return false }
    return bytes.allSatisfy { $0.isWordByte || $0 == UInt8(ascii: ".") }
  }

  /// 1 to 256 bytes of nearly anything: colors, images, other values. Braces and a `$` in front mean something else in
  /// themes and tokens, and `.` and `..` can't be asked for in a path.
  package static func isEntry(_ name: some StringProtocol) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, bytes.count <= 256, first != UInt8(ascii: "$"), name != ".", name != ".."
    else { return false }
    return name.unicodeScalars.allSatisfy { !$0.isObeyed && $0 != "{" && $0 != "}" }
  }

  /// A name without dots, for what notation joins by dots, colons or slashes: classes, styles, properties,
  /// axis values, traits. It may begin with an underscore.
  package static func isWord(_ name: some StringProtocol) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, bytes.count <= 64, first.isAlphanumeric || first == UInt8(ascii: "_")
    else { return false }
    return bytes.allSatisfy(\.isWordByte)
  }

  /// The parameters of questions that take traits, too: no theme can have a trait called like one.
  package static let parameters: Set<String> = [
    "channel", "theme", "for", "in", "property", "explain", "pretty", "selectors", "images",
  ]

  /// Ends the sentence that refuses a name.
  package static let rule =
    "a name has 1 to 64 letters, digits, '.', '_' and '-' and begins with a letter or digit."
  package static let entryRule =
    "a name has 1 to 256 bytes, no braces, no control characters, no '$' in front, and is neither '.' nor '..'."
  package static let wordRule =
    "it has 1 to 64 letters, digits, '_' and '-' and begins with a letter or digit."
}
