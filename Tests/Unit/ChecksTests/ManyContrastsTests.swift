internal import Checks
internal import Documents
internal import Resolution
internal import TestSupport
internal import Testing
internal import Themes

/// A theme with more contrast problems than are reported.
struct ManyContrastsTests {
  @Test func `the first in the document are told, whichever run it is`() throws {
    let rules = (0..<3000).map {
      ##"{ "for": "UILabel.s\##($0)", "set": { "textColor": "#777", "backgroundColor": "#888" } }"##
    }
    let library = Catalog.reading(
      kits: [ProjectFiles.file("Config/kits/uikit.json")],
      themes: [
        SourceFile(
          name: "themes/grey.json",
          bytes: Array("{ \"appearance\": [\n\(rules.joined(separator: ",\n"))\n] }".utf8))
      ]
    ).library
    let told = library.problems.filter { $0.code == "low-contrast" }.map(\.place.line)
    #expect(told == Array(2...1001))
    #expect(library.problems.contains { $0.code == "too-many-problems" })
  }
}
