package import Themes

/// Why a request is not answered as asked, told as a problem document (RFC 9457).
package struct Refusal: Error, Sendable, Hashable {
  package let code: Code
  /// One sentence, with the way out where there is one.
  package let detail: String
  package let problems: [Entry]
  /// Headers that belong to it, such as `Allow`.
  package var headers: [Request.Field]
  /// Further members of the document, each with its value as JSON.
  package let members: [Member]

  /// One of several things wrong.
  package struct Entry: Sendable, Hashable {
    package let pointer: String
    package let line: Int?
    package let column: Int?
    package let message: String

    package init(pointer: String, line: Int? = nil, column: Int? = nil, message: String) {
      self.pointer = pointer
      self.line = line
      self.column = column
      self.message = message
    }
  }

  package struct Member: Sendable, Hashable {
    package let name: String
    package let json: [UInt8]

    package init(_ name: String, json: [UInt8]) {
      self.name = name
      self.json = json
    }
  }

  package init(
    _ code: Code, _ detail: String, problems: [Entry] = [], headers: [Request.Field] = [],
    members: [Member] = []
  ) {
    self.code = code
    self.detail = detail
    self.problems = problems
    self.headers = headers
    self.members = members
  }

  /// The problems of a document that came in a body.
  package init(_ code: Code, _ detail: String, problems: [Problem]) {
    self.init(code, detail, problems: problems.map { Entry($0) })
  }

  package var reply: Reply {
    .fresh(status: code.status, document, .problem, headers: headers)
  }

  private var document: [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("type", code.type)
      json.member("title", code.title)
      json.member("status", code.status)
      json.member("detail", detail)
      for member in members {
        json.name(member.name)
        json.raw(member.json)
      }
      guard !problems.isEmpty else { return }
      json.member("problems") { json in
        json.array { json in for problem in problems { problem.write(to: &json) } }
      }
    }
    return json.finished()
  }
}

extension Refusal.Entry {
  package init(_ problem: Problem) {
    let hasPlace = problem.place.line > 0
    self.init(
      pointer: problem.place.pointer, line: hasPlace ? problem.place.line : nil,
      column: hasPlace ? problem.place.column : nil, message: problem.message)
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("pointer", pointer)
      if let line { json.member("line", line) }
      if let column { json.member("column", column) }
      json.member("message", message)
    }
  }
}
