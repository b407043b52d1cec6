/// The page around the interface and around each guide: a list of what there is beside it.
struct DocsFrame {
  /// HTML with a comment in each place that is filled.
  let template: [UInt8]
  let guides: [(name: String, title: String)]
  /// What leads from the page's own address to the folder that `/docs` is in.
  let root: String

  /// - Parameters:
  ///   - title: what the page is about.
  ///   - contents: the list of what is on it.
  ///   - content: the page itself.
  func page(_ title: String, contents: String, content: String) -> [UInt8] {
    let parts = [
      ("title", HTMLText.escaped(title)), ("root", root), ("guides", list), ("contents", contents),
      ("content", content),
    ]
    var page = String(decoding: template, as: UTF8.self)
    for (name, text) in parts { page = page.replacing("<!-- \(name) -->", with: text) }
    return Array(page.utf8)
  }

  private var list: String {
    let links = guides.map {
      "<li><a href=\"\(root)docs/\($0.name)\">\(HTMLText.escaped($0.title))</a></li>\n"
    }
    return "<ul>\n<li><a href=\"\(root)docs\">The interface</a></li>\n\(links.joined())</ul>\n"
  }
}
