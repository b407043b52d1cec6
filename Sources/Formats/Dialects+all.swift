internal import Documents
package import Themes

/// Guesses the format of a document by its content, for files whose names do not determine it.
enum FormatGuess {
  /// Returns the name of the format, and what speaks for it.
  static func format(of file: SourceFile) -> (name: String, reason: String)? {
    if file.isPropertyList { return (SwiftThemeDialect().name, "it is a property list") }
    let (root, _) = JSONReader.read(file, lastComma: .warning)
    if let root { return root.kind == .object ? format(of: root) : nil }
    return isColorTable(file) ? (DKColorTableDialect().name, "it is a table of colors") : nil
  }

  private static func format(of root: JSONNode) -> (name: String, reason: String)? {
    if root.members.contains(where: { $0.isNamed("resolutionOrder") }) {
      return (ResolverDialect.formatName, "it has 'resolutionOrder'")
    }
    if isStudio(root) { return (StudioDialect.formatName, "it has sets, themes or types of Tokens Studio") }
    if holdsToken(root) { return (TokensDialect.formatName, "it has tokens with '$value'") }
    if PlainTokens(root).isMost {
      return (StudioDialect.formatName, "it has tokens with 'value', without a '$'")
    }
    // One of its keys is enough: other mistakes in such a file are reported as such.
    if let key = root.members.first(where: {
      $0.name != "description" && ThemeReader.members.contains($0.name)
    }) {
      return (LiveryDialect.formatName, "it has \(Quoted.name(key.name))")
    }
    if root.members.contains(where: isSection) {
      return (METhemeDialect.formatName, "it has modes as METhemeKit does")
    }
    return holdsColor(root) ? (SwiftThemeDialect().name, "it has colors with '#' and no form of tokens") : nil
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
    root["$themes"] != nil || root["$metadata"] != nil || holdsStudioToken(root) && !holdsExactColor(root)
  }

  private static func holdsStudioToken(_ node: JSONNode) -> Bool {
    if StudioTokens.isToken(node), let type = StudioTokens.member("type", of: node)?.string {
      return StudioKind.ownTypes.contains(type)
    }
    return node.members.contains { holdsStudioToken($0.value) }
  }

  // The reader has bounded how deep these go.

  private static func holdsExactColor(_ node: JSONNode) -> Bool {
    node.members.contains { $0.isNamed("colorSpace") || holdsExactColor($0.value) }
  }

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

/// The tokens of a document that have `value` without a `$`, as Style Dictionary and Tokens Studio write them.
private struct PlainTokens {
  private var tokens = 0
  /// The number of other texts, numbers and flags.
  private var others = 0

  /// Livery's own tables hold entries with `value`, too; theirs are no groups and have no references by path.
  init(_ root: JSONNode) {
    let isOwn =
      root.members.allSatisfy { ThemeReader.members.contains($0.name) } && !Self.isColorsAlone(root)
    for member in root.members {
      if isOwn, !member.value.members.contains(where: { Self.isForeign($0.value) }) {
        others += 1
      } else {
        count(member)
      }
    }
  }

  var isMost: Bool { tokens > others }

  /// Indicates whether a document has nothing but colors, each with a value alone: themes of Livery's own write these as text.
  private static func isColorsAlone(_ root: JSONNode) -> Bool {
    guard root.count == 1, let colors = root["colors"], colors.kind == .object else { return false }
    return colors.members.allSatisfy { $0.value["value"] != nil && $0.value["when"] == nil }
  }

  private static func isForeign(_ entry: JSONNode) -> Bool {
    guard let value = entry["value"] else { return entry.members.contains { $0.value["value"] != nil } }
    return entry["comment"] != nil || entry["attributes"] != nil
      || value.string?.hasSuffix(".value}") ?? false
  }

  // The reader has bounded how deep this goes.
  private mutating func count(_ member: JSONNode.Member) {
    switch member.value.kind {
    case .object where member.value["value"] != nil && StudioTokens.isToken(member.value):
      tokens += 1
      others += member.value.members.count {
        !$0.isNamed("value") && $0.value.string?.hasPrefix("#") ?? false
      }
    case .object: for inner in member.value.members { count(inner) }
    case .array, .string, .number, .bool, .null:
      if !["comment", "description", "type", "$schema"].contains(member.name) { others += 1 }
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
