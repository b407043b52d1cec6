/// A piece of a guide: as much of Markdown as the files of `docs` use.
enum MarkdownBlock: Hashable {
  case heading(level: Int, text: String)
  case paragraph(String)
  /// - Parameter file: where the text is to stand; nil for one that is no file.
  case code(String, file: String?)
  /// - Parameter start: the number of the first item; nil where they have none.
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
    if line.hasPrefix("    ") { return indented(&lines) }
    if line.hasPrefix("|") { return table(&lines) }
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

  private static func indented(_ lines: inout ArraySlice<Substring>) -> MarkdownBlock {
    let code = lines.prefix { $0.hasPrefix("    ") }
    lines = lines.dropFirst(code.count)
    return .code(code.map { $0.dropFirst(4) }.joined(separator: "\n"), file: nil)
  }

  private static func table(_ lines: inout ArraySlice<Substring>) -> MarkdownBlock {
    let rows = lines.prefix { $0.hasPrefix("|") }
    lines = lines.dropFirst(rows.count)
    return .table(rows.filter { !$0.isRuler }.map(\.cells))
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

  /// Whether it is the line between a table's heading and its rows.
  fileprivate var isRuler: Bool { allSatisfy { "|-: ".contains($0) } && contains("-") }

  /// What follows `- ` or `1. ` at the start of a line.
  fileprivate var listItem: (number: Int?, text: Substring)? {
    if hasPrefix("- ") { return (nil, dropFirst(2)) }
    let digits = prefix { $0.isNumber }
    guard let number = Int(digits), dropFirst(digits.count).hasPrefix(". ") else { return nil }
    return (number, dropFirst(digits.count + 2))
  }

  /// The cells of a table's row; a bar inside back-ticks ends none.
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
