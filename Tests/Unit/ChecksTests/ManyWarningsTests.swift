internal import Checks
internal import Documents
internal import Resolution
internal import TestSupport
internal import Testing
internal import Themes

/// Files with more warnings than are reported.
struct ManyWarningsTests {
  private static func library(_ rules: Int) -> Library {
    let rule = #"{ "for": "UILabel", "set": { "textColor": "red" } }"#
    let text = #"{ "appearance": [\#(Array(repeating: rule, count: rules).joined(separator: ","))] }"#
    return Catalog.reading(
      kits: [ProjectFiles.file("Config/kits/uikit.json")],
      themes: [SourceFile(name: "themes/long.json", bytes: Array(text.utf8))]
    ).library
  }

  @Test func `warnings stay warnings, however many there are`() {
    let library = Self.library(1_200)
    #expect(library.problems.count == 1_001)
    #expect(library.problems.allSatisfy { $0.severity == .warning })
    #expect(library.problems.contains { $0.code == "too-many-problems" })
    #expect(!library.hasErrors)
  }

  @Test(arguments: [2, 40, 250, 251, 300]) func `each of them is counted once`(rules: Int) {
    let library = Self.library(rules)
    #expect(library.found.count(of: .warning) == rules - 1)
    #expect(library.problems.count == rules - 1)
    #expect(library.problems == library.problems(in: "themes/long.json"))
  }

  @Test func `those of many themes are counted after all have been read`() {
    let theme =
      #"{ "colors": { "a": "red" }, "appearance": [ { "for": "UILabel", "set": { "textColor": "blue" } }, "#
      + #"{ "for": "UILabel", "set": { "textColor": "{a}" } } ] }"#
    let files = (0..<257).map { SourceFile(name: "themes/t\($0).json", bytes: Array(theme.utf8)) }
    let found = Catalog.reading(kits: [ProjectFiles.file("Config/kits/uikit.json")], themes: files).library
      .found
    #expect(found["themes/t7.json"].map(\.code) == ["unreachable-rule"])
    #expect(found.count(of: .warning) == 0)
    #expect(found.deferredCount(in: "themes/t7.json") == nil)
    found.countDeferred { false }
    #expect(found.count(of: .warning) == 0)
    found.countDeferred { true }
    #expect(found.count(of: .warning) == 257)
    #expect(found.deferredCount(in: "themes/t7.json") == 1)
    #expect(found.count(of: .error) == 0)
  }
}
