internal import Resolution
internal import Service

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

/// Adds color to text, as far as the terminal supports it.
struct Paint {
  enum Ink: Int {
    case bold = 1
    case faint = 2
    case red = 31
    case green = 32
    case yellow = 33
    case cyan = 36
  }

  var depth = ColorDepth.ofOutput

  func callAsFunction(_ text: String, _ inks: Ink...) -> String {
    guard depth > .none, !text.isEmpty else { return text }
    return "\u{1b}[\(inks.map { "\($0.rawValue)" }.joined(separator: ";"))m\(text)\u{1b}[0m"
  }

  /// Returns two cells in the color, on white and on black, and a space; nothing if the terminal can't show the color.
  func swatch(_ color: ResolvedColor) -> String {
    guard depth >= .palette else { return "" }
    return cell(color, on: 255) + cell(color, on: 0) + "\u{1b}[0m "
  }

  private func cell(_ color: ResolvedColor, on ground: Int) -> String {
    func mix(_ channel: UInt8) -> Int {
      (Int(channel) * Int(color.alpha) + ground * (255 - Int(color.alpha)) + 127) / 255
    }
    let (red, green, blue) = (mix(color.red), mix(color.green), mix(color.blue))
    let code = depth == .full ? "2;\(red);\(green);\(blue)" : "5;\(Self.nearest(red, green, blue))"
    return "\u{1b}[48;\(code)m "
  }

  /// Returns the nearest of the 240 colors that all terminals with 256 colors share: a cube and a row of grays.
  private static func nearest(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    let levels = [0, 95, 135, 175, 215, 255]
    func step(_ value: Int) -> Int {
      levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0
    }
    func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
      (r - red) * (r - red) + (g - green) * (g - green) + (b - blue) * (b - blue)
    }
    let (r, g, b) = (step(red), step(green), step(blue))
    let gray = max(0, min(23, ((red + green + blue) / 3 - 3) / 10))
    let level = 8 + gray * 10
    let isGrayNearer = distance(level, level, level) < distance(levels[r], levels[g], levels[b])
    return isGrayNearer ? 232 + gray : 16 + 36 * r + 6 * g + b
  }
}

enum ColorDepth: Int, Comparable {
  case none, sixteen, palette, full

  static let ofOutput = ColorDepth(
    isTerminal: Console.outputIsTerminal, variables: ProcessEnvironment.variables)

  /// `NO_COLOR` disables colors; `CLICOLOR_FORCE` enables them even if the output is no terminal.
  init(isTerminal: Bool, variables: [String: String]) {
    func isSet(_ name: String) -> Bool { !(variables[name] ?? "").isEmpty }
    let isForced = isSet("CLICOLOR_FORCE") && variables["CLICOLOR_FORCE"] != "0"
    let terminal = variables["TERM"] ?? ""
    guard !isSet("NO_COLOR"), isForced || (isTerminal && !["", "dumb"].contains(terminal)) else {
      self = .none
      return
    }
    if ["truecolor", "24bit"].contains(variables["COLORTERM"]) || terminal.hasSuffix("-direct") {
      self = .full
    } else {
      self = terminal.contains("256color") ? .palette : .sixteen
    }
  }

  static func < (one: ColorDepth, other: ColorDepth) -> Bool { one.rawValue < other.rawValue }
}
