internal import Changes
internal import Documents
internal import Renderings
internal import Themes

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
