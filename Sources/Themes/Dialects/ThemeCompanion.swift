/// A file that goes with a theme of another format, and says of it what that format can't.
struct ThemeCompanion: Sendable {
  private(set) var members = FoundMembers()
  private(set) var problems: [Problem] = []

  /// - Parameters:
  ///   - file: nil where there is none.
  ///   - what: what it goes with, with its article.
  init(_ file: SourceFile?, of what: String, allowed: [String]) {
    guard let file else { return }
    let (root, problems) = JSONReader.read(file)
    self.problems = problems
    guard let root else { return }
    var form = ObjectDecoder()
    members = form.members(of: root, "what goes with \(what)", allowed: allowed) ?? FoundMembers()
    for name in ["extends", "kit"] {
      if let node = members[name], node.string == nil { form.wrongKind(node, "'\(name)'", "a string") }
    }
    self.problems += form.findings.problems
  }

  subscript(name: String) -> JSONNode? { members[name] }

  /// What is wrong with a companion that has nothing to go with.
  static func missing(_ theme: String, for file: SourceFile) -> Problem {
    Problem(
      code: "missing-theme", place: SourceLocation(file: file.name, line: 1, column: 1),
      message: "This belongs to \(Quoted.name(theme)), which is not here.")
  }
}
