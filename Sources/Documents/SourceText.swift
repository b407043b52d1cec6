internal import Synchronization

/// A document that is being read: it turns offsets into places.
package final class SourceText: Sendable {
  package let file: SourceFile
  /// The number of the file in a document of several files, from 1; 0 for a document of one file, and for a whole one.
  package let part: Int
  /// The lines, which are found when the first place is requested: a document without problems needs few.
  private let lines = Mutex<Lines?>(nil)
  /// The values of JSON, or of a property list, in file order; none of any other text.
  private let tape = Mutex<[JSONToken]?>(nil)
  /// The texts of the document's files that were needed so far, by number.
  private let parts = Mutex<[Int: SourceText]>([:])

  package init(_ file: SourceFile, part: Int = 0) { (self.file, self.part) = (file, part) }

  /// Returns the text that a position is in.
  private func text(of position: TextPosition) -> SourceText {
    guard position.part != part, file.parts.indices.contains(position.part - 1) else { return self }
    return parts.withLock { parts in
      if let known = parts[position.part] { return known }
      let found = SourceText(file.parts[position.part - 1], part: position.part)
      parts[position.part] = found
      return found
    }
  }

  /// The problem of a file that is too large to be read.
  package var tooLarge: Problem? {
    guard file.bytes.count > JSONReader.largestFile else { return nil }
    // The size is unknown: files on disk are not read beyond this.
    let message =
      "The file is larger than 4 MiB, \(JSONReader.largestFile) bytes, which is the most that is read."
    return Problem(
      code: "file-too-large", place: SourceLocation(file: file.name, line: 1, column: 1), message: message)
  }

  package func place(at offset: Int, pointer: String = "") -> SourceLocation {
    SourceLocation(file: file.name, at: position(of: offset), pointer: pointer)
  }

  package func position(of offset: Int) -> TextPosition {
    let (line, column) = knownLines.position(of: offset, in: file.bytes)
    return TextPosition(line: line, column: column, part: part)
  }

  /// Returns the place of a position, with its pointer.
  package func place(at position: TextPosition) -> SourceLocation {
    let text = text(of: position)
    let pointer = text.pointer(to: text.offset(of: position))
    return SourceLocation(file: text.file.name, at: position, pointer: pointer)
  }

  package func problem(
    _ severity: Problem.Severity = .error, code: String, at offset: Int, pointer: String = "",
    _ message: Message
  ) -> Problem {
    problem(severity, code: code, at: place(at: offset, pointer: pointer), offset, message)
  }

  /// Returns a problem at a position that was found earlier.
  package func problem(
    _ severity: Problem.Severity, code: String, at position: TextPosition, _ message: Message
  ) -> Problem {
    let text = text(of: position)
    return text.problem(severity, code: code, at: place(at: position), text.offset(of: position), message)
  }

  private func offset(of position: TextPosition) -> Int {
    knownLines.offset(line: position.line, column: position.column, in: file.bytes)
  }

  /// Returns the value of the member whose name is at a position; nil if there is no name. Nothing else is read.
  package func member(at position: TextPosition) -> JSONNode? {
    let text = text(of: position)
    let bytes = text.file.bytes
    let start = text.offset(of: position) - (JSON5.isNamed(text.file.name) ? 1 : 0)
    guard start >= 0, let name = JSONReader.first(in: bytes[start...]), name.value.kind == .string else {
      return nil
    }
    let rest = bytes[name.end...].drop { " \t\r\n".utf8.contains($0) }
    return rest.first == UInt8(ascii: ":") ? JSONReader.first(in: rest.dropFirst())?.value : nil
  }

  /// Returns the pointer of the value or name that begins at an offset, or of the last one before it.
  private func pointer(to offset: Int) -> String {
    let tape = knownTape
    guard !tape.isEmpty else { return "" }
    let index = tape.prefixCount { $0.start <= offset } - 1
    return JSONDocument(text: self, tape: tape).pointer(to: max(0, index))
  }

  private func problem(
    _ severity: Problem.Severity, code: String, at place: SourceLocation, _ offset: Int, _ message: Message
  ) -> Problem {
    let range = knownLines.range(around: offset, in: file.bytes)
    return Problem(
      severity, code: code, place: place, message: message.description,
      frame: CodeFrame.text(line: place.line, range: range, caret: offset, in: file.bytes),
      word: ProblemWord(
        at: offset, upTo: range.upperBound, in: file.bytes, right: message.suggestion))
  }

  private var knownTape: [JSONToken] { Self.known(in: tape) { file.tape } }
  private var knownLines: Lines { Self.known(in: lines) { Lines(of: file.bytes) } }

  private static func known<Value: Sendable>(in value: borrowing Mutex<Value?>, _ make: () -> Value) -> Value
  {
    value.withLock { value in
      let known = value ?? make()
      value = known
      return known
    }
  }
}

/// A place in a text for a problem that is found later.
package struct SourceAnchor: Sendable {
  package let text: SourceText
  package let offset: Int
  package let pointer: String

  package init(_ text: SourceText, offset: Int, pointer: String = "") {
    self.text = text
    self.offset = offset
    self.pointer = pointer
  }

  package init(_ node: JSONNode) {
    self.init(
      node.document.text, offset: node.document.start(of: node.index),
      pointer: node.document.pointer(to: node.index))
  }

  package var place: SourceLocation { text.place(at: offset, pointer: pointer) }

  package func problem(_ severity: Problem.Severity = .error, code: String, _ message: Message) -> Problem {
    text.problem(severity, code: code, at: offset, pointer: pointer, message)
  }
}
