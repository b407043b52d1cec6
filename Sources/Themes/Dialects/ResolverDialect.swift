/// Design tokens in sets and contexts, as the resolver module of the 2025.10 format has them: `NAME.resolver.json`, with
/// the files that it refers to, and with what a theme needs besides in `NAME.resolver.meta.json`.
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
    let known = reader.files.problems + reader.form.findings.problems + companion.problems
    guard let root = reader.files.document, let document else { return ([], known) }
    // One theme alone is done with its sources when it is read; several share them.
    let shared = plan.makesSeveral(of: document.modifiers) ? TokenSources(document.sources) : nil
    let themes = plan.themes(of: document.modifiers, with: shared?.count ?? 0, in: file.bytes.count)
    let asked = plan.asked
    let spot = SourceAnchor(root)
    let outlines = themes.map { theme in
      ThemeOutline(
        name: theme.name, parent: companion["extends"]?.string, kit: companion["kit"]?.string, nameSpot: spot,
        parentSpot: companion["extends"].map { SourceAnchor($0) } ?? spot,
        kitSpot: companion["kit"].map { SourceAnchor($0) } ?? spot, source: file
      ) { surroundings in
        var base = ThemeReader(surroundings, companion.members)
        let read = base.read(named: theme.name, parent: companion["extends"]?.string, in: file.name)
        let traits = ModifierTraits(
          document.modifiers, chosen: theme.chosen, asked: asked, kit: surroundings.kit.definition, .resolver)
        let composition = TokenComposition(
          shared ?? TokenSources(document.sources), traits, key: root, saying: document.remarks)
        let titled = read.titled(theme.title(read.title ?? document.title))
        let (whole, found) = TokenReader.read(composition, over: titled, surroundings)
        return (whole, base.findings.problems + traits.findings.problems + found)
      }
    }
    return (outlines, known + plan.findings.problems)
  }
}

/// The file beside a resolver document, which is read with it and is no theme itself.
struct ResolverCompanion: Dialect {
  let name = ResolverDialect.formatName
  let suffixes = [ResolverDialect.companionSuffix]
  let isOffered = false

  func outlines(
    of file: SourceFile, named name: String, beside: (String) -> SourceFile?
  ) -> (themes: [ThemeOutline], problems: [Problem]) {
    let document = name + ResolverDialect().suffixes[0]
    guard beside(document) == nil else { return ([], []) }
    return ([], [ThemeCompanion.missing(document, for: file)])
  }
}
