/// A place in a document that is known: line and column count from 1, the column in characters. Themes keep one for each
/// thing that they say, so it is small.
package struct TextPosition: Sendable, Hashable, Comparable {
  /// The file in the high bits, then the line, then the column.
  private let packed: UInt64

  private static let mostFiles: UInt64 = 1 << 12 - 1
  /// A file that is read has fewer bytes than this.
  private static let mostPlaces: UInt64 = 1 << 26 - 1

  /// - Parameter part: which file of a document in several files it is in, from 1; 0 in a document that is one.
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

  /// The position at which every document begins.
  package static let start = TextPosition(line: 1, column: 1)
}
