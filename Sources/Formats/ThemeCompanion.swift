internal import Documents
internal import Themes

/// A file beside a theme of another format that holds the properties that the format lacks.
struct ThemeCompanion: Sendable {
  private(set) var members = FoundMembers()
  private(set) var problems: [Problem] = []

  init(_ file: SourceFile?, of what: String, allowed: [String]) {
    guard let file else { return }
    let (root, problems) = JSONReader.read(file)
    self.problems = problems
    guard let root else { return }
    var decoder = ObjectDecoder()
    members = decoder.members(of: root, "what goes with \(what)", allowed: allowed) ?? FoundMembers()
    for name in ["extends", "kit"] {
      if let node = members[name], node.string == nil { decoder.wrongKind(node, "'\(name)'", "a string") }
    }
    self.problems += decoder.diagnostics.problems
  }

  subscript(name: String) -> JSONNode? { members[name] }

  func outline(
    named name: String, in file: SourceFile, at root: JSONNode,
    read: @escaping @Sendable (Theme, ThemeSurroundings) -> (theme: Theme, problems: [Problem])
  ) -> ThemeOutline {
    let (parent, kit, spot) = (self["extends"], self["kit"], SourceAnchor(root))
    return ThemeOutline(
      name: name, parent: parent?.string, kit: kit?.string, nameSpot: spot,
      parentSpot: parent.map { SourceAnchor($0) } ?? spot, kitSpot: kit.map { SourceAnchor($0) } ?? spot,
      source: file
    ) { surroundings in
      var base = ThemeReader(surroundings, members)
      let said = base.read(named: name, parent: parent?.string, in: file.name)
      let (theme, found) = read(said, surroundings)
      return (theme, base.diagnostics.problems + found)
    }
  }
}
