internal import Themes

/// Writes the operations as one page of HTML: a list of them, what each takes and gives, refusals once.
struct DocsPage {
  /// The page around them, which marks their place.
  let template: [UInt8]
  let operations: [Operation]
  let version: String

  var bytes: [UInt8] {
    var tags: [String] = []
    for operation in operations where !tags.contains(operation.tag) { tags.append(operation.tag) }
    var page =
      "<p>Version \(escaped(version)). For machines: <a href=\"/openapi.json\">/openapi.json</a>.</p>\n"
    for tag in tags {
      page += "<h2 id=\"\(anchor(tag))\">\(escaped(tag))</h2>\n"
      for operation in operations where operation.tag == tag { page += section(operation) }
    }
    let frame = String(decoding: template, as: UTF8.self)
      .replacing("<!-- contents -->\n", with: contents(tags))
    return Array(frame.replacing("<!-- operations -->\n", with: page + refusals).utf8)
  }

  /// Every operation by its chapter.
  private func contents(_ tags: [String]) -> String {
    let chapters = tags.map { tag in
      let links = operations.filter { $0.tag == tag }.map { operation in
        "<li><a href=\"#\(escaped(operation.id))\"><b>\(operation.method.rawValue)</b> "
          + "\(escaped(operation.pattern))</a></li>\n"
      }
      return "<p><a href=\"#\(anchor(tag))\">\(escaped(tag))</a></p>\n<ul>\n\(links.joined())</ul>\n"
    }
    return chapters.joined() + "<p><a href=\"#refusals\">Refusals</a></p>\n"
  }

  /// What any operation may answer in place of what it gives, once for all.
  private var refusals: String {
    var text =
      "<h2 id=\"refusals\">Refusals</h2>\n<p>A problem document (RFC 9457): <code>detail</code> is a sentence, "
    text += "the end of <code>type</code> is one of these words.</p>\n"
    text += "<table><tr><th>Status</th><th>Word</th><th></th></tr>\n"
    for code in RefusalCode.allCases.sorted(by: { ($0.status, $0.rawValue) < ($1.status, $1.rawValue) }) {
      text +=
        "<tr><td>\(code.status)</td><td><code>\(code.rawValue)</code></td><td>\(escaped(code.title))</td></tr>\n"
    }
    return text + "</table>\n"
  }

  private func section(_ operation: Operation) -> String {
    var text = "<section id=\"\(escaped(operation.id))\"><h3><b>\(operation.method.rawValue)</b> "
    text += "<code>\(escaped(operation.pattern))</code></h3>\n<p>\(inline(operation.summary))</p>\n"
    if !operation.detail.isEmpty { text += "<p>\(inline(operation.detail))</p>\n" }
    if let role = operation.access.role, role != .read {
      text += "<p class=\"note\">Needs a token that may <code>\(role.rawValue)</code>.</p>\n"
    }
    text += parameters(operation)
    for medium in operation.body?.media ?? [] {
      text += "<p>Body: <code>\(escaped(medium.type.name))</code></p>\n"
      if let example = medium.example { text += "<pre>\(escaped(example))</pre>\n" }
    }
    text += "<table><tr><th>Status</th><th>Answer</th></tr>\n"
    for answer in operation.allAnswers where answer.status < 400 {
      let types = answer.media.map { "<code>\(escaped($0.type.name))</code>" }.joined(separator: ", ")
      text += "<tr><td>\(answer.status)</td><td>\(inline(answer.summary)) \(types)</td></tr>\n"
    }
    return text + "</table></section>\n"
  }

  private func parameters(_ operation: Operation) -> String {
    let parameters = operation.parameters + operation.common
    guard !parameters.isEmpty || operation.takesTraits else { return "" }
    var text = "<table><tr><th>Parameter</th><th>In</th><th></th></tr>\n"
    for parameter in parameters {
      let example = parameter.example.map { " Such as <code>\(escaped($0))</code>." } ?? ""
      text += "<tr><td><code>\(escaped(parameter.name))</code>\(parameter.isRequired ? " *" : "")</td>"
      text += "<td>\(parameter.location.rawValue)</td><td>\(inline(parameter.summary))\(example)</td></tr>\n"
    }
    if operation.takesTraits {
      text +=
        "<tr><td><i>each trait</i></td><td>query</td><td>Every trait of the theme's kit, by its own name, "
      text += "such as <code>userInterfaceStyle=dark</code>.</td></tr>\n"
    }
    return text + "</table>\n"
  }

  private func anchor(_ text: String) -> String { FlatName.color(text).kebab }

  /// Text in which back-ticks mark code.
  private func inline(_ text: String) -> String {
    let parts = escaped(text).split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { $0.offset % 2 == 1 ? "<code>\($0.element)</code>" : String($0.element) }
      .joined()
  }

  private func escaped(_ text: String) -> String {
    text.written { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: nil
      }
    }
  }
}
