extension String {
  /// Returns whether any of its bytes matches. Bytes of a span cost a third of what the view's own iterator takes.
  @inlinable
  package func hasByte(where isWanted: (UInt8) -> Bool) -> Bool {
    let bytes = utf8.span
    for index in bytes.indices where isWanted(bytes[index]) { return true }
    return false
  }
}

extension StringProtocol {
  /// The text without the spaces at both ends.
  package var withoutOuterSpaces: String {
    let bytes = Substring(self).utf8.drop { $0 == UInt8(ascii: " ") }
    let end = bytes.lastIndex { $0 != UInt8(ascii: " ") }.map { bytes.index(after: $0) } ?? bytes.startIndex
    return String(Substring(bytes[..<end]))
  }
}
