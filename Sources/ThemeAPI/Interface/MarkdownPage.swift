/// Writes a guide as HTML.
struct MarkdownPage {
  let blocks: [MarkdownBlock]
  /// Where a link of the guide leads; nil for what this server has not.
  let link: (Substring) -> String?

  /// The guide's own heading.
  var title: String { headings(of: 1).first ?? "" }

  func headings(of level: Int) -> [String] {
    blocks.compactMap { if case .heading(level, let text) = $0 { text } else { nil } }
  }

  var html: String { blocks.map { html($0) + "\n" }.joined() }

  private func html(_ block: MarkdownBlock) -> String {
    switch block {
    case .heading(let level, let text):
      return "<h\(level) id=\"\(HTMLText.anchor(text))\">\(inline(text[...]))</h\(level)>"
    case .paragraph(let text): return "<p>\(inline(text[...]))</p>"
    case .code(let text, let file):
      let name = file.map { "<p class=\"file\"><code>\(HTMLText.escaped($0))</code></p>\n" } ?? ""
      return "\(name)<pre>\(HTMLText.escaped(text))</pre>"
    case .list(let start, let items):
      let lines = items.map { "<li>\(inline($0[...]))</li>\n" }.joined()
      return start.map { "<ol start=\"\($0)\">\n\(lines)</ol>" } ?? "<ul>\n\(lines)</ul>"
    case .table(let rows):
      return
        "<table>\n\(row(rows.first ?? [], as: "th"))\(rows.dropFirst().map { row($0, as: "td") }.joined())</table>"
    }
  }

  private func row(_ cells: [String], as tag: String) -> String {
    guard cells.contains(where: { !$0.isEmpty }) else { return "" }
    return "<tr>\(cells.map { "<\(tag)>\(inline($0[...]))</\(tag)>" }.joined())</tr>\n"
  }

  /// Code, links, strong and stressed words.
  private func inline(_ text: Substring) -> String {
    var html = ""
    var rest = text
    while let mark = rest.firstIndex(where: { "`[*".contains($0) }) {
      html += HTMLText.escaped(rest[..<mark])
      rest = rest[mark...]
      if let (span, end) = span(rest) {
        html += span
        rest = rest[end...]
      } else {
        html += HTMLText.escaped(rest.prefix(1))
        rest.removeFirst()
      }
    }
    return html + HTMLText.escaped(rest)
  }

  /// What begins with a mark, and where it ends; nil where the mark stands for itself.
  private func span(_ text: Substring) -> (html: String, end: Substring.Index)? {
    if text.hasPrefix("**") { return enclosed(text, by: "**", "strong") }
    switch text.first {
    case "`":
      guard let end = text.dropFirst().firstIndex(of: "`") else { return nil }
      return ("<code>\(HTMLText.escaped(text[..<end].dropFirst()))</code>", text.index(after: end))
    case "*": return text.dropFirst().first == " " ? nil : enclosed(text, by: "*", "em")
    default: return anchor(text)
    }
  }

  private func enclosed(
    _ text: Substring, by mark: String, _ tag: String
  ) -> (html: String, end: Substring.Index)? {
    let rest = text.dropFirst(mark.count)
    guard let end = rest.firstRange(of: mark), end.lowerBound > rest.startIndex else { return nil }
    return ("<\(tag)>\(inline(rest[..<end.lowerBound]))</\(tag)>", end.upperBound)
  }

  /// `[words](where)`; the words alone where that leads to nothing that this server has.
  private func anchor(_ text: Substring) -> (html: String, end: Substring.Index)? {
    guard let middle = text.firstRange(of: "]("), let end = text[middle.upperBound...].firstIndex(of: ")")
    else { return nil }
    let words = inline(text[..<middle.lowerBound].dropFirst())
    let target = link(text[middle.upperBound..<end])
    let html = target.map { "<a href=\"\(HTMLText.escaped($0))\">\(words)</a>" } ?? words
    return (html, text.index(after: end))
  }
}
