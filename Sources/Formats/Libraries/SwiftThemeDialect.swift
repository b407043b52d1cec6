internal import Documents
internal import Themes

/// SwiftTheme's themes: `NAME.swifttheme.json` or `NAME.swifttheme.plist`, nested objects whose keys are joined by dots.
///
/// What the file holds says which of both it is; its name may say the other.
struct SwiftThemeDialect: Dialect {
  let name = "swifttheme"
  let suffixes = [".swifttheme.json", ".swifttheme.plist"]

  func outlines(
    of file: SourceFile, named name: String, beside: (String) -> SourceFile?
  ) -> (themes: [ThemeOutline], problems: [Problem]) {
    let (root, problems) =
      file.isPropertyList ? PropertyListReader.read(file) : JSONReader.read(file, lastComma: .warning)
    guard let root else { return ([], problems) }
    guard root.kind == .object else {
      var form = ObjectDecoder()
      form.wrongKind(root, "a SwiftTheme theme", "an object")
      return ([], problems + form.findings.problems)
    }
    let spot = SourceAnchor(root)
    let outline = ThemeOutline(
      name: name, parent: nil, kit: nil, nameSpot: spot, parentSpot: spot, kitSpot: spot, source: file
    ) { surroundings in
      var reader = SwiftThemeReader()
      reader.read(root, path: "")
      var theme = Theme(name: name, kit: surroundings.kit.definition.name, file: file.name)
      (theme.colors, theme.images, theme.values) = (reader.colors, reader.images, reader.values)
      return (theme, reader.form.findings.problems)
    }
    return ([outline], problems)
  }
}
