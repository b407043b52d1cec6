package import Documents
internal import Themes

/// One of several things wrong.
package struct RefusalProblem: Sendable, Hashable {
  package let pointer: String
  /// The document; nil where it is the request itself.
  package let file: String?
  package let line: Int?
  package let column: Int?
  package let message: String

  package init(
    pointer: String, file: String? = nil, line: Int? = nil, column: Int? = nil, message: String
  ) {
    self.pointer = pointer
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }
}

extension RefusalProblem {
  package init(_ problem: Problem) {
    let hasPlace = problem.place.line > 0
    self.init(
      pointer: problem.place.pointer, file: problem.place.file.contains("/") ? problem.place.file : nil,
      line: hasPlace ? problem.place.line : nil,
      column: hasPlace ? problem.place.column : nil, message: problem.message)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("pointer", pointer)
      if let file { json.member("file", file) }
      if let line { json.member("line", line) }
      if let column { json.member("column", column) }
      json.member("message", message)
    }
  }
}
