/// The guides that the program carries, in the order in which they are listed.
enum DocsGuide: String, CaseIterable {
  case themes, tokens, formats, `protocol`, clients, access, operating, replicas
  case threatModel = "threat-model"
  case changelog

  /// The page of a path that has a slash too many at its end, as seen from there; nil for what is no page with one. The
  /// page itself would not do: its links are relative.
  static func page(before path: String) -> String? {
    guard path.hasPrefix("/docs/"), path.hasSuffix("/") else { return nil }
    if path == "/docs/" { return "../docs" }
    return DocsGuide(rawValue: String(path.dropFirst("/docs/".count).dropLast())).map { "../\($0.rawValue)" }
  }

  /// Where a link of a guide leads, from another guide's address; nil for what is not served.
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
  /// The page around the interface or a guide.
  /// - Parameter root: what leads from its address to the folder that `/docs` is in.
  func docsFrame(root: String) -> DocsFrame {
    let guides = DocsGuide.allCases.map { (name: $0.rawValue, title: title(of: $0)) }
    return DocsFrame(template: docs, guides: guides, root: root)
  }

  func page(of guide: DocsGuide) -> [UInt8] {
    let page = markdown((guides[guide] ?? [])[...])
    let links = page.headings(of: 2).map {
      "<li><a href=\"#\(HTMLText.anchor($0))\">\(HTMLText.inline($0))</a></li>\n"
    }
    return docsFrame(root: "../").page(
      page.title, contents: "<ul>\n\(links.joined())</ul>\n", content: page.html)
  }

  /// The first line of a guide is its heading; the list on every page needs no more of all the others.
  private func title(of guide: DocsGuide) -> String {
    markdown((guides[guide] ?? []).prefix { $0 != UInt8(ascii: "\n") }).title
  }

  private func markdown(_ bytes: ArraySlice<UInt8>) -> MarkdownPage {
    let text = String(decoding: bytes, as: UTF8.self)
    return MarkdownPage(blocks: MarkdownBlock.all(in: text), link: DocsGuide.target)
  }
}
