package import Documents

/// Livery's own format: `NAME.json`, one theme a file.
package struct LiveryDialect: Dialect {
  package static let formatName = "livery"

  package let name = formatName
  package let suffixes = [".json"]

  package init() {}

  package func outlines(
    of file: SourceFile, named name: String, beside: (String) -> SourceFile?
  ) -> (themes: [ThemeOutline], problems: [Problem]) {
    let (root, problems) = JSONReader.read(file)
    guard let root else { return ([], problems) }
    var decoder = ObjectDecoder()
    guard let members = decoder.members(of: root, "a theme", allowed: ThemeReader.members) else {
      return ([], problems + decoder.diagnostics.problems)
    }
    let kit = members["kit"].flatMap { decoder.string($0, "'kit'") }
    let parent = members["extends"].flatMap { decoder.string($0, "'extends'") }
    let outline = ThemeOutline(
      name: name, parent: parent, kit: kit, nameSpot: SourceAnchor(root),
      parentSpot: SourceAnchor(members["extends"] ?? root),
      kitSpot: SourceAnchor(members["kit"] ?? root), source: file
    ) { surroundings in
      var reader = ThemeReader(surroundings, members)
      let theme = reader.read(named: name, parent: parent, in: file.name)
      return (theme, reader.diagnostics.problems)
    }
    return ([outline], problems + decoder.diagnostics.problems)
  }
}
