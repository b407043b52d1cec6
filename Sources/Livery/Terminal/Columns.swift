/// A table of cells in aligned columns.
struct Columns {
  /// The cells as they are printed. Escape sequences for colors don't count for the width.
  private var lines: [[String]] = []

  mutating func add(_ cells: String...) { add(cells) }

  mutating func add(_ cells: [String]) { lines.append(cells) }

  /// Returns the table with two spaces between columns and none at the end of a line.
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

  /// Returns the number of characters without escape sequences.
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
