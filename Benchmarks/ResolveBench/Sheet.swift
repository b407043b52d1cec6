/// Collects what was measured and prints it as Markdown, which reads as well on a terminal.
struct Sheet {
  private var targets: [String] = []
  private var blocks: [String] = []

  /// A figure that must be at most, or at least, so much.
  mutating func require(_ what: String, _ measured: Double, atMost limit: Double, _ unit: String) {
    require(what, measured, "at most", limit, unit, measured <= limit)
  }

  mutating func require(_ what: String, _ measured: Double, atLeast limit: Double, _ unit: String) {
    require(what, measured, "at least", limit, unit, measured >= limit)
  }

  private mutating func require(
    _ what: String, _ measured: Double, _ how: String, _ limit: Double, _ unit: String, _ isMet: Bool
  ) {
    targets.append(
      "| \(what) | \(Self.short(measured)) \(unit) | \(how) \(Self.short(limit)) \(unit) | "
        + (isMet ? "met |" : "**missed** |"))
  }

  mutating func paragraph(_ text: String) { blocks.append(text) }

  mutating func table(_ header: [String], _ rows: [[String]]) {
    let lines = [header, header.indices.map { $0 == 0 ? "---" : "---:" }] + rows
    blocks.append(lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n"))
  }

  func print() {
    for block in blocks { Swift.print(block + "\n") }
    Swift.print((["| target | measured | asked | |", "|---|---|---|---|"] + targets).joined(separator: "\n"))
  }

  /// Three digits that count.
  static func short(_ figure: Double) -> String {
    if figure >= 100 { return String(Int(figure.rounded())) }
    let places = figure >= 10 ? 10.0 : figure >= 1 ? 100.0 : 1000.0
    let rounded = (figure * places).rounded() / places
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
