internal import Synchronization

/// A place in a document: line and column count from 1, the column in characters.
package struct SourceLocation: Sendable, Hashable {
  package let file: String
  package let line: Int
  package let column: Int
  /// A JSON pointer; empty for the whole document and for files that are not JSON.
  package let pointer: String

  package init(file: String, line: Int, column: Int, pointer: String = "") {
    (self.file, self.line, self.column, self.pointer) = (file, line, column, pointer)
  }

  package init(file: String, at position: TextPosition, pointer: String = "") {
    self.init(file: file, line: position.line, column: position.column, pointer: pointer)
  }
}

/// An error in a document, a warning or a note.
package struct Problem: Sendable, Hashable, Error {
  package enum Severity: String, Sendable, Hashable, CaseIterable {
    case error, warning, note
  }

  package let severity: Severity
  /// A stable word for programs, such as `unknown-property`.
  package let code: String
  package let place: SourceLocation
  /// A sentence with the problem and, if one is near, the right name.
  package let message: String
  /// The line with a caret under the place; empty if there is no text to show.
  package let frame: String
  /// The word of the document at the place; nil if there is none or it is unknown.
  package let word: ProblemWord?

  package init(
    _ severity: Severity = .error, code: String, place: SourceLocation, message: String, frame: String = "",
    word: ProblemWord? = nil
  ) {
    self.severity = severity
    self.code = code
    self.place = place
    self.message = message
    self.frame = frame
    self.word = word
  }

  package func moved(to place: SourceLocation) -> Problem {
    Problem(severity, code: code, place: place, message: message, frame: frame, word: word)
  }
}

extension Problem {
  /// The problem as `file:line:column: error: sentence`, followed by its frame. It ends without a newline.
  package var text: String {
    let head =
      "\(place.file.printable):\(place.line):\(place.column): \(severity.rawValue): \(message.printable)"
    return frame.isEmpty ? head : head + "\n" + frame
  }

  /// Writes an object with all properties of the problem.
  package func write(to json: inout JSONWriter) {
    json.object {
      $0.member("severity", severity.rawValue)
      $0.member("code", code)
      $0.member("file", place.file)
      $0.member("line", place.line)
      $0.member("column", place.column)
      writeWord(to: &$0)
      $0.member("pointer", place.pointer)
      $0.member("message", message)
      if !frame.isEmpty { $0.member("frame", frame) }
    }
  }

  /// Writes the length of the word that the problem is about, and its replacement.
  package func writeWord(to json: inout JSONWriter) {
    guard let word else { return }
    json.member("length", word.length)
    if let instead = word.instead { json.member("instead", instead) }
  }
}

/// Warnings and notes of a document that are only counted, and found again when they are read: with their sentences they
/// take several times the memory of the document.
package final class DeferredProblems: Sendable {
  /// Their severities; nil until they are counted.
  private let severities: Mutex<[Problem.Severity]?>
  private let find: @Sendable (_ hasWords: Bool) -> [Problem]

  /// - Parameters:
  ///   - severities: The severities of the problems, which all differ; nil to count them later.
  ///   - find: A closure that returns the problems. Without words they are found sooner.
  package init(
    _ severities: [Problem.Severity]?, _ find: @escaping @Sendable (_ hasWords: Bool) -> [Problem]
  ) {
    self.severities = Mutex(severities)
    self.find = find
  }

  fileprivate var problems: [Problem] { find(true) }

  fileprivate var known: [Problem.Severity]? { severities.withLock { $0 } }

  fileprivate func count() {
    guard known == nil else { return }
    let found = find(false)
    let isClear = Set(found).count == found.count
    let counted = (isClear ? found : Array(Set(find(true)))).map(\.severity)
    severities.withLock { $0 = counted }
  }
}

