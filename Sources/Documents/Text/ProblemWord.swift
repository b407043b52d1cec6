/// The word of a document that a problem is about, with the one to put in its place where that is known.
package struct ProblemWord: Sendable, Hashable {
  /// The number of its characters, quotes included.
  package let length: Int
  /// The whole word with the nearest right name in it.
  package let instead: String?

  /// Longer words are none that anybody mistyped.
  private static let longest = 1000

  /// The word at an offset of a line: a text with its quotes, or what has no space or sign of JSON in it.
  /// - Parameter right: the right name, if the problem's message suggests one.
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
  /// The characters that mean something else in the markup of a property list.
  private static let marks = Set("<>&\"".utf8)
  /// The characters that separate nothing in the documents, and may be in a name.
  private static let quotes = Set("'\"\\".utf8)

  private static func isInWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-_".contains(character)
  }

  /// Returns the index at which a text ends: the first quote without a backslash before it.
  private static func end(of text: ArraySlice<UInt8>) -> Int? {
    var isEscaped = false
    for index in text.indices.dropFirst() {
      if !isEscaped, text[index] == UInt8(ascii: "\"") { return index }
      isEscaped = !isEscaped && text[index] == UInt8(ascii: "\\")
    }
    return nil
  }

  /// The word with the right name in it, written as the document writes a text; nil where it is not clear which part
  /// of the word is nearly that name.
  private static func corrected(_ word: String, to right: String) -> String? {
    let isText = word.utf8.first == UInt8(ascii: "\"")
    // Outside of quotation marks nothing says how such signs would have to be written.
    guard isText || right.utf8.allSatisfy({ !signs.contains($0) && !marks.contains($0) }) else { return nil }
    let written = isText ? JSONWriter.content(of: right) : right
    if isText, word.utf8.count > 1, let whole = corrected(text: word, to: right, written) { return whole }
    let parts = word.split { !isInWord($0) }
    let near = parts.filter { isNear($0, right) }
    guard near.count == 1, let part = near.first else { return nil }
    return String(word[..<part.startIndex] + written + word[part.endIndex...])
  }

  /// A text with the right name in the place of its whole one, which may be a reference as `{dad's/30%}` is; nil where
  /// the two are too far apart, or a part of the text may be meant.
  private static func corrected(text: String, to right: String, _ written: String) -> String? {
    let content = JSONEscapes.decoded(Array(text.utf8).dropFirst().dropLast())
    guard content.contains(where: { quotes.contains($0) }) || !right.allSatisfy({ isInWord($0) }) else {
      return nil
    }
    let name = content.drop { $0 == UInt8(ascii: "{") }.prefix { $0 != UInt8(ascii: "}") }
    // Only a last part that ends in this sign is an opacity.
    let slash = name.last == UInt8(ascii: "%") ? name.lastIndex(of: UInt8(ascii: "/")) : nil
    let end = slash ?? name.endIndex
    guard isNear(String(decoding: name[..<end], as: UTF8.self), right) else { return nil }
    func json(_ bytes: ArraySlice<UInt8>) -> String {
      JSONWriter.content(of: String(decoding: bytes, as: UTF8.self))
    }
    return "\"\(json(content[..<name.startIndex]))\(written)\(json(content[end...]))\""
  }

  private static func isNear(_ word: some StringProtocol, _ right: String) -> Bool {
    word != right && NearestName.of(word, among: [right]) != nil
  }
}
