internal import Documents
internal import Themes

/// DKNightVersion's color table: `DKColorTable.txt`, a column per theme.
struct DKColorTableDialect: Dialect {
  let name = "dkcolortable"
  let suffixes = [".dkcolortable.txt", "DKColorTable.txt"]

  /// The theme that the others fall back to.
  private static let standard = "normal"

  func outlines(
    of file: SourceFile, named name: String, beside: (String) -> SourceFile?
  ) -> (themes: [ThemeOutline], problems: [Problem]) {
    var table = DKColorTable(file)
    table.read()
    let hasStandard = table.columns.contains { $0.name == Self.standard }
    let outlines = table.columns.map { column in
      let spot = column.spot
      let parent = hasStandard && column.name != Self.standard ? Self.standard : nil
      return ThemeOutline(
        name: column.name, parent: parent, kit: nil, nameSpot: spot, parentSpot: spot, kitSpot: spot,
        source: file
      ) { surroundings in
        let kit = surroundings.kit.definition.name
        var theme = Theme(name: column.name, kit: kit, parent: parent, file: file.name)
        theme.colors = column.colors
        return (theme, [])
      }
    }
    return (outlines, table.diagnostics.problems)
  }
}

/// DKNightVersion's grammar of colors: a hexadecimal number, opacity last when it has more than six digits.
enum DKColor {
  static func read(_ text: String) -> Result<Color, ValueRefusal> {
    var digits = Substring(text)
    if digits.hasPrefix("0x") {
      digits = digits.dropFirst(2)
    } else if digits.hasPrefix("#") {
      digits = digits.dropFirst()
    }
    guard let values = HexColor.digits(digits.utf8), (1...8).contains(values.count) else {
      return .failure(
        ValueRefusal(
          code: "bad-color",
          sentence:
            "\(Quoted.name(text)) is not a color: a color table has 1 to 8 hexadecimal digits, after '#', '0x' or nothing."
        ))
    }
    let number = values.reduce(UInt32(0)) { $0 << 4 | UInt32($1) }
    let hasOpacity = values.count > 6
    let color = hasOpacity ? number >> 8 : number
    return .success(
      Color(
        red: UInt8(truncatingIfNeeded: color >> 16), green: UInt8(truncatingIfNeeded: color >> 8),
        blue: UInt8(truncatingIfNeeded: color),
        opacity: hasOpacity ? Opacity(byte: UInt8(truncatingIfNeeded: number)) : .opaque))
  }
}

/// Reads the table line by line, from its header on.
struct DKColorTable {
  struct Column {
    let name: String
    let spot: SourceAnchor
    var colors: [String: Theme.Variants<ColorExpression>] = [:]
  }

  private let text: SourceText
  private let bytes: [UInt8]
  private(set) var columns: [Column] = []
  var diagnostics = Diagnostics()
  private var hasHeader = false
  private var seen: [String: Int] = [:]

  /// A table has a few themes; more are a mistake.
  private static let mostColumns = 64

  init(_ file: SourceFile) {
    text = SourceText(file)
    bytes = file.bytes
  }

  mutating func read() {
    if let problem = text.tooLarge { return diagnostics.add(problem) }
    var start = 0
    if UTF8Validation.hasByteOrderMark(bytes.span) {
      error(0, "byte-order-mark", "The file begins with a byte order mark; save it without.")
      start = UTF8Validation.byteOrderMarkLength
    }
    while start < bytes.count, !diagnostics.isFull {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      readLine(start..<end)
      start = end + 1
    }
    if !hasHeader {
      error(0, "missing-header", "The table is empty; its first line names the themes, as in 'NORMAL NIGHT'.")
    }
  }

  private mutating func error(_ offset: Int, _ code: String, _ message: Message) {
    diagnostics.add(text.problem(code: code, at: offset, message))
  }

  private mutating func readLine(_ line: Range<Int>) {
    if let slip = UTF8Validation.firstSlip(in: bytes.span, line) {
      hasHeader = true
      return error(slip, "invalid-utf8", Message(UTF8Validation.complaint(about: bytes[slip])))
    }
    // One word more than fit is enough to tell that there are too many.
    let (words, count) = words(in: line, keeping: max(columns.count, Self.mostColumns) + 2)
    guard let first = words.first else { return }
    if hasHeader { readRow(words, count) } else { readHeader(words, count, at: first.lowerBound) }
  }

  private func words(in line: Range<Int>, keeping most: Int) -> (words: [Range<Int>], count: Int) {
    var words: [Range<Int>] = []
    var count = 0
    var start: Int?
    for offset in line {
      let isSpace = bytes[offset] == 0x20 || bytes[offset] == 0x09 || bytes[offset] == 0x0d
      if isSpace, let word = start {
        count += 1
        if words.count < most { words.append(word..<offset) }
        start = nil
      } else if !isSpace, start == nil {
        start = offset
      }
    }
    if let start {
      count += 1
      if words.count < most { words.append(start..<line.upperBound) }
    }
    return (words, count)
  }

  private func string(_ word: Range<Int>) -> String { String(decoding: bytes[word], as: UTF8.self) }

  private mutating func readHeader(_ words: [Range<Int>], _ count: Int, at offset: Int) {
    hasHeader = true
    guard count <= Self.mostColumns else {
      return error(
        offset, "bad-header", "The first line names \(count) themes; at most \(Self.mostColumns) are read.")
    }
    // Whether these can name themes, and are free, is asked where all themes come together.
    for word in words {
      columns.append(
        Column(name: string(word).lowercased(), spot: SourceAnchor(text, offset: word.lowerBound)))
    }
  }

  private mutating func readRow(_ words: [Range<Int>], _ count: Int) {
    guard !columns.isEmpty, let last = words.last, let first = words.first else { return }
    guard count == columns.count + 1 else {
      let colors = "\(columns.count) \(columns.count == 1 ? "color" : "colors")"
      return error(
        first.lowerBound, "wrong-column-count",
        "This line has \(count) \(count == 1 ? "word" : "words"); it should have \(colors), then the key.")
    }
    let key = string(last)
    guard Name.isEntry(key) else {
      return error(last.lowerBound, "bad-name", "\(Quoted.name(key)) can't name a color: \(Name.entryRule)")
    }
    let place = text.position(of: first.lowerBound)
    if let line = seen[key] {
      return error(last.lowerBound, "duplicate-key", "The key '\(key)' has a line already, line \(line).")
    }
    seen[key] = place.line
    for (index, word) in words.dropLast().enumerated() {
      switch DKColor.read(string(word)) {
      case .failure(let refusal): error(word.lowerBound, refusal.code, refusal.sentence)
      case .success(let color):
        columns[index].colors[key] = Theme.Variants(
          base: .literal(color), place: text.position(of: word.lowerBound))
      }
    }
  }
}
