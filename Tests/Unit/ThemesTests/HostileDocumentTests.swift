import Documents
import TestSupport
import Testing
import Themes

/// Documents that were made to be slow: reading ends in time, and finds the same problems as before.
struct HostileDocumentTests {
  private static func problems(_ text: String) -> [Problem] {
    Library.read(
      kits: [ProjectFiles.file("Config/kits/uikit.json")],
      themes: [SourceFile(name: "themes/hostile.json", bytes: Array(text.utf8))]
    ).problems
  }

  @Test func `the nearest name is told for the first hundred wrong ones`() {
    let colors = (0..<150).map { #""own\#($0)": "{accemt}""# }
    let problems = Self.problems(#"{ "colors": { "accent": "red", \#(colors.joined(separator: ",")) } }"#)
    #expect(problems.map(\.code) == Array(repeating: "unknown-color", count: 150))
    #expect(problems.count { $0.message.hasSuffix("did you mean 'accent'?") } == 100)
  }

  @Test func `a theme has so many names and no more, its parents' among them`() {
    let kit = ProjectFiles.file("Config/kits/uikit.json")
    func theme(_ name: String, _ count: Int, parent: String = "") -> SourceFile {
      let colors = (0..<count).map { #""c\#($0)": "red""# }.joined(separator: ",")
      return SourceFile(
        name: "themes/\(name).json", bytes: Array(#"{ \#(parent) "colors": { \#(colors) } }"#.utf8))
    }
    let most = Library.read(kits: [kit], themes: [theme("a", 65_000)])
    #expect(most.problems.filter { $0.severity == .error }.isEmpty)
    let child = theme("b", 1000, parent: #""extends": "a","#)
    let more = Library.read(kits: [kit], themes: [theme("a", 65_000), child])
    #expect(more.problems.filter { $0.severity == .error }.map(\.code) == ["too-many-names"])
    #expect(more.problems.first { $0.code == "too-many-names" }?.place.file == "themes/b.json")
  }

  @Test func `of a document with more names than a theme may have nothing is read`() {
    let colors = (0..<40_000).map { #""c\#($0)": "no color""# }.joined(separator: ",")
    let rules = Array(repeating: #"{"for":"UIView","set":{}}"#, count: 30_000).joined(separator: ",")
    let problems = Self.problems(#"{ "appearance": [ \#(rules) ], "colors": { \#(colors) } }"#)
    #expect(problems.map(\.code) == ["too-many-names"])
    #expect(
      problems.first?.message.hasPrefix("'hostile' has 70000 colors, images, values and rules;") == true)
    #expect(problems.first?.place.pointer == "/appearance")
  }

  @Test func `a document has so many names and values and no more`() {
    func problems(_ count: Int) -> [Problem] {
      Self.problems(
        #"{ "values": { "v": [ \#(Array(repeating: "1", count: count).joined(separator: ",")) ] } }"#)
    }
    #expect(problems(650_000).isEmpty)
    #expect(problems(700_000).map(\.code) == ["too-many-values"])
  }

  @Test(arguments: [3, 300]) func `names that stand twice are told in order, escaped or not`(count: Int) {
    let names = (0..<count).map { #""c\#($0)": "red""# } + [#""\u00631": "red""#, #""c0": "red""#]
    let problems = Self.problems(#"{ "colors": { \#(names.joined(separator: ",")) } }"#)
    #expect(problems.map(\.code) == ["duplicate-key", "duplicate-key"])
    #expect(problems.map { $0.message.contains("'c1'") } == [true, false])
  }

  @Test func `reading ends when there are more problems than anybody reads`() {
    let colors = (0..<3_000).map { #""c\#($0)": "no color""# }
    let problems = Self.problems(#"{ "colors": { \#(colors.joined(separator: ",")) }, "appearance": [ 1 ] }"#)
    #expect(problems.count == 1_001)
    #expect(problems.last?.code == "too-many-problems")
  }

  @Test func `many names with the same letters are told apart by their words`() {
    // Each has its hyphens elsewhere.
    let apart = (0..<2_048).map { number in
      "abcdefghijkl".enumerated().map { index, letter in
        number >> index & 1 == 1 ? "\(letter)-" : "\(letter)"
      }.joined()
    }
    let text = apart.map { #""\#($0)": "red""# }
    #expect(Self.problems(#"{ "colors": { \#(text.joined(separator: ",")) } }"#).isEmpty)
    let meeting = text + [#""a_bcdefghijkl": "red""#, #""a.b.cdefghijkl": "red""#]
    #expect(
      Self.problems(#"{ "colors": { \#(meeting.joined(separator: ",")) } }"#).map(\.code)
        == ["name-collision", "name-collision"])
  }
}
