internal import Synchronization

/// A document while it is read: it turns offsets into places.
package final class SourceText: Sendable {
  package let file: SourceFile
  /// Found at the first question: a document without problems is often never asked.
  private let lines = Mutex<Lines?>(nil)

  package init(_ file: SourceFile) { self.file = file }

  /// The problem of a file that is larger than anybody reads, without a look into it.
  var tooLarge: Problem? {
    guard file.bytes.count > JSONReader.largestFile else { return nil }
    // How much more is not known: of a file on the disk nothing is read beyond this.
    let message =
      "The file is larger than 4 MiB, \(JSONReader.largestFile) bytes, which is the most that is read."
    return Problem(
      code: "file-too-large", place: SourceLocation(file: file.name, line: 1, column: 1), message: message)
  }

  func place(at offset: Int, pointer: String = "") -> SourceLocation {
    let (line, column) = knownLines.position(of: offset, in: file.bytes)
    return SourceLocation(file: file.name, line: line, column: column, pointer: pointer)
  }

  func problem(
    _ severity: Problem.Severity = .error, code: String, at offset: Int, pointer: String = "",
    _ message: String
  ) -> Problem {
    problem(severity, code: code, at: place(at: offset, pointer: pointer), offset, message)
  }

  /// A problem at a place of this text that was found earlier.
  package func problem(
    _ severity: Problem.Severity, code: String, at place: SourceLocation, _ message: String
  ) -> Problem {
    let offset = knownLines.offset(line: place.line, column: place.column, in: file.bytes)
    return problem(severity, code: code, at: place, offset, message)
  }

  private func problem(
    _ severity: Problem.Severity, code: String, at place: SourceLocation, _ offset: Int, _ message: String
  ) -> Problem {
    let range = knownLines.range(around: offset, in: file.bytes)
    return Problem(
      severity, code: code, place: place, message: message,
      frame: CodeFrame.text(line: place.line, range: range, caret: offset, in: file.bytes),
      word: ProblemWord(
        at: offset, upTo: range.upperBound, in: file.bytes, right: NearestName.asked(in: message)))
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
