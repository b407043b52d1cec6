/// Help for a terminal of 80 columns.
struct HelpText {
  private static let width = 80

  private var lines: [String] = []
  /// The current entry: the column of its text, whether the next line may continue it, and its words.
  private var hang = 0
  private var isOpen = false
  private var pending: String?

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

  /// Returns the column of a line's text: after its term and the gap that follows, otherwise after its
  /// indentation.
  private static func column(of line: String) -> Int {
    let indent = line.prefix { $0 == " " }.count
    guard let gap = line.dropFirst(indent).firstRange(of: "  ") else { return indent }
    let text = line[gap.lowerBound...].drop { $0 == " " }
    return text.isEmpty ? indent : line.count - text.count
  }
}
