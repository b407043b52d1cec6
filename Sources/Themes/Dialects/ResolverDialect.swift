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
    let outlines = themes.map { theme in
      companion.outline(named: theme.name, in: file, at: root) { said, surroundings in
        let traits = ModifierTraits(
          document.modifiers, chosen: theme.chosen, asked: asked, kit: surroundings.kit.definition, .resolver)
        let composition = TokenComposition(
          shared ?? TokenSources(document.sources), traits, key: root, saying: document.remarks)
        var base = said
        base.title = theme.title(said.title ?? document.title)
        let (whole, found) = TokenReader.read(composition, over: base, surroundings)
        return (whole, traits.findings.problems + found)
      }
    }
    return (outlines, known + plan.findings.problems)
  }
}
