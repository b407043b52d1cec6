/// The guides that the program carries, in the order in which they are listed.
enum DocsGuide: String, CaseIterable {
  case themes, formats, `protocol`, clients, access, operating, replicas
  case threatModel = "threat-model"
  case changelog

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
    let guides = DocsGuide.allCases.map { (name: $0.rawValue, title: markdown(of: $0).title) }
    return DocsFrame(template: docs, guides: guides, root: root)
  }

  func page(of guide: DocsGuide) -> [UInt8] {
    let page = markdown(of: guide)
    let links = page.headings(of: 2).map {
      "<li><a href=\"#\(HTMLText.anchor($0))\">\(HTMLText.inline($0))</a></li>\n"
    }
    return docsFrame(root: "../").page(
      page.title, contents: "<ul>\n\(links.joined())</ul>\n", content: page.html)
  }

  private func markdown(of guide: DocsGuide) -> MarkdownPage {
    let text = String(decoding: guides[guide] ?? [], as: UTF8.self)
    return MarkdownPage(blocks: MarkdownBlock.all(in: text), link: DocsGuide.target)
  }
}
