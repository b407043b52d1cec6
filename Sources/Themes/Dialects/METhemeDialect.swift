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
    let parent = companion["extends"]?.string
    let spot = SourceAnchor(root)
    let parentSpot = companion["extends"].map { SourceAnchor($0) } ?? spot
    let outline = ThemeOutline(
      name: name, parent: parent, kit: nil, nameSpot: spot, parentSpot: parentSpot, kitSpot: spot,
      source: file
    ) { surroundings in
      var base = ThemeReader(surroundings, companion.members)
      let read = base.read(named: name, parent: parent, in: file.name)
      var reader = METhemeReader(surroundings.kit)
      let theme = reader.read(root, over: read)
      return (theme, base.findings.problems + reader.form.findings.problems)
    }
    return ([outline], known)
  }
}

/// The file beside a METhemeKit theme, which is read with it and is no theme itself.
struct METhemeCompanion: Dialect {
  let name = METhemeDialect.formatName
  let suffixes = [METhemeDialect.companionSuffix]
  let isOffered = false

  func outlines(
    of file: SourceFile, named name: String, beside: (String) -> SourceFile?
  ) -> (themes: [ThemeOutline], problems: [Problem]) {
    let theme = name + ".metheme.json"
    guard beside(theme) == nil else { return ([], []) }
    return ([], [ThemeCompanion.missing(theme, for: file)])
  }
}
