internal import Documents
internal import Themes

/// Tells by what is in a document which format it is in, for files that are called as their teams call them.
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
    // One of its keys is enough: what else is wrong in such a file is to be told as such.
    if root.members.contains(where: { ThemeReader.members.contains($0.name) }) {
      return LiveryDialect.formatName
    }
    if root.members.contains(where: isSection) { return METhemeDialect.formatName }
    return holdsColor(root) ? SwiftThemeDialect().name : nil
  }

  /// `Color` with colors without a sign, or modes of a class with states as the library calls them.
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

  /// The reader has bounded how deep that is.
  private static func holdsStudioToken(_ node: JSONNode) -> Bool {
    if node["value"] != nil, let type = node["type"]?.string { return StudioKind.ownTypes.contains(type) }
    return node.members.contains { holdsStudioToken($0.value) }
  }

  /// A value as tokens have it anywhere in it. The reader has bounded how deep that is.
  private static func holdsToken(_ node: JSONNode) -> Bool {
    node.members.contains { $0.isNamed("$value") || holdsToken($0.value) }
  }

  /// A text that begins like a color anywhere in it. The reader has bounded how deep that is.
  private static func holdsColor(_ node: JSONNode) -> Bool {
    node.members.contains { member in
      member.value.string?.hasPrefix("#") ?? holdsColor(member.value)
    }
  }

  /// A first line of names, and a second one with a color for each before its key.
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
