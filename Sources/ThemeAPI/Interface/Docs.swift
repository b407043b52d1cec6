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
    let (operations, services) = (operations + [operation], call.services)
    return Representation(key: "docs", type: .html, headers: PagePolicy.docs) {
      let examples = JSONReader.read(SourceFile(name: "examples.json", bytes: services.web.examples)).root
      return DocsPage(
        web: services.web, operations: operations, examples: examples, version: services.version
      ).bytes
    }
  }
}

/// Writes the operations as one page of HTML. The refusals are listed once.
private struct DocsPage {
  let web: WebResources
  let operations: [Operation]
  /// A request with the response of a real server, by the id of the operation.
  let examples: JSONNode?
  let version: String

  var bytes: [UInt8] {
    let tags = operations.map(\.tag).unique
    var page =
      "<h1>Livery: the interface</h1>\n<p>Version \(HTMLText.escaped(version)). For machines: "
      + "<a href=\"openapi.json\">openapi.json</a>. Each example is a response of a real server; long "
      + "lists and texts are cut.</p>\n<p>Where 304 can be the response, a request may carry "
      + "<code>If-None-Match: TAG</code>, and with <code>Prefer: wait=25</code> the response comes when there is something "
      + "new, at the latest after that many seconds.</p>\n"
    for tag in tags {
      page += "<h2 id=\"\(HTMLText.anchor(tag))\">\(HTMLText.escaped(tag))</h2>\n"
      for operation in operations where operation.tag == tag { page += section(operation) }
    }
    return web.docsPage("Livery: the interface", contents: contents(tags), page + refusals, root: "")
  }

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
    let codes = RefusalCode.allCases.sorted { ($0.status, $0.rawValue) < ($1.status, $1.rawValue) }
    let rows = codes.map { [String($0.status), HTMLText.code($0.rawValue), HTMLText.escaped($0.title)] }
    return
      "<h2 id=\"refusals\">Refusals</h2>\n<p>A problem document (RFC 9457): <code>detail</code> is a sentence, "
      + "the end of <code>type</code> is one of these words.</p>\n"
      + HTMLText.table(["Status", "Word", ""], rows)
  }

  private func section(_ operation: Operation) -> String {
    var text =
      "<section id=\"\(HTMLText.escaped(operation.id))\"><h3><b>\(operation.method.rawValue)</b> "
      + "\(HTMLText.code(operation.pattern))</h3>\n<p>\(HTMLText.inline(operation.summary))</p>\n"
    if !operation.detail.isEmpty { text += "<p>\(HTMLText.inline(operation.detail))</p>\n" }
    if let role = operation.access.role, role != .read {
      text += "<p class=\"note\">Needs a token that may <code>\(role.rawValue)</code>.</p>\n"
    }
    text += parameters(operation)
    for medium in operation.body {
      text += "<p>Body: \(HTMLText.code(medium.type.name))</p>\n"
      // The example of the whole operation shows JSON.
      if medium.type != .json, let example = medium.example {
        text += "<pre>\(HTMLText.escaped(example))</pre>\n"
      }
    }
    let answers = operation.allAnswers.filter { $0.status < 400 }.map { answer in
      let types = answer.media.map { HTMLText.code($0.type.name) }.joined(separator: ", ")
      return [String(answer.status), "\(HTMLText.inline(answer.summary)) \(types)"]
    }
    return text + HTMLText.table(["Status", "Answer"], answers)
      + "\(examples?[operation.id].map(Self.example) ?? "")</section>\n"
  }

  private func parameters(_ operation: Operation) -> String {
    var rows = operation.parameters.map { parameter in
      let example = parameter.example.map { " Such as \(HTMLText.code($0))." } ?? ""
      return [
        HTMLText.code(parameter.name) + (parameter.isRequired ? " *" : ""), parameter.location.rawValue,
        HTMLText.inline(parameter.summary) + example,
      ]
    }
    if operation.takesTraits {
      rows.append([
        "<i>each trait</i>", "query",
        "Every trait of the theme's kit, by its own name, such as <code>userInterfaceStyle=dark</code>.",
      ])
    }
    return rows.isEmpty ? "" : HTMLText.table(["Parameter", "In", ""], rows)
  }

  private static func example(_ node: JSONNode) -> String {
    var request = node["request"]?.string ?? ""
    for header in node["headers"].map({ Array($0.members) }) ?? [] {
      request += "\n\(header.name): \(header.value.string ?? "")"
    }
    if let body = node["body"] { request += "\n\n\(text(of: body))" }
    if let file = node["file"]?.string { request += "\n\n(the bytes of \(file))" }
    let type = node["type"]?.string.map { " \($0)" } ?? ""
    var answer = "\(node["status"]?.integer ?? 0)\(type)"
    if let body = node["answer"] { answer += "\n\n\(text(of: body))" }
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

/// `GET /docs/{guide}`: a guide of the folder `docs` as a page.
struct GetGuide: ReadingEndpoint {
  let operation = Operation(
    .get, "/docs/{guide}", id: "getGuide", tag: "Service", summary: "A guide as a page", access: .open,
    parameters: [
      .init(
        .path, "guide", "Which guide.", schema: .words(DocsGuide.allCases.map(\.rawValue)), example: "themes")
    ],
    ignoresUnknownParameters: true,
    answers: [.init(200, "A page.", media: [.init(.html, .string)]), .unchanged], refuses: [404])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let name = call.captures[0]
    guard let guide = DocsGuide(rawValue: name) else {
      throw .unknown(.notFound, "guide", name, among: DocsGuide.allCases.map(\.rawValue))
    }
    return Representation(key: "docs \(name)", type: .html, headers: PagePolicy.docs) {
      call.services.web.page(of: guide)
    }
  }
}

