internal import Checks
internal import Documents
internal import Resolution
internal import TestSupport
internal import Testing
internal import Themes

/// Themes whose rules, places and traits multiply.
struct LargeThemeTests {
  private static func problems(_ rules: [String]) -> [Problem] {
    let text = #"{ "appearance": [\#(rules.joined(separator: ","))] }"#
    return Catalog.reading(
      kits: [ProjectFiles.file("Config/kits/uikit.json")],
      themes: [SourceFile(name: "themes/large.json", bytes: Array(text.utf8))]
    ).library.problems
  }

  @Test func `a theme that would take too long to judge is told so`() {
    let places = (0..<1_000).map {
      #"{ "for": "UILabel.s\#($0)", "set": { "textColor": "black", "backgroundColor": "white" } }"#
    }
    let traits = (0..<1_000).map {
      #"{ "for": "UILabel", "traits": { "displayScale": \#($0 + 1) }, "set": { "textColor": "black" } }"#
    }
    #expect(Self.problems(places + traits).map(\.code) == ["contrast-not-judged"])
  }

  @Test func `thousands of styles are judged one by one`() {
    let rules = (0..<3_000).map {
      #"{ "for": "UILabel.s\#($0)", "set": { "textColor": "gray", "backgroundColor": "white" } }"#
    }
    let problems = Self.problems(rules)
    #expect(problems.count == 1_001)
    #expect(problems.filter { $0.code == "low-contrast" }.count == 1_000)
  }
}
