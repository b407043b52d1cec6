/// A reader of Apple's property lists, XML and binary, with a place for every value.
///
/// Foundation stays out of the server (docs/decisions/3-no-foundation.md), a C library would be one more that reads
/// untrusted input, and neither gives the line of a mistake.
package enum PropertyListReader {
  /// Indicates whether these bytes are meant as a property list, whatever the file is called.
  package static func isPropertyList(_ bytes: [UInt8]) -> Bool {
    if BinaryPropertyList.isBinary(bytes) { return true }
    let mark = UTF8Validation.hasByteOrderMark(bytes.span) ? UTF8Validation.byteOrderMarkLength : 0
    return bytes.dropFirst(mark).first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// Returns the document's value, with every problem. There is no value if reading had to stop.
  package static func read(_ file: SourceFile) -> (root: JSONNode?, problems: [Problem]) {
    if let problem = SourceText(file).tooLarge { return (nil, [problem]) }
    let text: SourceText
    switch BinaryPropertyList.legible(file) {
    case .success(let legible): text = SourceText(legible)
    case .failure(let damage):
      let place = SourceLocation(file: file.name, line: 1, column: 1)
      return (nil, [Problem(code: "bad-property-list", place: place, message: damage.sentence)])
    }
    var scanner = PropertyListScanner(text.file.bytes)
    let isComplete = scanner.scan()
    let document = JSONDocument(text: text, tape: scanner.tape)
    return (isComplete ? JSONNode(document: document, index: 0) : nil, document.problems(scanner.errors))
  }
}

extension SourceFile {
  /// The document as text, for the places of its problems: a binary property list as XML. One that can't be read stays
  /// as it is, and reading it reports the reason.
  package var legible: SourceFile { (try? BinaryPropertyList.legible(self).get()) ?? self }

  /// Indicates whether the file is a property list.
  package var isPropertyList: Bool { PropertyListReader.isPropertyList(bytes) }
}
