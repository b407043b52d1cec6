/// Help for a terminal of 80 columns.
struct HelpText {
  private static let width = 80

  private var lines: [String] = []
  /// The current entry.
  private var pending: String?
  /// The column of its text.
  private var hang = 0
  /// Indicates whether the next line may continue it.
  private var isOpen = false

  /// Folds long lines. Sentences are filled; the explanation of a term stays beside it.
  static func folded(_ text: String) -> String {
    var help = HelpText()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { help.take(String(line)) }
    help.finishEntry()
    return help.lines.joined(separator: "\n")
  }

  private mutating func take(_ line: String) {
    let indent = line.prefix { $0 == " " }.count
    let column = Self.column(of: line)
    if isOpen, let begun = pending, !line.isEmpty, indent == hang, column == indent {
      pending = "\(begun) \(line.dropFirst(indent))"
      return
    }
    finishEntry()
    (pending, hang) = (line, column)
    // An indented line without a term is an example, which is not filled.
    isOpen = !line.isEmpty && (indent == 0 || column > indent)
  }

  private mutating func finishEntry() {
    guard var rest = pending else { return }
    while rest.count > Self.width {
      let room = rest.prefix(Self.width + 1).dropFirst(hang + 1)
      guard let space = room.lastIndex(of: " ") else { break }
      lines.append(String(rest[..<space]))
      rest = String(repeating: " ", count: hang) + rest[space...].dropFirst()
    }
    lines.append(rest)
    pending = nil
  }

  /// Returns the column of a line's text: after its term and a gap, otherwise after its indentation.
  private static func column(of line: String) -> Int {
    let indent = line.prefix { $0 == " " }.count
    guard let gap = line.dropFirst(indent).firstRange(of: "  ") else { return indent }
    let text = line[gap.lowerBound...].drop { $0 == " " }
    return text.isEmpty ? indent : line.count - text.count
  }
}

/// A table of cells in aligned columns.
struct Columns {
  /// The cells as they are printed. Escape sequences for colors don't count for the width.
  private var lines: [[String]]

  init(_ lines: [[String]] = []) { self.lines = lines }

  mutating func add(_ cells: String...) { lines.append(cells) }

  /// Returns the table with two spaces between columns and none at the end of a line.
  func text(indent: String = "") -> String {
    let count = lines.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      lines.map { $0.count > column ? Self.width(of: $0[column]) : 0 }.max() ?? 0
    }
    return lines.map { line in
      let padded = zip(line, widths).dropLast().map { cell, width in
        cell + String(repeating: " ", count: width - Self.width(of: cell) + 2)
      }
      return indent + padded.joined() + (line.last ?? "") + "\n"
    }.joined()
  }

  /// Returns the number of characters without escape sequences.
  private static func width(of cell: String) -> Int {
    let parts = cell.split(separator: Character("\u{1b}"), omittingEmptySubsequences: false)
    let texts = parts.dropFirst().map { $0.drop { $0 != "m" }.dropFirst() }
    return texts.reduce(parts[0].count) { $0 + $1.count }
  }
}
