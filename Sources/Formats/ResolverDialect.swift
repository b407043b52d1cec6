internal import Documents
internal import Themes

/// Design tokens in sets and contexts, as the resolver module of the 2025.10 format has them: `NAME.resolver.json`, with
/// the files that it refers to and the companion `NAME.resolver.meta.json`.
struct ResolverDialect: Dialect {
  static let formatName = "resolver"
  static let companionSuffix = ".resolver.meta.json"

  let name = formatName
  let suffixes = [".resolver.json"]
  let companionSuffixes = [companionSuffix]

  func outlines(
    of file: SourceFile, named name: String, beside: (String) -> SourceFile?
  ) -> (themes: [ThemeOutline], problems: [Problem]) {
    var reader = ResolverReader(ResolverFiles(file))
    let document = reader.read()
    let companion = ThemeCompanion(
      beside(name + Self.companionSuffix), of: "a resolver document",
      allowed: ["title", "kit", "extends", "imagePrefix", "transition", "modifiers"])
    var plan = ModifierThemes(named: name, companion["modifiers"], .resolver)
    let known = reader.files.problems + reader.decoder.diagnostics.problems + companion.problems
    guard let root = reader.files.document, let document else { return ([], known) }
    // Several themes share the sources; one alone reads them when it is read, and frees them.
    let shared = plan.makesSeveral(of: document.modifiers) ? TokenSources(document.sources) : nil
    let themes = plan.themes(of: document.modifiers, with: shared?.count ?? 0, in: file.bytes.count)
    let asked = plan.asked
    let outlines = themes.map { theme in
      companion.outline(named: theme.name, in: file, at: root) { said, surroundings in
        let traits = ModifierTraits(
          document.modifiers, chosen: theme.chosen, asked: asked, kit: surroundings.kit.definition, .resolver)
        let composition = TokenComposition(
          shared ?? TokenSources(document.sources), traits, key: root, saying: document.remarks)
        var base = said
        base.title = theme.title(said.title ?? document.title)
        let (whole, found) = TokenReader.read(composition, over: base, surroundings)
        return (whole, traits.diagnostics.problems + found)
      }
    }
    return (outlines, known + plan.diagnostics.problems)
  }

  func gathered<Failure: Error>(
    _ file: SourceFile, _ read: (String) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> SourceFile {
    var files = ResolverFiles(file)
    var found = [SourceFile(name: file.name, bytes: file.bytes, format: file.format)]
    var asked: Set<String> = []
    while !found.areTooMany {
      var reader = ResolverReader(files)
      _ = reader.read()
      let wanted = reader.files.missing.filter { asked.insert($0).inserted }.sorted()
      guard !wanted.isEmpty else { break }
      for path in wanted where !found.areTooMany {
        guard let bytes = try read(file.folder + path) else { continue }
        found.append(SourceFile(name: file.folder + path, bytes: bytes))
        files.add(found[found.count - 1], number: found.count)
      }
    }
    guard found.count > 1 else { return file }
    var reader = ResolverReader(files)
    _ = reader.read()
    let bundle = ResolverBundle(found, following: reader.references, in: files)
    return SourceFile(
      name: file.name, bytes: bundle.text.bytes, format: file.format, parts: found,
      sections: bundle.text.sections)
  }
}
