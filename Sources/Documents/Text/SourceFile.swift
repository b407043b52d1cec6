/// A document as it came in: its bytes, with the name that problems show.
package struct SourceFile: Sendable, Hashable {
  /// Such as `themes/new-year.json`. What a file is gets told by its last part.
  package let name: String
  package let bytes: [UInt8]
  /// The name of its `ThemeFormat` where somebody said so; otherwise the file's name tells it.
  package let format: String?
  /// The files of a document in several files, the one that refers to the others first; the bytes are all of
  /// it in one. Nothing for a document that came as one.
  package let parts: [SourceFile]
  /// The sections of the bytes that hold the files, in order.
  package let sections: [SourceSection]

  package init(
    name: String, bytes: [UInt8], format: String? = nil, parts: [SourceFile] = [],
    sections: [SourceSection] = []
  ) {
    self.name = name
    self.bytes = bytes
    self.format = format
    self.parts = parts
    self.sections = sections
  }

  /// The files that problems with it can be in.
  package var fileNames: [String] { parts.isEmpty ? [name] : parts.map(\.name) }

  /// The part of the name after the last slash.
  package var baseName: Substring {
    name.utf8.lastIndex(of: UInt8(ascii: "/")).map { name[name.index(after: $0)...] } ?? name[...]
  }

  /// The part of the name before that, with the slash.
  package var folder: Substring { name.dropLast(baseName.count) }
}

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

/// A text that is put together from those of files, and knows where each of them stands in it.
package struct GatheredText {
  package private(set) var bytes: [UInt8] = []
  package private(set) var sections: [SourceSection] = []
  private var line = 1
  private var lineStart = 0

  package init() {}

  package mutating func add(_ text: some Collection<UInt8>) {
    let start = bytes.count
    bytes += text
    for offset in start..<bytes.count where bytes[offset] == UInt8(ascii: "\n") {
      line += 1
      lineStart = offset + 1
    }
  }

  /// - Parameters:
  ///   - name: what stands before it in the whole alone.
  ///   - part: the number of the file that it is from.
  ///   - origin: where it begins in that.
  ///   - depth: how many steps pointers to values in it have more than in that file.
  package mutating func add(
    _ text: some Collection<UInt8>, named name: String = "", of part: Int, from origin: TextPosition = .start,
    depth: Int
  ) {
    let start = end
    add(name.utf8)
    sections.append(SourceSection(part: part, start: start, text: end, origin: origin, depth: depth))
    add(text)
  }

  private var end: TextPosition {
    TextPosition(line: line, column: String(decoding: bytes[lineStart...], as: UTF8.self).count + 1)
  }
}
