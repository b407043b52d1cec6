import Testing

@Suite struct `The project is written in American English` {
  @Test(arguments: ProjectText.shared.files.keys.filter(Self.isOurs).sorted())
  func `in every file`(_ path: String) throws {
    let text = try #require(ProjectText.shared.files[path])
    #expect(Self.britishWords(in: text) == [], "\(path)")
  }

  @Test func `which is seen, also in the middle of a name`() {
    #expect(Self.britishWords(in: "let textColour = normaliseAll(behaviours)").count == 3)
    #expect(Self.britishWords(in: "let textColor = normalizeAll(behaviors)") == [])
  }

  /// Tests misspell names on purpose, to get a suggestion.
  private static func isOurs(_ path: String) -> Bool { !path.hasPrefix("Tests/") && path != "LICENSE" }

  private static let british = [
    "analyse", "artefact", "authoris", "behaviour", "catalogue", "centre", "colour", "defence",
    "favour", "flavour", "honour", "initialis", "licence", "modelled", "neighbour", "normalis",
    "optimis", "organis", "programme ", "recognis", "sanitis", "serialis", "signalled", "summaris",
    "travelled",
  ]

  private static func britishWords(in text: String) -> [Substring] {
    // A member of themes is called so.
    let lines = text.lowercased().replacing(/["'`]licence["'`]/, with: "").split(separator: "\n")
    return lines.flatMap { line in british.filter { line.contains($0) }.map { _ in line } }
  }
}
