/// The word of a document that a problem is about, with the one to put in its place where that is known.
package struct ProblemWord: Sendable, Hashable {
  /// How many characters it has, quotes included.
  package let length: Int
  /// The whole word with the nearest right name in it.
  package let instead: String?

  /// Longer words are none that anybody mistyped.
  private static let longest = 1000

  /// The word at an offset of a line: a text with its quotes, or what has no space or sign of JSON in it.
  /// - Parameter right: the right name that the problem's sentence asks about.
  init?(at offset: Int, upTo end: Int, in bytes: [UInt8], right: String?) {
    let rest = bytes[min(offset, end)..<min(end, offset + Self.longest)]
    guard let first = rest.first else { return nil }
    let word: ArraySlice<UInt8>
    if first == UInt8(ascii: "\"") {
      guard let close = Self.end(of: rest) else { return nil }
      word = rest[...close]
    } else {
      word = rest.prefix { !Self.signs.contains($0) }
    }
    guard !word.isEmpty else { return nil }
    let text = String(decoding: word, as: UTF8.self)
    length = text.count
    instead = right.flatMap { Self.corrected(text, to: $0) }
  }

  private static let signs = Set(" \t\r\n{}[]:,".utf8)

  /// Where a text ends: at the first quote that no backslash stands before.
  private static func end(of text: ArraySlice<UInt8>) -> Int? {
    var isEscaped = false
    for index in text.indices.dropFirst() {
      if !isEscaped, text[index] == UInt8(ascii: "\"") { return index }
      isEscaped = !isEscaped && text[index] == UInt8(ascii: "\\")
    }
    return nil
  }

  /// The word with its one part that is nearly the right name replaced; nil where there is not exactly one.
  private static func corrected(_ word: String, to right: String) -> String? {
    let parts = word.split { !($0.isLetter || $0.isNumber || "-_".contains($0)) }
    let near = parts.filter { $0 != right && NearestName.of($0, among: [right]) != nil }
    guard near.count == 1, let part = near.first else { return nil }
    return String(word[..<part.startIndex] + right + word[part.endIndex...])
  }
}