/// The problems of documents, by the names of these.
package struct ProblemTable: Sendable {
  package private(set) var byFile: PersistentMap<String, [Problem]> = [:]
  private var deferred: PersistentMap<String, DeferredProblems> = [:]
  /// The numbers of problems that are not deferred.
  private var counts: [Problem.Severity: Int] = [:]

  package init() {}

  package init(_ problems: [Problem]) {
    for (file, found) in Dictionary(grouping: problems, by: \.place.file) { self[file] = found }
  }

  /// The problems of a document, in the order of their places and, at equal places, as they were added.
  package subscript(file: String) -> [Problem] {
    get {
      let known = byFile[file] ?? []
      return deferred[file].map { Self.inOrder(known + $0.problems) } ?? known
    }
    set { set(newValue, nil, of: file) }
  }

  /// Replaces the problems of a document.
  /// - Parameter later: those that are found again when they are read; none of them is an error or among the others.
  package mutating func set(_ problems: [Problem], _ later: DeferredProblems?, of file: String) {
    count(of: file, by: -1)
    if !problems.isEmpty || byFile[file] != nil {
      byFile[file] = problems.isEmpty ? nil : Self.inOrder(problems)
    }
    let isEmpty = later?.known?.isEmpty ?? (later == nil)
    if !isEmpty || deferred[file] != nil { deferred[file] = isEmpty ? nil : later }
    count(of: file, by: 1)
  }

  private mutating func count(of file: String, by step: Int) {
    for problem in byFile[file] ?? [] { counts[problem.severity, default: 0] += step }
  }

  package var all: [Problem] { Set(byFile.keys + deferred.keys).sorted().flatMap { self[$0] } }

  /// Returns the errors of all documents, and the other problems of one.
  package func errors(andAllIn file: String? = nil) -> [Problem] {
    Set(byFile.keys + [file].compactMap(\.self)).sorted().flatMap { name in
      name == file ? self[name] : byFile[name]?.filter { $0.severity == .error } ?? []
    }
  }

  package func hasErrors(in file: String) -> Bool {
    byFile[file]?.contains { $0.severity == .error } ?? false
  }

  /// Returns the number of problems of a severity, without those that are counted later.
  package func count(of severity: Problem.Severity) -> Int {
    let kept = counts[severity] ?? 0
    guard severity != .error else { return kept }
    return deferred.values.reduce(kept) { sum, later in
      sum + (later.known?.count { $0 == severity } ?? 0)
    }
  }

  /// Counts the problems that were left for later, as long as a closure allows.
  package func countDeferred(while goesOn: () -> Bool) {
    for later in deferred.values where goesOn() { later.count() }
  }

  /// Returns the number of problems of a document that are found again when they are read; nil if they are not counted yet.
  package func deferredCount(in file: String) -> Int? {
    guard let later = deferred[file] else { return 0 }
    return later.known?.count
  }

  /// Returns each problem once: two themes can be read from the same file.
  private static func inOrder(_ problems: [Problem]) -> [Problem] {
    var seen: Set<Problem> = []
    return problems.filter { seen.insert($0).inserted }.enumerated().sorted { a, b in
      let (first, second) = (a.element.place, b.element.place)
      return (first.line, first.column, a.offset) < (second.line, second.column, b.offset)
    }.map(\.element)
  }
}

/// The word of a document that a problem is about, with its replacement if that is known.
package struct ProblemWord: Sendable, Hashable {
  /// The number of its characters, quotes included.
  package let length: Int
  /// The whole word with the right name in it.
  package let instead: String?

  /// The length of the longest word that has a replacement.
  private static let longest = 1000

  /// Finds the word at an offset of a line: a text with its quotes, or bytes without space and punctuation of JSON.
  /// - Parameter right: the right name, if the problem's message suggests one.
  init?(at offset: Int, upTo end: Int, in bytes: [UInt8], right: String?) {
    let rest = bytes[min(offset, end)..<min(end, offset + Self.longest)]
    guard let first = rest.first else { return nil }
    let isText = first == UInt8(ascii: "\"")
    let word = isText ? Self.text(in: rest) : rest.prefix { !Self.signs.contains($0) }
    guard !word.isEmpty else { return nil }
    let text = String(decoding: word, as: UTF8.self)
    length = text.count
    instead = right.flatMap { Self.corrected(text, to: $0) }
  }

  private static let signs = Set(" \t\r\n{}[]:,".utf8)
  /// The characters that have a meaning in the markup of a property list.
  private static let marks = Set("<>&\"".utf8)
  /// The characters that separate nothing in documents, and may be in a name.
  private static let quotes = Set("'\"\\".utf8)

  private static func isInWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-_".contains(character)
  }

  /// Returns the text that begins here, to the first quote without a backslash before it; nothing if there is none.
  private static func text(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var isEscaped = false
    for index in bytes.indices.dropFirst() {
      if !isEscaped, bytes[index] == UInt8(ascii: "\"") { return bytes[...index] }
      isEscaped = !isEscaped && bytes[index] == UInt8(ascii: "\\")
    }
    return []
  }

  /// Returns the word with the right name in it, written as the document writes a text; nil if it is not clear which
  /// part of the word is nearly that name.
  private static func corrected(_ word: String, to right: String) -> String? {
    let isText = word.utf8.first == UInt8(ascii: "\"")
    // Outside of quotation marks such signs have no spelling.
    guard isText || right.utf8.allSatisfy({ !signs.contains($0) && !marks.contains($0) }) else { return nil }
    let written = isText ? JSONWriter.content(of: right) : right
    if isText, word.utf8.count > 1, let whole = corrected(text: word, to: right, written) { return whole }
    let parts = word.split { !isInWord($0) }
    let near = parts.filter { isNear($0, right) }
    guard near.count == 1, let part = near.first else { return nil }
    return String(word[..<part.startIndex] + written + word[part.endIndex...])
  }

  /// Returns a text with the right name in the place of the whole name, which may be in a reference such as
  /// `{dad's/30%}`; nil if the two differ too much, or if only a part of the text may be meant.
  private static func corrected(text: String, to right: String, _ written: String) -> String? {
    let content = JSONEscapes.decoded(Array(text.utf8).dropFirst().dropLast())
    guard content.contains(where: { quotes.contains($0) }) || !right.allSatisfy({ isInWord($0) }) else {
      return nil
    }
    let name = content.drop { $0 == UInt8(ascii: "{") }.prefix { $0 != UInt8(ascii: "}") }
    // A last part that ends in this sign is an opacity.
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
