/// A stretch of a document that was put together from files, and where it comes from.
package struct SourceSection: Sendable, Hashable {
  /// The number of the file among the document's parts.
  package let part: Int
  /// The position at which it begins in the whole; the file's own text begins behind its name.
  package let start: TextPosition
  package let text: TextPosition
  /// The position at which that text begins in the file.
  package let origin: TextPosition
  /// The number of steps that pointers have more in the whole than in the file.
  package let depth: Int
}

extension SourceFile {
  /// The place in one of its files that a place in all of it comes from; the same for a document that came as one.
  package func origin(of place: SourceLocation) -> SourceLocation {
    let position = TextPosition(line: place.line, column: place.column)
    guard let section = sections.last(where: { $0.start <= position }), parts.indices.contains(section.part)
    else { return place }
    return SourceLocation(
      file: parts[section.part].name, at: section.origin(of: position),
      pointer: section.pointer(place.pointer))
  }
}

extension SourceSection {
  fileprivate func origin(of position: TextPosition) -> TextPosition {
    guard position >= text else { return origin }
    let lines = position.line - text.line
    let column = lines == 0 ? position.column - text.column + origin.column : position.column
    return TextPosition(line: origin.line + lines, column: column)
  }

  fileprivate func pointer(_ pointer: String) -> String {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst(depth + 1).map { "/" + $0 }
      .joined()
  }
}
