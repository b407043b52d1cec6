internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `GET /docs`: the interface as a page, which loads nothing from other servers.
struct GetDocs: ReadingEndpoint {
  private let operations: [Operation]

  init(_ operations: [Operation]) { self.operations = operations }

  let operation = Operation(
    .get, "/docs", id: "getDocs", tag: "Service", summary: "This interface as a page", access: .open,
    answers: [.init(200, "A page.", media: [.init(.html, .string)]), .unchanged])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let operations = operations + [operation]
    return Representation(key: "docs", type: .html, headers: PagePolicy.docs) { () throws(Refusal) in
      let web = call.services.web
      return DocsPage(
        frame: web.docsFrame(root: ""), operations: operations, examples: DocsExample.all(in: web.examples),
        version: call.services.version
      ).bytes
    }
  }
}

/// Writes the operations as one page of HTML. The refusals are listed once.
struct DocsPage {
  let frame: DocsFrame
  let operations: [Operation]
  let examples: [String: DocsExample]
  let version: String

  var bytes: [UInt8] {
    var tags: [String] = []
    for operation in operations where !tags.contains(operation.tag) { tags.append(operation.tag) }
    var page =
      "<h1>Livery: the interface</h1>\n<p>Version \(HTMLText.escaped(version)). For machines: "
      + "<a href=\"\(frame.root)openapi.json\">openapi.json</a>. Each example is an answer of a real server; long "
      + "lists and texts are cut.</p>\n<p>Where 304 can be the answer, a request may carry "
      + "<code>If-None-Match: TAG</code>, and with <code>Prefer: wait=25</code> the answer comes when there is something "
      + "new, at the latest after that many seconds.</p>\n"
    for tag in tags {
      page += "<h2 id=\"\(HTMLText.anchor(tag))\">\(HTMLText.escaped(tag))</h2>\n"
      for operation in operations where operation.tag == tag { page += section(operation) }
    }
    return frame.page("Livery: the interface", contents: contents(tags), content: page + refusals)
  }

  /// The list of all operations by chapters.
  private func contents(_ tags: [String]) -> String {
    let chapters = tags.map { tag in
      let links = operations.filter { $0.tag == tag }.map { operation in
        "<li><a href=\"#\(HTMLText.escaped(operation.id))\"><b>\(operation.method.rawValue)</b> "
          + "\(HTMLText.escaped(operation.pattern))</a></li>\n"
      }
      return
        "<p><a href=\"#\(HTMLText.anchor(tag))\">\(HTMLText.escaped(tag))</a></p>\n<ul>\n\(links.joined())</ul>\n"
    }
    return chapters.joined() + "<p><a href=\"#refusals\">Refusals</a></p>\n"
  }

  private var refusals: String {
    var text =
      "<h2 id=\"refusals\">Refusals</h2>\n<p>A problem document (RFC 9457): <code>detail</code> is a sentence, "
    text += "the end of <code>type</code> is one of these words.</p>\n"
    text += "<table><tr><th>Status</th><th>Word</th><th></th></tr>\n"
    for code in RefusalCode.allCases.sorted(by: { ($0.status, $0.rawValue) < ($1.status, $1.rawValue) }) {
      text +=
        "<tr><td>\(code.status)</td><td><code>\(code.rawValue)</code></td><td>\(HTMLText.escaped(code.title))</td></tr>\n"
    }
    return text + "</table>\n"
  }

