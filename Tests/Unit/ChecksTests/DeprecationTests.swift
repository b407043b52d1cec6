import Checks
import Documents
import Resolution
import TestSupport
import Testing
import Themes

/// Deprecated tokens: their uses, and what they are replaced by.
struct DeprecationTests {
  private static func problems(_ name: String, _ text: String) -> [Problem] {
    Catalog.reading(
      kits: ProjectFiles.all(in: "Config/kits"),
      themes: [SourceFile(name: "themes/\(name)", bytes: Array(text.utf8))]
    ).library.problems
  }

  @Test func `a use of one has a note with its replacement`() {
    let problems = Self.problems(
      "t.tokens.json",
      ##"""
      { "a": { "$type": "number", "$value": 1, "$deprecated": { "replacedBy": "b", "since": "2.0", "reason": "Old." } },
        "b": { "$type": "number", "$value": 2 }, "c": { "$type": "number", "$value": "{a}" } }
      """##)
    #expect(
      problems.map(\.message) == ["'c' refers to {a}, which is deprecated: Old; since 2.0; use {b}."])
    #expect(problems.map(\.code) == ["deprecated-use"])
  }

  @Test(arguments: ["edge.dim", "{edge.dim}"]) func `a replacement that does not exist is a warning`(
    name: String
  ) {
    let entry = #""deprecated": { "replacedBy": "\#(name)" }"#
    let own = Self.problems(
      "t.json",
      ##"{ "colors": { "old": { "value": "#111", \##(entry) }, "edge.dims": "#222" } }"##)
    let tokens = Self.problems(
      "t.tokens.json",
      ##"""
      { "old": { "$type": "number", "$value": 1, "$\##(entry.dropFirst()) },
        "edge": { "dims": { "$type": "number", "$value": 2 } } }
      """##)
    for problems in [own, tokens] {
      let found = problems.filter { $0.code == "unknown-replacement" }
      #expect(found.map(\.severity) == [.warning])
      #expect(
        found.map(\.message) == [
          "'old' is replaced by {edge.dim}, which the theme does not have; did you mean {edge.dims}?"
        ])
    }
  }
}
