/// How the live page's own files are sent: as written, without the lines that are for whoever reads them here.
enum PageText {
  /// Without types, lines that are comment alone or empty, and what lines are indented by. Files of other kinds stay.
  static func served(_ bytes: [UInt8], as name: String) -> [UInt8] {
    let isScript = name.hasSuffix(".js")
    guard isScript || name.hasSuffix(".css") else { return bytes }
    var served: [UInt8] = []
    var isComment = false
    for line in bytes.split(separator: newline) {
      let text = line.drop { $0 == UInt8(ascii: " ") }
      let isWithin = isComment
      if text.starts(with: "/*".utf8) { isComment = true }
      let isLast = isComment && text.suffix(commentEnd.count).elementsEqual(commentEnd)
      if isLast { isComment = false }
      let isNote = isScript && text.starts(with: "//".utf8)
      guard !isWithin, !isComment, !isLast, !isNote, !text.isEmpty else { continue }
      served += (isScript ? withoutTypes(text) : Array(text)) + [newline]
    }
    return served
  }

  /// Without the types that stand within a line, such as `/** @type {any} */ (event)`.
  private static func withoutTypes(_ line: ArraySlice<UInt8>) -> [UInt8] {
    guard line.contains(UInt8(ascii: "@")) else { return Array(line) }
    var left: [UInt8] = []
    var rest = line
    while let start = rest.firstRange(of: typeBegin) {
      guard let end = rest[start.upperBound...].firstRange(of: commentEnd) else { break }
      left += rest[..<start.lowerBound]
      rest = rest[end.upperBound...].drop { $0 == UInt8(ascii: " ") }
    }
    return left + rest
  }

  private static let newline = UInt8(ascii: "\n")
  private static let typeBegin = Array("/** @".utf8)
  private static let commentEnd = Array("*/".utf8)
}