/// The guides that the program contains, in the order in which they are listed.
enum DocsGuide: String, CaseIterable {
  case themes, tokens, formats, `protocol`, clients, frameworks, access, operating, replicas
  case threatModel = "threat-model"
  case changelog

  /// Returns the relative address of a page whose path was requested with a slash at its end, or nil if there is none. The
  /// client is redirected, because the links of the page are relative.
  static func page(before path: String) -> String? {
    guard path.hasPrefix("/docs/"), path.hasSuffix("/") else { return nil }
    if path == "/docs/" { return "../docs" }
    return DocsGuide(rawValue: String(path.dropFirst("/docs/".count).dropLast())).map { "../\($0.rawValue)" }
  }

  /// Returns the target of a link in a guide, relative to a guide's address, or nil if it is not served.
  static func target(of link: Substring) -> String? {
    if link.hasPrefix("https://") || link.hasPrefix("#") { return String(link) }
    let parts = link.split(separator: "#", maxSplits: 1)
    guard let file = parts.first?.split(separator: "/").last, file.hasSuffix(".md"),
      let guide = DocsGuide(rawValue: file.dropLast(3).lowercased())
    else { return nil }
    return ([guide.rawValue] + parts.dropFirst().map(String.init)).joined(separator: "#")
  }
}

extension WebResources {
  func page(of guide: DocsGuide) -> [UInt8] {
    let text = String(decoding: guides[guide] ?? [], as: UTF8.self)
    let page = MarkdownPage(text, link: DocsGuide.target)
    let links = page.headings.filter { $0.level == 2 }.map { heading in
      "<li><a href=\"#\(HTMLText.anchor(heading.text))\">\(HTMLText.inline(heading.text))</a></li>\n"
    }
    return docsPage(title(of: guide), contents: "<ul>\n\(links.joined())</ul>\n", page.html, root: "../")
  }

  /// Fills the places of the template of the interface and the guides.
  /// - Parameter root: the path from the page to the folder that `/docs` is in.
  func docsPage(_ title: String, contents: String, _ content: String, root: String) -> [UInt8] {
    let guides = DocsGuide.allCases.map { guide in
      "<li><a href=\"\(root)docs/\(guide.rawValue)\">\(HTMLText.escaped(self.title(of: guide)))</a></li>\n"
    }
    let list = "<ul>\n<li><a href=\"\(root)docs\">The interface</a></li>\n\(guides.joined())</ul>\n"
    let parts = [
      ("title", HTMLText.escaped(title)), ("root", root), ("guides", list), ("contents", contents),
      ("content", content),
    ]
    var page = String(decoding: docs, as: UTF8.self)
    for (name, text) in parts { page = page.replacing("<!-- \(name) -->", with: text) }
    return Array(page.utf8)
  }

  /// Returns the first line of a guide, which is its heading, without `# `.
  private func title(of guide: DocsGuide) -> String {
    String(decoding: (guides[guide] ?? []).prefix { $0 != UInt8(ascii: "\n") }.dropFirst(2), as: UTF8.self)
  }
}
