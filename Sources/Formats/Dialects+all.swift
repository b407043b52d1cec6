internal import Documents
package import Themes

/// Guesses the format of a document by its content, for files whose names do not determine it.
enum FormatGuess {
  static func format(of file: SourceFile) -> String? {
    if file.isPropertyList { return SwiftThemeDialect().name }
    let (root, _) = JSONReader.read(file, lastComma: .warning)
    if let root { return root.kind == .object ? format(of: root) : nil }
    return isColorTable(file) ? DKColorTableDialect().name : nil
  }

  private static func format(of root: JSONNode) -> String? {
    if root.members.contains(where: { $0.isNamed("resolutionOrder") }) { return ResolverDialect.formatName }
    if isStudio(root) { return StudioDialect.formatName }
    if holdsToken(root) { return TokensDialect.formatName }
    // One of its keys is enough: other mistakes in such a file are reported as such.
    if root.members.contains(where: { ThemeReader.members.contains($0.name) }) {
      return LiveryDialect.formatName
    }
    if root.members.contains(where: isSection) { return METhemeDialect.formatName }
    return holdsColor(root) ? SwiftThemeDialect().name : nil
  }

  /// Indicates whether a member is `Color` with colors without `#`, or the modes of a class with the library's states.
  private static func isSection(_ section: JSONNode.Member) -> Bool {
    if section.name == "Color" {
      return section.value.members.contains { color in
        color.value.string.flatMap { HexColor.digits($0.utf8) }.map { !HexColor.channels($0).isEmpty }
          ?? false
      }
    }
    return section.value.members.contains { mode in
      mode.value.members.contains { entry in
        entry.name == "backgroundImageColor" || entry.name == "titleLabelColor"
          || entry.value.members.contains { $0.name.hasPrefix("UIControlState") }
      }
    }
  }

  /// Indicates whether a document has members, or a token of a type, that only Tokens Studio has.
  private static func isStudio(_ root: JSONNode) -> Bool {
    root["$themes"] != nil || root["$metadata"] != nil || holdsStudioToken(root)
  }

  private static func holdsStudioToken(_ node: JSONNode) -> Bool {
    if node["value"] != nil, let type = node["type"]?.string { return StudioKind.ownTypes.contains(type) }
    return node.members.contains { holdsStudioToken($0.value) }
  }

  // The reader has bounded how deep these go.

  private static func holdsToken(_ node: JSONNode) -> Bool {
    node.members.contains { $0.isNamed("$value") || holdsToken($0.value) }
  }

  private static func holdsColor(_ node: JSONNode) -> Bool {
    node.members.contains { member in
      member.value.string?.hasPrefix("#") ?? holdsColor(member.value)
    }
  }

  /// Indicates whether a file has a first line of names, and a second one with as many colors and a key.
  private static func isColorTable(_ file: SourceFile) -> Bool {
    let lines = file.bytes.split(separator: UInt8(ascii: "\n")).lazy
      .map { line in line.split { $0 <= 0x20 } }.filter { !$0.isEmpty }
    guard let header = lines.first, let row = lines.dropFirst().first, row.count == header.count + 1 else {
      return false
    }
    return row.dropLast().allSatisfy { word in
      if case .success = DKColor.read(String(decoding: word, as: UTF8.self)) { true } else { false }
    }
  }
}

extension Dialects {
  /// The formats that the server and the commands read.
  package static let all = Dialects(
    [
      CompanionDialect(of: METhemeDialect()),
      CompanionDialect(of: TokensDialect()),
      CompanionDialect(of: ResolverDialect()),
      ResolverDialect(),
      CompanionDialect(of: StudioDialect()),
      StudioDialect(),
      TokensDialect(),
      METhemeDialect(),
      SwiftThemeDialect(),
      DKColorTableDialect(),
      LiveryDialect(),
    ], guessing: FormatGuess.format)
}
