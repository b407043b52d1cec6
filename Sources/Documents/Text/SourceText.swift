internal import Synchronization

/// A document while it is read: it turns offsets into places.
package final class SourceText: Sendable {
  package let file: SourceFile
  /// The number of the file in a document of several files, from 1; 0 for a document of one file, and for a whole one.
  package let part: Int
  /// Found at the first question: a document without problems is often never asked.
  private let lines = Mutex<Lines?>(nil)
  /// The values of JSON, or of a property list, in file order; nothing of any other text. Found at the first question.
  private let tape = Mutex<[JSONToken]?>(nil)
  /// The document's files that were needed so far, by number.
  private let parts = Mutex<[Int: SourceText]>([:])

  package init(_ file: SourceFile, part: Int = 0) {
    self.file = file
    self.part = part
  }

  /// The text that a position is in.
  private func text(of position: TextPosition) -> SourceText {
    guard position.part != part, file.parts.indices.contains(position.part - 1) else { return self }
    return parts.withLock { parts in
      if let known = parts[position.part] { return known }
      let found = SourceText(file.parts[position.part - 1], part: position.part)
      parts[position.part] = found
      return found
    }
  }

  /// The problem of a file that is larger than anybody reads, without a look into it.
  package var tooLarge: Problem? {
    guard file.bytes.count > JSONReader.largestFile else { return nil }
    // How much more is not known: of a file on the disk nothing is read beyond this.
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

  /// The place that a position is, with its pointer.
  package func place(at position: TextPosition) -> SourceLocation {
    let text = text(of: position)
    return text.place(at: text.offset(of: position), position)
  }

  private func place(at offset: Int, _ position: TextPosition) -> SourceLocation {
    SourceLocation(file: file.name, at: position, pointer: pointer(to: offset))
  }

  package func problem(
    _ severity: Problem.Severity = .error, code: String, at offset: Int, pointer: String = "",
    _ message: Message
  ) -> Problem {
    problem(severity, code: code, at: place(at: offset, pointer: pointer), offset, message)
  }

  /// A problem at a place of this text that was found earlier.
  package func problem(
    _ severity: Problem.Severity, code: String, at position: TextPosition, _ message: Message
  ) -> Problem {
    let text = text(of: position)
    let offset = text.offset(of: position)
    return text.problem(severity, code: code, at: text.place(at: offset, position), offset, message)
  }

  private func offset(of position: TextPosition) -> Int {
    knownLines.offset(line: position.line, column: position.column, in: file.bytes)
  }

  /// The value of the member whose name stands at a place; nil where no name does. Nothing else is read.
  package func member(at position: TextPosition) -> JSONNode? {
    let text = text(of: position)
    let bytes = text.file.bytes
    guard let name = JSONReader.first(in: bytes[text.offset(of: position)...]), name.value.kind == .string
    else { return nil }
    let rest = bytes[name.end...].drop { " \t\r\n".utf8.contains($0) }
    return rest.first == UInt8(ascii: ":") ? JSONReader.first(in: rest.dropFirst())?.value : nil
  }

  /// The pointer of the value or name that begins at an offset, or of the last one before it.
  private func pointer(to offset: Int) -> String {
    let tape = knownTape
    guard !tape.isEmpty else { return "" }
    let index = Lines.last(in: tape.count) { tape[$0].start <= offset }
    return JSONDocument(text: self, tape: tape).pointer(to: index)
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

  private var knownTape: [JSONToken] {
    tape.withLock { tape in
      if let tape { return tape }
      let found = JSONReader.tape(of: file)
      tape = found
      return found
    }
  }

  private var knownLines: Lines {
    lines.withLock { lines in
      if let lines { return lines }
      let found = Lines(of: file.bytes)
      lines = found
      return found
    }
  }
}

/// A point in a text to which a problem can be pinned later.
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
      node.document.text, offset: node.document.tape[node.index].start,
      pointer: node.document.pointer(to: node.index))
  }

  package var place: SourceLocation { text.place(at: offset, pointer: pointer) }

  package func problem(_ severity: Problem.Severity = .error, code: String, _ message: Message) -> Problem {
    text.problem(severity, code: code, at: offset, pointer: pointer, message)
  }
}
