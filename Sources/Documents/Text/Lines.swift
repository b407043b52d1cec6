/// The offsets at which the lines of a text begin, to turn a byte's offset into line and column.
package struct Lines: Sendable {
  private let starts: [Int]
  /// Known columns, so that a place in a long line need not be counted from its beginning. Empty if every byte is a
  /// character.
  private let marks: [Mark]
  private let isASCII: Bool

  private struct Mark: Sendable {
    let offset: Int
    let column: Int
  }

  package init(of bytes: [UInt8]) {
    var starts = [0]
    var high: UInt8 = 0
    for (offset, byte) in bytes.enumerated() {
      high |= byte
      if byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
    }
    self.starts = starts
    isASCII = high < 0x80
    marks = isASCII ? [] : Self.marks(in: bytes)
  }

  /// Returns line and column, both from 1; the column counts characters as people see them.
  package func position(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let line = starts.prefixCount { $0 <= offset } - 1
    let start = starts[line]
    guard !isASCII else { return (line + 1, offset - start + 1) }
    let mark = marks.prefixCount { $0.offset <= offset } - 1
    if marks[mark].offset > start {
      return (line + 1, marks[mark].column + Self.characters(in: bytes[marks[mark].offset..<offset]))
    }
    return (line + 1, 1 + Self.characters(in: bytes[start..<offset]))
  }

  /// Returns the byte at which a line's column begins; the end of the line if it has fewer.
  package func offset(line: Int, column: Int, in bytes: [UInt8]) -> Int {
    guard starts.indices.contains(line - 1) else { return bytes.count }
    let range = range(around: starts[line - 1], in: bytes)
    guard !isASCII else { return min(range.upperBound, range.lowerBound + column - 1) }
    let mark = marks.prefixCount {
      $0.offset < range.lowerBound || $0.offset < range.upperBound && $0.column <= column
    }
    let known =
      mark > 0 && marks[mark - 1].offset > range.lowerBound
      ? marks[mark - 1] : Mark(offset: range.lowerBound, column: 1)
    let rest = String(decoding: bytes[known.offset..<range.upperBound], as: UTF8.self)
    return known.offset + rest.prefix(column - known.column).utf8.count
  }

  /// Returns the byte range of the line around an offset, without its end of line.
  package func range(around offset: Int, in bytes: [UInt8]) -> Range<Int> {
    let line = starts.prefixCount { $0 <= offset } - 1
    var end = line + 1 < starts.count ? starts[line + 1] - 1 : bytes.count
    if end > starts[line], bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return starts[line]..<end
  }

  /// Returns a mark about every thousand bytes, each between two ASCII characters, where a character surely ends.
  private static func marks(in bytes: [UInt8]) -> [Mark] {
    var marks = [Mark(offset: 0, column: 1)]
    var last = (offset: 0, column: 1)
    for offset in bytes.indices.dropFirst() {
      let (before, byte) = (bytes[offset - 1], bytes[offset])
      if before == UInt8(ascii: "\n") {
        last = (offset, 1)
      } else if offset - last.offset >= 1024, before < 0x80, byte < 0x80, byte >= 0x20 {
        last = (offset, last.column + characters(in: bytes[last.offset..<offset]))
        marks.append(Mark(offset: last.offset, column: last.column))
      }
    }
    return marks
  }

  private static func characters(in bytes: ArraySlice<UInt8>) -> Int {
    // Counting characters takes long; in ASCII, each byte is one.
    bytes.allSatisfy { $0 < 0x80 } ? bytes.count : String(decoding: bytes, as: UTF8.self).count
  }
}

/// A position in a known document: line and column count from 1, the column in characters. Themes keep one for each of
/// their members, so it is small.
package struct TextPosition: Sendable, Hashable, Comparable {
  /// The file in the high bits, then the line, then the column.
  private let packed: UInt64

  private static let mostFiles: UInt64 = 1 << 12 - 1
  /// More than the bytes of a file that is read.
  private static let mostPlaces: UInt64 = 1 << 26 - 1

  /// - Parameter part: the number of the file in a document of several files, from 1; 0 in a document of one file.
  package init(line: Int, column: Int, part: Int = 0) {
    let (line, column) = (UInt64(clamping: line), UInt64(clamping: column))
    packed =
      min(UInt64(clamping: part), Self.mostFiles) << 52 | min(line, Self.mostPlaces) << 26
      | min(column, Self.mostPlaces)
  }

  package var part: Int { Int(packed >> 52) }
  package var line: Int { Int(packed >> 26 & Self.mostPlaces) }
  package var column: Int { Int(packed & Self.mostPlaces) }
  package static func < (one: TextPosition, other: TextPosition) -> Bool { one.packed < other.packed }

  package static let start = TextPosition(line: 1, column: 1)
}
