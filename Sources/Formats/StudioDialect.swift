internal import Documents
internal import Themes

/// The files of Tokens Studio: one, `NAME.tokensstudio.json`, or a folder of them, `NAME.tokensstudio`, with the
/// companion `NAME.tokensstudio.meta.json`.
struct StudioDialect: Dialect {
  static let formatName = "tokensstudio"
  static let companionSuffix = ".tokensstudio.meta.json"

  let name = formatName
  let suffixes = [".tokensstudio.json", StudioFolder.suffix]
  let companionSuffixes = [companionSuffix]

  func outlines(
    of file: SourceFile, named name: String, beside: (String) -> SourceFile?
  ) -> (themes: [ThemeOutline], problems: [Problem]) {
    let (document, problems) = file.parts.isEmpty ? Self.document(in: file) : Self.document(of: file.parts)
    let companion = ThemeCompanion(
      beside(name + Self.companionSuffix), of: "a file of Tokens Studio",
      allowed: ["title", "kit", "extends", "imagePrefix", "transition", "modifiers"])
    let known = problems + companion.problems
    guard let document else { return ([], known) }
    let tokens = StudioTokens(document.sets)
    var plan = ModifierThemes(named: name, companion["modifiers"], .studio)
    let themes = plan.themes(of: document.groups, with: tokens.count, in: file.bytes.count)
    let asked = plan.asked
    // A group of one theme is no choice.
    let alone = document.groups.enumerated().filter { $1.contexts.count == 1 }.map { ($0.offset, 0) }
    let outlines = themes.map { theme in
      companion.outline(named: theme.name, in: file, at: document.node) { said, surroundings in
        let traits = ModifierTraits(
          document.groups, chosen: theme.chosen.merging(alone) { first, _ in first }, asked: asked,
          kit: surroundings.kit.definition, .studio)
        var base = said
        base.title = theme.title(said.title)
        let (whole, found) = StudioReader.read(
          document, tokens, traits, sharedBy: themes.count, over: base, surroundings)
        return (whole, traits.diagnostics.problems + found)
      }
    }
    return (outlines, known + tokens.diagnostics.problems + plan.diagnostics.problems)
  }

  func foldersGathered(_ files: [SourceFile], isArchive: Bool) -> [SourceFile] {
    isArchive ? StudioFolder.gathered(archived: files) : StudioFolder.gathered(files)
  }

  func expression(at place: TextPosition, in text: SourceText) -> TokenExpression? {
    text.member(at: place).flatMap { TokenExpression($0) }
  }

  private static func document(in file: SourceFile) -> (StudioDocument?, [Problem]) {
    var reader = StudioDocumentReader()
    let (root, problems) = JSONReader.read(file)
    let document = root.flatMap { reader.read($0) }
    return (document, problems + reader.decoder.diagnostics.problems)
  }

  private static func document(of parts: [SourceFile]) -> (StudioDocument?, [Problem]) {
    let root = "\(parts[0].name)/"
    if let (code, message) = StudioFolder.complaint(about: Array(parts.dropFirst())) {
      let place = SourceLocation(file: parts[0].name, line: 1, column: 1)
      return (nil, [Problem(code: code, place: place, message: message)])
    }
    var problems: [Problem] = []
    var files: [StudioDocument.TokenSet] = []
    for (index, part) in parts.enumerated().dropFirst() {
      let (node, found) = JSONReader.read(part, part: index + 1)
      problems += found
      guard let node else { continue }
      files.append((StudioFolder.member(part, in: root), node))
    }
    // A file that can't be read may define the tokens that others refer to.
    guard files.count == parts.count - 1 else { return (nil, problems) }
    var reader = StudioDocumentReader()
    let document = reader.read(files: files)
    return (document, problems + reader.decoder.diagnostics.problems)
  }
}

extension ModifierWords {
  static let studio = ModifierWords(
    modifier: "group", context: "theme", document: "file",
    companionSuffix: StudioDialect.companionSuffix, areFree: true)
}
