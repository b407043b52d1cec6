@testable import Documents
import Testing

@Suite struct `Text that somebody else wrote` {
  private static let hostile: [(String, String)] = [
    ("a\u{1b}[2Jb", "a\\u{1b}[2Jb"), ("a\r\nb", "a\\u{d}\\u{a}b"), ("a\u{9b}31m", "a\\u{9b}31m"),
    ("\u{202e}gnp", "\\u{202e}gnp"), ("a\n\u{301}b", "a\\u{a}\u{301}b"),
    ("a\u{1b}\u{301}", "a\\u{1b}\u{301}"),
    ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("\u{61c}", "\\u{61c}"), ("\u{7f}\0", "\\u{7f}\\u{0}"),
  ]

  @Test(arguments: hostile) func `is shown on one line, with numbers for what a terminal would obey`(
    text: String, shown: String
  ) {
    #expect(Array(text.printable.utf8) == Array(shown.utf8))
  }

  @Test(arguments: ["plain", "Grüße, 世界 👩‍👩‍👧 é", ""]) func `stays as it is where it is plain`(text: String) {
    #expect(text.printable == text)
    #expect(text.printableJSON == text)
  }

  @Test func `in JSON stays the same JSON`() throws {
    let json = "{\n  \"note\": \"a\u{85}b\u{202e}c\u{2028}\"\n}"
    let shown = json.printableJSON
    #expect(shown.utf8.allSatisfy { $0 == 0x0a || (0x20..<0x7f).contains($0) })
    func note(_ text: String) -> String? {
      JSONReader.read(SourceFile(name: "x", bytes: Array(text.utf8))).root?["note"]?.string
    }
    let told = try #require(note(json))
    #expect(note(shown) == told)
  }
}
