package import Themes

/// A family of fonts of a theme, with the faces whose files exist.
package struct FontFamily: Sendable, Hashable {
  package let name: String
  package let faces: [Face]
  /// Indicates whether a value or a rule of the theme names it.
  package let isUsed: Bool

  package struct Face: Sendable, Hashable {
    package let face: FontFace
    package let file: ImageFolder.ImageFile
  }
}

extension CompiledTheme {
  /// Returns the families of a theme whose files exist, in ascending order of their names.
  static func families(of generations: [Theme], _ images: ImageFolder) -> [FontFamily] {
    let fonts = generations.mergedFonts
    guard !fonts.isEmpty else { return [] }
    let texts = generations.flatMap { theme in
      theme.values.values.flatMap { $0.contents.flatMap(\.content.texts) }
        + theme.rules.flatMap { $0.settings.flatMap(\.value.texts) }
    }.map { $0.lowercased() }
    return fonts.sorted { $0.key < $1.key }.compactMap { name, faces in
      let found = faces.compactMap { face in
        images.font(named: face.file).map { FontFamily.Face(face: face, file: $0) }
      }
      let word = name.lowercased()
      return found.isEmpty
        ? nil : FontFamily(name: name, faces: found, isUsed: texts.contains { $0.contains(word) })
    }
  }

  /// Returns the families that have a face with one of these files.
  package func families(with files: Set<String>) -> Set<String> {
    guard !files.isEmpty else { return [] }
    return Set(
      table.generations.mergedFonts.filter { $0.value.contains { files.contains($0.file) } }.keys)
  }
}

extension Value {
  /// All texts in the value.
  package var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .list(let items): items.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    case .blocked, .color, .image, .number, .bool, .reference: []
    }
  }
}
