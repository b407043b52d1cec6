/// Reads JSON exactly as RFC 8259 says it, with a place for every value.
///
/// No comments, no trailing commas, no byte order mark, no name twice in one object, no lone surrogates.
/// Where such a slip leaves no doubt about what was meant, reading goes on and the rest of the file gets
/// its own problems; the slip is an error all the same.
package enum JSONReader {
  /// Four mebibytes: larger files are not looked at.
  package static let largestFile = 4 << 20
  /// The maximum depth of nested objects and arrays.
  package static let deepest = 64

  /// The document's value, with every problem. There is no value when reading had to stop.
  ///
  /// - Parameters:
  ///   - deepest: for what is no file and may be nested deeper.
  ///   - lastComma: what a comma after the last item is. Files that Apple's parser has read so far have some.
  ///   - part: which file of a document in several files it is, from 1.
  package static func read(
    _ file: SourceFile, deepest: Int = deepest, lastComma: Problem.Severity = .error, part: Int = 0
  ) -> (root: JSONNode?, problems: [Problem]) {
    let text = SourceText(file, part: part)
    if let problem = text.tooLarge { return (nil, [problem]) }
    var scanner = JSONScanner(sizeHint: file.bytes.count, deepest: deepest, lastComma: lastComma)
    let isComplete = scanner.scan(file.bytes.span)
    let document = JSONDocument(text: text, tape: scanner.tape)
    let problems = document.problems(scanner.slips)
    return (isComplete ? JSONNode(document: document, index: 0) : nil, problems)
  }

  /// The value that a text begins with, and where it ends. What comes after it is not read.
  package static func first(in bytes: ArraySlice<UInt8>) -> (value: JSONNode, end: Int)? {
    var scanner = JSONScanner(sizeHint: 0)
    guard scanner.scan(bytes.span) else { return nil }
    let text = SourceText(SourceFile(name: "", bytes: Array(bytes.prefix(scanner.position))))
    let document = JSONDocument(text: text, tape: scanner.tape)
    return (JSONNode(document: document, index: 0), bytes.startIndex + scanner.position)
  }

  /// The values of a document in its order; none where it is neither JSON nor a property list.
  package static func tape(of file: SourceFile) -> [JSONToken] {
    guard !file.isPropertyList else {
      var scanner = PropertyListScanner(file.bytes)
      return scanner.scan() ? scanner.tape : []
    }
    var scanner = JSONScanner(sizeHint: file.bytes.count)
    let isComplete = scanner.scan(file.bytes.span)
    return isComplete ? scanner.tape : []
  }
}

/// Something in a text that its grammar does not allow.
struct JSONSlip: Error {
  package let code: String
  package let offset: Int
  /// The value or name on the tape that it belongs to.
  package let near: Int?
  package let message: String
  package var severity = Problem.Severity.error
}
