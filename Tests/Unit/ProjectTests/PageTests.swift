import Testing

@Suite struct `What is written beside the source` {
  @Test(arguments: ProjectText.shared.pages)
  func `names files, types and functions that there are`(_ page: String) throws {
    let text = try #require(ProjectText.shared.files[page])
    #expect(Self.check.problems(of: text, at: page) == [])
  }

  @Test(arguments: [
    ("See `Sources/Themes/Gone.swift`.", "there is no file Sources/Themes/Gone.swift"),
    ("See `NoSuchFile.swift`.", "there is no file NoSuchFile.swift"),
    ("A `WorkerOfOld` does it.", "nothing is called WorkerOfOld"),
    ("`Publisher.noSuchMember` does it.", "Publisher has no noSuchMember"),
    ("It calls `noSuchFunction()`.", "nothing is called noSuchFunction"),
    ("The setting `noSuchSetting`.", "nothing is called noSuchSetting"),
    ("[Here](docs/no-such-page.md).", "the link to docs/no-such-page.md leads nowhere"),
  ])
  func `is refused where it names something that is gone`(_ sentence: String, _ problem: String) {
    #expect(Self.check.problems(of: sentence, at: "PAGE.md") == ["PAGE.md: \(problem)"])
  }

  @Test(arguments: [
    "`Sources/Themes` and `Scripts/bench get`", "`Publisher` and `Package.swift`",
    "[this](docs/themes.md#kits)",
    "`GET /v1/theme`, `ETag` and `bodyBytes`", "```\n`NoSuchType`\n```", "`SIGTERM`, `UIButton.primary`",
  ])
  func `may name what there is, and what clients send`(_ sentence: String) {
    #expect(Self.check.problems(of: sentence, at: "PAGE.md") == [])
  }

  private static let check: PageCheck = {
    var declarations = Declarations()
    for (path, text) in ProjectText.shared.files {
      if path.hasSuffix(".swift"), !path.hasPrefix("Tests/Unit/ProjectTests/") {
        declarations.read(text, at: path)
      }
      if path.hasSuffix(".json") || path.hasSuffix(".js") || path.hasPrefix("Scripts/")
        || path.hasPrefix("Benchmarks/") && !path.hasSuffix(".md")
      {
        declarations.read(document: text)
      }
    }
    return PageCheck(project: .shared, declarations: declarations)
  }()
}
