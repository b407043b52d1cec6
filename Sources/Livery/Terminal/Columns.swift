/// Lines of cells that stand below each other.
struct Columns {
  /// Each cell as it is printed; how wide it looks is told by what is left without colors.
  private var lines: [[String]] = []

  mutating func add(_ cells: String...) { add(cells) }

  mutating func add(_ cells: [String]) { lines.append(cells) }

  /// Two spaces between columns, none at a line's end.
  func text(indent: String = "") -> String {
    var widths: [Int] = []
    for line in lines {
      for (column, cell) in line.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], Self.width(of: cell))
      }
    }
    return lines.map { line in
      var text = indent
      for (column, cell) in line.enumerated() {
        text += cell
        guard column < line.count - 1 else { break }
        text += String(repeating: " ", count: widths[column] - Self.width(of: cell) + 2)
      }
      return text + "\n"
    }.joined()
  }

  /// The number of characters, those between an escape and its `m` not counted.
  private static func width(of cell: String) -> Int {
    var width = 0
    var isEscape = false
    for character in cell {
      if character == "\u{1b}" {
        isEscape = true
      } else if isEscape {
        isEscape = character != "m"
      } else {
        width += 1
      }
    }
    return width
  }
}
