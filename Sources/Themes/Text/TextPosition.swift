/// A place in a document that is known: line and column count from 1, the column in characters. Themes keep one for each
/// thing that they say, so it is small.
package struct TextPosition: Sendable, Hashable, Comparable {
  private let storedLine: UInt32
  private let storedColumn: UInt32

  package init(line: Int, column: Int) {
    storedLine = UInt32(clamping: line)
    storedColumn = UInt32(clamping: column)
  }

  package var line: Int { Int(storedLine) }
  package var column: Int { Int(storedColumn) }

  package static func < (one: TextPosition, other: TextPosition) -> Bool {
    (one.storedLine, one.storedColumn) < (other.storedLine, other.storedColumn)
  }

  /// Where every document begins.
  package static let start = TextPosition(line: 1, column: 1)
}
