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
    let problems = document.problems(scanner.errors)
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
struct JSONSyntaxError: Error {
  package let code: String
  package let offset: Int
  /// The value or name on the tape that it belongs to.
  package let near: Int?
  package let message: String
  package var severity = Problem.Severity.error
}

/// Finds names that stand twice in one object.
enum JSONNames {
  /// Up to here every name is compared with every other; beyond, comparing their hashes is quicker.
  private static let few = 12

  /// A few bits of a name, so that most unequal ones need no comparison.
  static func smallHash(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    guard start < end else { return 0 }
    let middle = bytes[start + (end - start) / 2]
    return (end - start) & 0xff | Int(bytes[start]) << 8 | Int(middle) << 16 | Int(bytes[end - 1]) << 24
  }

  /// The tape indices of names that an earlier member of the same object has.
  package static func repeated(in tape: [JSONToken], object: Int, count: Int, _ bytes: Span<UInt8>) -> [Int] {
    var keys: [Int] = []
    keys.reserveCapacity(count)
    var index = object + 1
    while index < tape[object].end {
      keys.append(index)
      index = tape[index + 1].isContainer ? tape[index + 1].end : index + 2
    }
    let hasEscapes = keys.contains { tape[$0].shape == .escapedString }
    return count > few || hasEscapes
      ? repeatedByHash(keys, tape, bytes) : repeatedInPairs(keys, tape, bytes)
  }

  private static func repeatedInPairs(_ keys: [Int], _ tape: [JSONToken], _ bytes: Span<UInt8>) -> [Int] {
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

  /// Finds equal names side by side in a list that is sorted by hashes. A set of names would take several times
  /// their size.
  private static func repeatedByHash(_ keys: [Int], _ tape: [JSONToken], _ bytes: Span<UInt8>) -> [Int] {
    let hashed = keys.map { (hash: hash(of: tape[$0], bytes), key: $0) }.sorted { $0 < $1 }
    var repeated: [Int] = []
    // Those of one hash that differ: hardly ever more than one.
    var distinct: [Int] = []
    for (index, name) in hashed.enumerated() {
      if index == 0 || hashed[index - 1].hash != name.hash { distinct = [] }
      if distinct.contains(where: { content(tape[$0], bytes) == content(tape[name.key], bytes) }) {
        repeated.append(name.key)
      } else {
        distinct.append(name.key)
      }
    }
    return repeated.sorted()
  }

  private static func hash(of token: JSONToken, _ bytes: Span<UInt8>) -> Int {
    var hash = NameHash()
    if token.shape == .escapedString {
      for byte in content(token, bytes) { hash.add(byte) }
    } else {
      for offset in (token.start + 1)..<max(token.start + 1, token.end) { hash.add(bytes[offset]) }
    }
    return hash.finish()
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

  /// A hash of bytes, eight at a time; text that Unicode calls equivalent has another hash.
  private struct NameHash {
    private var hasher = Hasher()
    private var word: UInt64 = 0
    private var count = 0

    mutating func add(_ byte: UInt8) {
      word = word << 8 | UInt64(byte)
      count += 1
      guard count & 7 == 0 else { return }
      hasher.combine(word)
      word = 0
    }

    consuming func finish() -> Int {
      hasher.combine(word)
      hasher.combine(count)
      return hasher.finalize()
    }
  }
}
