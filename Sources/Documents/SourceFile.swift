/// A document as it was received: its bytes, with the name that problems show.
package struct SourceFile: Sendable, Hashable {
  /// The name, such as `themes/new-year.json`. Its last part determines the kind of the file.
  package let name: String
  package let bytes: [UInt8]
  /// The name of the format, if a request or command names it; otherwise the file's name determines it.
  package let format: String?
  /// The files of a document of several files, first the one that refers to the others; the bytes contain all of them.
  /// Empty for a document of one file.
  package let parts: [SourceFile]
  /// The sections of the bytes that contain the files, in order.
  package let sections: [SourceSection]

  /// Creates a document. JSON5 and JSON with comments, which only a name says, become JSON.
  package init(
    name: String, bytes: [UInt8], format: String? = nil, parts: [SourceFile] = [],
    sections: [SourceSection] = []
  ) {
    (self.name, self.format) = (name, format)
    self.bytes = JSON5.isNamed(name) ? JSON5.plain(bytes) : bytes
    (self.parts, self.sections) = (parts, sections)
  }

  /// The files that problems with it can be in.
  package var fileNames: [String] { parts.isEmpty ? [name] : parts.map(\.name) }

  package var baseName: Substring {
    name.utf8.lastIndex(of: UInt8(ascii: "/")).map { name[name.index(after: $0)...] } ?? name[...]
  }

  /// The part of the name before that, with the slash.
  package var folder: Substring { name.dropLast(baseName.count) }
}

/// A section of a document that was put together from files, and its origin.
package struct SourceSection: Sendable, Hashable {
  package let part: Int
  /// The position at which it begins in the whole; the file's own text begins behind its name.
  package let start: TextPosition
  package let text: TextPosition
  /// The position at which that text begins in the file.
  package let origin: TextPosition
  /// The number of steps that pointers in the whole have more than in the file.
  package let depth: Int
}

extension SourceFile {
  /// Returns the place in one of the files for a place in the whole; the same for a document of one file.
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

/// A text that is put together from those of files, with the place of each file in it.
package struct GatheredText {
  package private(set) var bytes: [UInt8] = []
  package private(set) var sections: [SourceSection] = []
  private var line = 1
  private var lineStart = 0

  package init() {}

  package mutating func add(_ text: some Collection<UInt8>) {
    bytes += text
    for offset in (bytes.count - text.count)..<bytes.count where bytes[offset] == UInt8(ascii: "\n") {
      line += 1
      lineStart = offset + 1
    }
  }

  /// - Parameters:
  ///   - name: text before it that only the whole has.
  ///   - part: the number of the file.
  ///   - origin: the position in the file at which it begins.
  ///   - depth: The number of steps that pointers have more than in the file.
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
