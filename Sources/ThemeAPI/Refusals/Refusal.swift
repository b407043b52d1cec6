package import Documents
internal import Renderings
internal import Themes

/// Why a request is not answered as asked, told as a problem document (RFC 9457).
package struct Refusal: Error, Sendable, Hashable {
  package let code: RefusalCode
  /// One sentence, with the way out where there is one.
  package let detail: String
  package let problems: [RefusalProblem]
  /// Headers that belong to it, such as `Allow`.
  package var headers: [Request.Field]
  /// Further members of the document, each with its value as JSON.
  package let members: [RefusalMember]

  package init(
    _ code: RefusalCode, _ detail: String, problems: [RefusalProblem] = [], headers: [Request.Field] = [],
    members: [RefusalMember] = []
  ) {
    self.code = code
    self.detail = detail
    self.problems = problems
    self.headers = headers
    self.members = members
  }

  /// The problems of a document that came in a body.
  package init(_ code: RefusalCode, _ detail: String, problems: [Problem]) {
    self.init(code, detail, problems: problems.map { RefusalProblem($0) })
  }

  package var reply: Reply {
    .fresh(status: code.status, document, .problem, headers: headers)
  }

  private var document: [UInt8] {
    var json = JSONWriter()
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
