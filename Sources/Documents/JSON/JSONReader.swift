/// A reader of JSON as RFC 8259 defines it, with a place for every value.
///
/// It accepts no comments, trailing commas, byte order marks, repeated names or lone surrogates. If such an error leaves
/// no doubt about the meaning, reading continues and the rest of the file gets its own problems.
package enum JSONReader {
  /// The most bytes of a file that is read.
  package static let largestFile = 4 << 20
  /// The maximum depth of nested objects and arrays.
  package static let deepest = 64

  /// Returns the document's value, with every problem. There is no value if reading had to stop.
  ///
  /// - Parameters:
  ///   - deepest: the maximum depth, which is larger for input that is no file.
  ///   - lastComma: the severity of a comma after the last item. Apple's parser takes it.
  ///   - part: the number of the file in a document of several files, from 1.
  package static func read(
    _ file: SourceFile, deepest: Int = deepest, lastComma: Problem.Severity = .error, part: Int = 0
  ) -> (root: JSONNode?, problems: [Problem]) {
    let text = SourceText(file, part: part)
    if let problem = text.tooLarge { return (nil, [problem]) }
    var scanner = JSONScanner(sizeHint: file.bytes.count, deepest: deepest, lastComma: lastComma)
    let isComplete = scanner.scan(file.bytes.span)
    let document = JSONDocument(text: text, tape: scanner.tape)
    let problems = document.problems(scanner.errors)
    return (isComplete ? JSONNode(document: document, index: 0) : nil, problems)
  }

  /// Returns the value that a text begins with, and its end. The rest of the text is not read.
  package static func first(in bytes: ArraySlice<UInt8>) -> (value: JSONNode, end: Int)? {
    var scanner = JSONScanner(sizeHint: 0)
    guard scanner.scan(bytes.span) else { return nil }
    let text = SourceText(SourceFile(name: "", bytes: Array(bytes.prefix(scanner.position))))
    let document = JSONDocument(text: text, tape: scanner.tape)
    return (JSONNode(document: document, index: 0), bytes.startIndex + scanner.position)
  }
}

struct JSONSyntaxError: Error {
  let code: String
  let offset: Int
  /// The value or name on the tape that it belongs to.
  let near: Int?
  let message: String
  var severity = Problem.Severity.error

  static let most = 1000
}

/// A scanner that writes the values of a text on a tape.
protocol TapeScanner {
  static var code: String { get }
  var errors: [JSONSyntaxError] { get set }
  var position: Int { get }
  /// The innermost open container on the tape.
  var innermost: Int? { get }
}

extension TapeScanner {
  /// Adds an error after which reading continues; throws at the limit of errors.
  mutating func note(
    _ message: String, at offset: Int, near: Int? = nil, code: String? = nil,
    severity: Problem.Severity = .error
  ) throws(JSONSyntaxError) {
    guard errors.count < JSONSyntaxError.most else {
      throw error("There are more than \(JSONSyntaxError.most) problems; reading stopped here.")
    }
    errors.append(
      JSONSyntaxError(
        code: code ?? Self.code, offset: offset, near: near ?? innermost, message: message, severity: severity
      ))
  }

  /// Returns an error at which reading stops.
  func error(_ message: String, at offset: Int? = nil, code: String? = nil) -> JSONSyntaxError {
    JSONSyntaxError(code: code ?? Self.code, offset: offset ?? position, near: innermost, message: message)
  }
}

/// Finds repeated names in an object.
enum JSONNames {
  /// The most names that are compared in pairs, most of them by their small hashes alone.
  private static let few = 48

  /// A few bits of a name, so that most unequal ones need no comparison.
  static func smallHash(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    guard start < end else { return 0 }
    let middle = bytes[start + (end - start) / 2]
    return (end - start) & 0xff | Int(bytes[start]) << 8 | Int(middle) << 16 | Int(bytes[end - 1]) << 24
  }

  /// Returns the tape indices of names that an earlier member of the same object has.
  static func repeated(in tape: [JSONToken], object: Int, count: Int, _ bytes: Span<UInt8>) -> [Int] {
    var keys: [Int] = []
    keys.reserveCapacity(count)
    var index = object + 1
    while index < tape[object].end {
      keys.append(index)
      index = tape[index + 1].isContainer ? tape[index + 1].end : index + 2
    }
    if count > few || keys.contains(where: { tape[$0].shape == .escapedString }) {
      var seen: Set<[UInt8]> = []
      return keys.filter { !seen.insert(content(tape[$0], bytes)).inserted }
    }
    var repeated: [Int] = []
    for later in keys.indices.dropFirst() {
      for earlier in 0..<later where isEqual(tape[keys[earlier]], tape[keys[later]], bytes) {
        repeated.append(keys[later])
        break
      }
    }
    return repeated
  }

  private static func isEqual(_ a: JSONToken, _ b: JSONToken, _ bytes: Span<UInt8>) -> Bool {
    guard a.ordinal == b.ordinal, a.end - a.start == b.end - b.start else { return false }
    for offset in 0..<(a.end - a.start) where bytes[a.start + offset] != bytes[b.start + offset] {
      return false
    }
    return true
  }

  private static func content(_ token: JSONToken, _ bytes: Span<UInt8>) -> [UInt8] {
    var content: [UInt8] = []
    content.reserveCapacity(token.end - token.start)
    for offset in (token.start + 1)..<max(token.start + 1, token.end) { content.append(bytes[offset]) }
    return token.shape == .escapedString ? JSONEscapes.decoded(content[...]) : content
  }

  /// A name in single quotes for a message, cut when it is long.
  static func quoted(_ token: JSONToken, _ bytes: Span<UInt8>) -> String {
    Quoted.name(String(decoding: content(token, bytes), as: UTF8.self))
  }
}
