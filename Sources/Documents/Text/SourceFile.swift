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