  private func section(_ operation: Operation) -> String {
    var text = "<section id=\"\(HTMLText.escaped(operation.id))\"><h3><b>\(operation.method.rawValue)</b> "
    text +=
      "<code>\(HTMLText.escaped(operation.pattern))</code></h3>\n<p>\(HTMLText.inline(operation.summary))</p>\n"
    if !operation.detail.isEmpty { text += "<p>\(HTMLText.inline(operation.detail))</p>\n" }
    if let role = operation.access.role, role != .read {
      text += "<p class=\"note\">Needs a token that may <code>\(role.rawValue)</code>.</p>\n"
    }
    text += parameters(operation)
    for medium in operation.body {
      text += "<p>Body: <code>\(HTMLText.escaped(medium.type.name))</code></p>\n"
      // The example of the whole operation shows JSON.
      if medium.type != .json, let example = medium.example {
        text += "<pre>\(HTMLText.escaped(example))</pre>\n"
      }
    }
    text += "<table><tr><th>Status</th><th>Answer</th></tr>\n"
    for answer in operation.allAnswers where answer.status < 400 {
      let types = answer.media.map { "<code>\(HTMLText.escaped($0.type.name))</code>" }.joined(
        separator: ", ")
      text += "<tr><td>\(answer.status)</td><td>\(HTMLText.inline(answer.summary)) \(types)</td></tr>\n"
    }
    return text + "</table>\n\(examples[operation.id]?.html ?? "")</section>\n"
  }

  private func parameters(_ operation: Operation) -> String {
    let parameters = operation.parameters
    guard !parameters.isEmpty || operation.takesTraits else { return "" }
    var text = "<table><tr><th>Parameter</th><th>In</th><th></th></tr>\n"
    for parameter in parameters {
      let example = parameter.example.map { " Such as <code>\(HTMLText.escaped($0))</code>." } ?? ""
      text +=
        "<tr><td><code>\(HTMLText.escaped(parameter.name))</code>\(parameter.isRequired ? " *" : "")</td>"
      text +=
        "<td>\(parameter.location.rawValue)</td><td>\(HTMLText.inline(parameter.summary))\(example)</td></tr>\n"
    }
    if operation.takesTraits {
      text +=
        "<tr><td><i>each trait</i></td><td>query</td><td>Every trait of the theme's kit, by its own name, "
      text += "such as <code>userInterfaceStyle=dark</code>.</td></tr>\n"
    }
    return text + "</table>\n"
  }
}

/// A request with the response of a real server, from `Web/docs/examples.json`.
struct DocsExample {
  private let node: JSONNode

  /// Returns all examples by the id of the operation.
  static func all(in file: [UInt8]) -> [String: DocsExample] {
    let root = JSONReader.read(SourceFile(name: "examples.json", bytes: file)).root
    let pairs = root.map { $0.members.map { ($0.name, DocsExample(node: $0.value)) } } ?? []
    return Dictionary(pairs) { first, _ in first }
  }

  /// The request, then the response.
  var html: String {
    var request = node["request"]?.string ?? ""
    for header in node["headers"].map({ Array($0.members) }) ?? [] {
      request += "\n\(header.name): \(header.value.string ?? "")"
    }
    if let body = node["body"] { request += "\n\n\(Self.text(of: body))" }
    if let file = node["file"]?.string { request += "\n\n(the bytes of \(file))" }
    let type = node["type"]?.string.map { " \($0)" } ?? ""
    var answer = "\(node["status"]?.integer ?? 0)\(type)"
    if let body = node["answer"] { answer += "\n\n\(Self.text(of: body))" }
    return
      "<pre class=\"request\">\(HTMLText.escaped(request))</pre>\n<pre>\(HTMLText.escaped(answer))</pre>\n"
  }

  private static func text(of body: JSONNode) -> String {
    if let text = body.string { return text }
    var json = JSONWriter(.pretty)
    json.copy(body)
    return json.text
  }
}

extension JSONWriter {
  fileprivate mutating func copy(_ node: JSONNode) {
    switch node.kind {
    case .object:
      object { json in for each in node.members { json.member(each.name) { $0.copy(each.value) } } }
    case .array: array { json in for each in node.items { json.copy(each) } }
    case .string: string(node.string ?? "")
    case .number: number(node.number ?? 0)
    case .bool: bool(node.bool ?? false)
    case .null: null()
    }
  }
}
