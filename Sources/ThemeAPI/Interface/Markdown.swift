internal import Documents
internal import Themes

/// A block of a guide. Only the part of Markdown that the files of `docs` use is read.
enum MarkdownBlock: Hashable {
  case heading(level: Int, text: String)
  case paragraph(String)
  /// - Parameter file: the name of the file that has this text, or nil.
  case code(String, file: String?)
  /// - Parameter start: the number of the first item, or nil without numbers.
  case list(start: Int?, items: [String])
  /// The first row is the heading.
  case table([[String]])

  static func all(in text: String) -> [MarkdownBlock] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var blocks: [MarkdownBlock] = []
    while let line = lines.first {
      if line.isBlank { lines.removeFirst() } else { blocks.append(next(line, &lines)) }
    }
    return blocks
  }

  private static func next(_ line: Substring, _ lines: inout ArraySlice<Substring>) -> MarkdownBlock {
    if line.hasPrefix("```") { return fenced(&lines) }
    if line.hasPrefix("    ") {
      return .code(
        taken(while: { $0.hasPrefix("    ") }, &lines).map { $0.dropFirst(4) }.joined(separator: "\n"),
        file: nil)
    }
    if line.hasPrefix("|") {
      return .table(taken(while: { $0.hasPrefix("|") }, &lines).filter { !$0.isRuler }.map(\.cells))
    }
    if line.listItem != nil { return list(&lines) }
    let level = line.prefix { $0 == "#" }.count
    guard level > 0, line.dropFirst(level).first == " " else { return paragraph(&lines) }
    lines.removeFirst()
    return .heading(level: level, text: String(line.dropFirst(level + 1)))
  }

  private static func fenced(_ lines: inout ArraySlice<Substring>) -> MarkdownBlock {
    // The language comes first, then the file.
    let file = lines.removeFirst().split(separator: " ").dropFirst().first
    let code = lines.prefix { $0 != "```" }
    lines = lines.dropFirst(code.count + 1)
    return .code(code.joined(separator: "\n"), file: file.map(String.init))
  }

  private static func taken(
    while belongs: (Substring) -> Bool, _ lines: inout ArraySlice<Substring>
  ) -> ArraySlice<Substring> {
    let taken = lines.prefix(while: belongs)
    lines = lines.dropFirst(taken.count)
    return taken
  }

  private static func list(_ lines: inout ArraySlice<Substring>) -> MarkdownBlock {
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
    return .list(start: start, items: items)
  }

  private static func paragraph(_ lines: inout ArraySlice<Substring>) -> MarkdownBlock {
    let own = lines.prefix { !$0.isBlank && !$0.hasPrefix("```") && !$0.hasPrefix("|") && $0.listItem == nil }
    lines = lines.dropFirst(max(own.count, 1))
    return .paragraph(own.joined(separator: "\n"))
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

/// Writes a guide as HTML.
struct MarkdownPage {
  let blocks: [MarkdownBlock]
  /// Returns the target of a link, or nil if this server does not serve it.
  let link: (Substring) -> String?

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
      let name = file.map { "<p class=\"file\">\(HTMLText.code($0))</p>\n" } ?? ""
      return "\(name)<pre>\(HTMLText.escaped(text))</pre>"
    case .list(let start, let items):
      let lines = items.map { "<li>\(inline($0[...]))</li>\n" }.joined()
      return start.map { "<ol start=\"\($0)\">\n\(lines)</ol>" } ?? "<ul>\n\(lines)</ul>"
    case .table(let rows):
      let cells = rows.map { row in row.map { inline($0[...]) } }
      return
        "<table>\n\(row(cells.first ?? [], as: "th"))\(cells.dropFirst().map { row($0, as: "td") }.joined())</table>"
    }
  }

  private func row(_ cells: [String], as tag: String) -> String {
    cells.allSatisfy(\.isEmpty) ? "" : HTMLText.row(cells, as: tag)
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

  /// Returns a table whose cells are HTML.
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
