import Documents
import TestSupport
import Testing
import Themes

/// Problems of files that can't be golden files, since they are not text or are too large.
struct ByteProblemTests {
  /// The problems of a theme of these bytes, each with its pointer.
  private func answer(_ bytes: [UInt8]) -> String {
    Library.read(
      kits: ProjectFiles.all(in: "Config/kits"), themes: [SourceFile(name: "themes/raw.json", bytes: bytes)]
    ).problems.map { "\($0.code) at '\($0.place.pointer)'\n\($0.text)" }.joined(separator: "\n")
  }

  @Test func `a byte that is not UTF-8 is shown where it stands`() {
    let bytes = Array(#"{ "title": "Ne"#.utf8) + [0xff] + Array(#"w", "kit": "nokit" }"#.utf8)
    #expect(
      answer(bytes) == """
        invalid-utf8 at ''
        themes/raw.json:1:15: error: The byte FF here is not valid UTF-8.
        1 | { "title": "Ne\u{fffd}w", "kit": "nokit" }
          |               ^
        unknown-kit at '/kit'
        themes/raw.json:1:27: error: There is no kit 'nokit'.
        1 | { "title": "Ne\u{fffd}w", "kit": "nokit" }
          |                           ^
        """)
  }

  @Test func `a file that is no text says so at its first byte`() {
    #expect(
      answer([0x89] + Array("PNG".utf8)) == """
        invalid-utf8 at ''
        themes/raw.json:1:1: error: The byte 89 here is not valid UTF-8.
        1 | \u{fffd}PNG
          | ^
        """)
  }

  @Test func `a byte order mark is a problem of its own`() {
    #expect(
      answer([0xef, 0xbb, 0xbf] + Array(#"{ "titel": "x" }"#.utf8)).hasPrefix(
        """
        json-syntax at ''
        themes/raw.json:1:1: error: The file begins with a byte order mark; JSON has none, save it without.
        """))
  }

  @Test func `a file over 4 MiB is not read`() {
    let most = Array("{}".utf8) + [UInt8](repeating: 0x20, count: JSONReader.largestFile - 2)
    #expect(answer(most) == "")
    #expect(
      answer(most + [0x20]) == """
        file-too-large at ''
        themes/raw.json:1:1: error: The file is larger than 4 MiB, 4194304 bytes, which is the most that is read.
        """)
  }

  @Test func `64 levels are read, and not one more`() {
    let open = #"{ "values": { "v": "# + String(repeating: "[", count: 62)
    let close = String(repeating: "]", count: 62) + " } }"
    #expect(answer(Array((open + "1" + close).utf8)) == "")
    #expect(
      answer(Array((open + "[1]" + close).utf8)) == """
        too-deep at '/values/v\(String(repeating: "/0", count: 61))'
        themes/raw.json:1:82: error: This is nested deeper than 64 levels.
        1 | …\(String(repeating: "[", count: 60))[1]\(String(repeating: "]", count: 33))…
          |  \(String(repeating: " ", count: 60))^
        """)
  }

  @Test func `more problems than anybody reads are counted no further`() {
    let names = (0..<1_200).map { "\"n\($0)\": 1" }.joined(separator: ", ")
    let problems = answer(Array("{ \(names) }".utf8)).split(separator: "\n").filter {
      $0.contains(" error: ")
    }
    #expect(problems.count == 1_001)
    #expect(
      problems.last?.hasSuffix(
        "error: There are more than 1000 problems in this file; the rest are not shown.") == true)
  }

  @Test(arguments: [
    (#"{ "colors": { "a/b~c": 1 } }"#, "wrong-kind", "/colors/a~1b~0c"),
    (#"{ "appearance": [{}, { "for": "UIButon", "set": {} }] }"#, "unknown-class", "/appearance/1/for"),
    (
      #"{ "appearance": [{ "for": "UIButton", "set": { "titelColor": 1 } }] }"#, "unknown-property",
      "/appearance/0/set/titelColor"
    ),
    (
      #"{ "appearance": [{ "for": "UIButton", "traits": { "stile": "dark" }, "set": {} }] }"#,
      "unknown-trait",
      "/appearance/0/traits/stile"
    ),
    (#"{ "title": "a", "title": "b" }"#, "duplicate-key", "/title"),
    (#"{ "extends": "nobody" }"#, "missing-parent", "/extends"),
    (#"{ "colors": { "a": "{b}", "b": "{a}" } }"#, "color-cycle", "/colors/a"),
  ])
  func `a pointer leads to what is wrong`(text: String, code: String, pointer: String) {
    let problems = Library.read(
      kits: ProjectFiles.all(in: "Config/kits"),
      themes: [SourceFile(name: "themes/raw.json", bytes: Array(text.utf8))]
    ).problems
    #expect(problems.contains { $0.code == code && $0.place.pointer == pointer }, "\(problems)")
  }
}
