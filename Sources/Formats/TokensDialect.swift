internal import Documents
internal import Themes

/// Design tokens as the community group's 2025.10 format has them: `NAME.tokens.json` or `NAME.tokens`, with the
/// companion `NAME.tokens.meta.json`.
struct TokensDialect: Dialect {
  static let formatName = "tokens"
  static let companionSuffix = ".tokens.meta.json"

  let name = formatName
  let suffixes = [".tokens.json", ".tokens"]
  let companionSuffixes = [companionSuffix]

  func outlines(
    of file: SourceFile, named name: String, beside: (String) -> SourceFile?
  ) -> (themes: [ThemeOutline], problems: [Problem]) {
    let (root, problems) = JSONReader.read(file)
    let companion = ThemeCompanion(
      beside(name + Self.companionSuffix), of: "a token document",
      allowed: ["title", "kit", "extends", "imagePrefix", "transition"])
    let known = problems + companion.problems
    guard let root else { return ([], known) }
    var decoder = ObjectDecoder()
    guard Self.isTokenDocument(root, named: name, &decoder) else {
      return ([], known + decoder.diagnostics.problems)
    }
    let outline = companion.outline(named: name, in: file, at: root) { said, surroundings in
      TokenReader.read(TokenComposition(root), over: said, surroundings)
    }
    return ([outline], known)
  }

  func foldersGathered(_ files: [SourceFile], isArchive: Bool) -> [SourceFile] {
    isArchive ? TokenFolder.gathered(archived: files) : TokenFolder.gathered(files)
  }

  private static func isTokenDocument(
    _ root: JSONNode, named name: String, _ decoder: inout ObjectDecoder
  ) -> Bool {
    guard root.kind == .object else {
      return decoder.wrongKind(root, "a token document", "an object") ?? false
    }
    for member in root.members where member.isNamed("$themes") || member.isNamed("$metadata") {
      return decoder.refuse(
        member.key, "tokens-studio",
        "This is a file of Tokens Studio: name it \(Quoted.name(name + StudioDialect().suffixes[0])), or say that its format is "
          + "'\(StudioDialect.formatName)'.") ?? false
    }
    return true
  }
}
