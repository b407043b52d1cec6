internal import Documents
internal import Themes

/// METhemeKit's themes: `NAME.metheme.json`, with what its apps keep in code in `NAME.metheme.meta.json`.
struct METhemeDialect: Dialect {
  static let formatName = "metheme"
  static let companionSuffix = ".metheme.meta.json"

  let name = formatName
  let suffixes = [".metheme.json"]
  let companionSuffixes = [companionSuffix]

  func outlines(
    of file: SourceFile, named name: String, beside: (String) -> SourceFile?
  ) -> (themes: [ThemeOutline], problems: [Problem]) {
    let (root, problems) = JSONReader.read(file, lastComma: .warning)
    let companion = ThemeCompanion(
      beside(name + Self.companionSuffix), of: "a METhemeKit theme",
      allowed: ["title", "extends", "imagePrefix", "transition"])
    let known = problems + companion.problems
    guard let root else { return ([], known) }
    guard root.kind == .object else {
      var form = ObjectDecoder()
      form.wrongKind(root, "a METhemeKit theme", "an object")
      return ([], known + form.findings.problems)
    }
    let outline = companion.outline(named: name, in: file, at: root) { said, surroundings in
      var reader = METhemeReader(surroundings.kit)
      let theme = reader.read(root, over: said)
      return (theme, reader.form.findings.problems)
    }
    return ([outline], known)
  }
}
