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
