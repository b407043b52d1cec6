internal import Documents
internal import Themes

/// A guide as HTML. Only the part of Markdown that the files of `docs` use is read.
struct MarkdownPage {
  private(set) var html = ""
  private(set) var headings: [(level: Int, text: String)] = []
  /// Returns the target of a link, or nil if this server does not serve it.
  private let link: (Substring) -> String?

  init(_ text: String, link: @escaping (Substring) -> String?) {
    self.link = link
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.first {
      if line.isBlank { lines.removeFirst() } else { html += block(line, &lines) + "\n" }
    }
  }

  /// Removes the lines of the next block and returns its HTML.
  private mutating func block(_ line: Substring, _ lines: inout ArraySlice<Substring>) -> String {
    if line.hasPrefix("```") {
      let code = lines.dropFirst().prefix { $0 != "```" }
      lines = lines.dropFirst(code.count + 2)
      // The language comes first, then the file.
      let file = line.split(separator: " ").dropFirst().first
      let name = file.map { "<p class=\"file\">\(HTMLText.code($0))</p>\n" } ?? ""
      return "\(name)<pre>\(HTMLText.escaped(code.joined(separator: "\n")))</pre>"
    }
    if line.hasPrefix("    ") {
      let code = taken({ $0.hasPrefix("    ") }, &lines).map { $0.dropFirst(4) }.joined(separator: "\n")
      return "<pre>\(HTMLText.escaped(code))</pre>"
    }
    if line.hasPrefix("|") {
      let cells = taken({ $0.hasPrefix("|") }, &lines).filter { !$0.isRuler }.map(\.cells)
      let rows = cells.enumerated().map { row($1, as: $0 == 0 ? "th" : "td") }
      return "<table>\n\(rows.joined())</table>"
    }
    if line.listItem != nil { return list(&lines) }
    let level = line.prefix { $0 == "#" }.count
    if level > 0, line.dropFirst(level).first == " " {
      lines.removeFirst()
      let text = line.dropFirst(level + 1)
      headings.append((level, String(text)))
      return "<h\(level) id=\"\(HTMLText.anchor(text))\">\(inline(text))</h\(level)>"
    }
    let own = taken(
      { !$0.isBlank && !$0.hasPrefix("```") && !$0.hasPrefix("|") && $0.listItem == nil }, &lines)
    return "<p>\(inline(own.joined(separator: "\n")[...]))</p>"
  }

  private func taken(
    _ belongs: (Substring) -> Bool, _ lines: inout ArraySlice<Substring>
  ) -> ArraySlice<Substring> {
    let taken = lines.prefix(while: belongs)
    lines = lines.dropFirst(taken.count)
    return taken
  }

  private func list(_ lines: inout ArraySlice<Substring>) -> String {
    let start = lines.first?.listItem?.number
    var items: [String] = []
    while let line = lines.first, !line.isBlank {
      if let item = line.listItem {
        items.append(String(item.text))
      } else if let last = items.popLast() {
        items.append("\(last)\n\(line.drop { $0 == " " })")
      }
      lines.removeFirst()
    }
    let html = items.map { "<li>\(inline($0[...]))</li>\n" }.joined()
    return start.map { "<ol start=\"\($0)\">\n\(html)</ol>" } ?? "<ul>\n\(html)</ul>"
  }

  private func row(_ cells: [String], as tag: String) -> String {
    cells.allSatisfy(\.isEmpty) ? "" : HTMLText.row(cells.map { inline($0[...]) }, as: tag)
  }

  /// Returns text with code, links, strong and emphasized words.
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

  /// Returns the span that begins with a mark, and its end, or nil if the mark is plain text.
  private func span(_ text: Substring) -> (html: String, end: Substring.Index)? {
    if text.hasPrefix("**") { return enclosed(text, by: "**", "strong") }
    switch text.first {
    case "`":
      guard let end = text.dropFirst().firstIndex(of: "`") else { return nil }
      return (HTMLText.code(text[..<end].dropFirst()), text.index(after: end))
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

  /// Returns the link `[words](target)`, or only the words if this server does not serve the target.
  private func anchor(_ text: Substring) -> (html: String, end: Substring.Index)? {
    guard let middle = text.firstRange(of: "]("), let end = text[middle.upperBound...].firstIndex(of: ")")
    else { return nil }
    let words = inline(text[..<middle.lowerBound].dropFirst())
    let target = link(text[middle.upperBound..<end])
    let html = target.map { "<a href=\"\(HTMLText.escaped($0))\">\(words)</a>" } ?? words
    return (html, text.index(after: end))
  }
}

extension Substring {
  fileprivate var isBlank: Bool { allSatisfy { $0 == " " } }

  /// Indicates whether it is the line between the heading and the rows of a table.
  fileprivate var isRuler: Bool { allSatisfy { "|-: ".contains($0) } && contains("-") }

  /// The text after `- ` or `1. ` at the start of a line.
  fileprivate var listItem: (number: Int?, text: Substring)? {
    if hasPrefix("- ") { return (nil, dropFirst(2)) }
    let digits = prefix { $0.isNumber }
    guard let number = Int(digits), dropFirst(digits.count).hasPrefix(". ") else { return nil }
    return (number, dropFirst(digits.count + 2))
  }

  /// The cells of a table row. A bar inside back-ticks does not end a cell.
  fileprivate var cells: [String] {
    var (cells, isCode) = ([""], false)
    for character in dropFirst() {
      if character == "`" { isCode.toggle() }
      if character == "|", !isCode { cells.append("") } else { cells[cells.count - 1].append(character) }
    }
    if let last = cells.last, last[...].isBlank { cells.removeLast() }
    return cells.map { $0.split(separator: " ").joined(separator: " ") }
  }
}

/// Text in a page of HTML.
enum HTMLText {
  /// Returns text escaped for an element or an attribute.
  static func escaped(_ text: some StringProtocol) -> String {
    String(text).written { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: nil
      }
    }
  }

  static func code(_ text: some StringProtocol) -> String { "<code>\(escaped(text))</code>" }

  static func table(_ heads: [String], _ rows: [[String]]) -> String {
    "<table>\(row(heads, as: "th"))\(rows.map { row($0, as: "td") }.joined())</table>\n"
  }

  static func row(_ cells: [String], as tag: String) -> String {
    "<tr>\(cells.map { "<\(tag)>\($0)</\(tag)>" }.joined())</tr>\n"
  }

  /// Returns text in which back-ticks mark code.
  static func inline(_ text: String) -> String {
    let parts = escaped(text).split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { $0.offset % 2 == 1 ? "<code>\($0.element)</code>" : String($0.element) }
      .joined()
  }

  /// Returns the fragment that leads to a heading, as code hosts make it from its words.
  static func anchor(_ heading: some StringProtocol) -> String {
    var anchor = ""
    for character in heading.lowercased() {
      if character == " " { anchor.append("-") }
      if character.isLetter || character.isNumber || character == "-" { anchor.append(character) }
    }
    return anchor
  }
}
