/// Help as a terminal of 80 columns shows it.
struct HelpText {
  private static let width = 80

  private var lines: [String] = []
  /// The entry that is being gathered: where its text begins, whether the next line may go on with it, its words.
  private var hang = 0
  private var isOpen = false
  private var pending: String?

  /// The same text with no line too wide: sentences are filled, and what explains a term stays beside it.
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
    // An indented line without a term is an example, which stands for itself.
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

  /// Where a line's text begins: after its term and the gap that follows it, else after its indentation.
  private static func column(of line: String) -> Int {
    let indent = line.prefix { $0 == " " }.count
    guard let gap = line.dropFirst(indent).firstRange(of: "  ") else { return indent }
    let text = line[gap.lowerBound...].drop { $0 == " " }
    return text.isEmpty ? indent : line.count - text.count
  }
}
