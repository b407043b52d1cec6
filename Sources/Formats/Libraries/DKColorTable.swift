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
    let digits = text.utf8.dropFirst(text.hasPrefix("0x") ? 2 : text.hasPrefix("#") ? 1 : 0)
    guard let values = HexColor.digits(digits), (1...8).contains(values.count) else {
      return .badColor(text, "a color table has 1 to 8 hexadecimal digits, after '#', '0x' or nothing.")
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

/// A reader of the table, line by line.
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
    let count = line.count {
      !Self.isSpace(bytes[$0]) && ($0 == line.lowerBound || Self.isSpace(bytes[$0 - 1]))
    }
    // A line of more words is refused, so the rest of it need not be split.
    let words = bytes[line].split(maxSplits: Self.mostColumns + 2, whereSeparator: Self.isSpace)
    if hasHeader { readRow(words, count) } else { readHeader(words, count) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }
  private func string(_ word: ArraySlice<UInt8>) -> String { String(decoding: word, as: UTF8.self) }

  private mutating func readHeader(_ words: [ArraySlice<UInt8>], _ count: Int) {
    guard let first = words.first else { return }
    hasHeader = true
    guard count <= Self.mostColumns else {
      return error(
        first.startIndex, "bad-header",
        "The first line names \(count) themes; at most \(Self.mostColumns) are read.")
    }
    // The library of themes checks that the names are valid and free.
    columns = words.map {
      Column(name: string($0).lowercased(), spot: SourceAnchor(text, offset: $0.startIndex))
    }
  }

  private mutating func readRow(_ words: [ArraySlice<UInt8>], _ count: Int) {
    guard !columns.isEmpty, let first = words.first, let last = words.last else { return }
    guard count == columns.count + 1 else {
      let colors = "\(columns.count) \(columns.count == 1 ? "color" : "colors")"
      return error(
        first.startIndex, "wrong-column-count",
        "This line has \(count) \(count == 1 ? "word" : "words"); it should have \(colors), then the key.")
    }
    let key = string(last)
    guard Name.isEntry(key) else {
      return error(last.startIndex, "bad-name", "\(Quoted.name(key)) can't name a color: \(Name.entryRule)")
    }
    if let line = seen[key] {
      return error(last.startIndex, "duplicate-key", "The key '\(key)' has a line already, line \(line).")
    }
    seen[key] = text.position(of: first.startIndex).line
    for (index, word) in words.dropLast().enumerated() {
      switch DKColor.read(string(word)) {
      case .failure(let refusal): error(word.startIndex, refusal.code, refusal.sentence)
      case .success(let color):
        columns[index].colors[key] = Theme.Variants(
          base: .literal(color), place: text.position(of: word.startIndex))
      }
    }
  }
}
