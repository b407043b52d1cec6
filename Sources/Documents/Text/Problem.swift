/// A position in a document that somebody wrote: line and column count from 1, the column in characters.
package struct SourceLocation: Sendable, Hashable {
  package let file: String
  package let line: Int
  package let column: Int
  /// A JSON pointer; empty for the whole document and for files that are not JSON.
  package let pointer: String

  package init(file: String, line: Int, column: Int, pointer: String = "") {
    self.file = file
    self.line = line
    self.column = column
    self.pointer = pointer
  }

  package init(file: String, at position: TextPosition, pointer: String = "") {
    self.init(file: file, line: position.line, column: position.column, pointer: pointer)
  }
}

/// Something wrong, or worth knowing, in a document.
package struct Problem: Sendable, Hashable, Error {
  package enum Severity: String, Sendable, Hashable, CaseIterable {
    case error, warning, note
  }

  package let severity: Severity
  /// A stable word for machines, such as `unknown-property`.
  package let code: String
  package let place: SourceLocation
  /// One sentence: what is wrong and, where one is near, the right name.
  package let message: String
  /// The line in question with a caret under the place; empty where there is no text to show.
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

  /// Returns the same problem at another place of the same text.
  package func moved(to place: SourceLocation) -> Problem {
    Problem(severity, code: code, place: place, message: message, frame: frame, word: word)
  }
}
