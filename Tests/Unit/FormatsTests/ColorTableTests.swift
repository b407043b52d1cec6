import Documents
import Formats
import TestSupport
import Testing
import Themes

/// Tests of color tables with wrong bytes.
struct ColorTableTests {
  private static let kits = [ProjectFiles.file("Config/kits/uikit.json")]

  private func read(_ bytes: [UInt8]) -> Library {
    Library.read(kits: Self.kits, themes: [SourceFile(name: "DKColorTable.txt", bytes: bytes)])
  }

  private func says(_ problem: Problem) -> String {
    "\(problem.place.line):\(problem.place.column) \(problem.message)"
  }

  @Test(arguments: [
    "A B\n#fff #000 BG\n", "A B\r\n#fff #000 BG\r\n", "\n\nA B\n\n#fff #000 BG\n\n", "A B\n#fff #000 BG",
    "\tA\t B  \n \t#fff\t\t#000 BG \t\n  \t\n", "A B\r\n\r\n#fff #000 BG\n", " A B\r\n#fff #000 BG\r",
  ])
  func `ends of lines, blank lines and space do not count`(text: String) {
    let library = read(Array(text.utf8))
    #expect(library.problems.map(says) == [])
    #expect(
      library.themes["a"]?.colors.mapValues(\.base) == ["BG": .literal(Color(red: 0, green: 15, blue: 255))])
    #expect(library.themes["b"]?.colors.count == 1)
  }

  @Test func `a byte order mark is told`() {
    let library = read([0xef, 0xbb, 0xbf] + Array("A B\n#fff #000 BG\n".utf8))
    #expect(library.problems.map(says) == ["1:1 The file begins with a byte order mark; save it without."])
    #expect(library.themes.keys.sorted() == ["a", "b"])
  }

  @Test func `bytes that are no character are told with their place, each line on its own`() {
    let text: [UInt8] =
      Array("A B\n#fff #000 B".utf8) + [0xff] + Array("\n#fff #".utf8) + [0xc3] + Array(" C\nx #000 D".utf8)
    #expect(
      read(text).problems.map(says) == [
        "2:12 The byte FF here is not valid UTF-8.", "3:7 The byte C3 here is not valid UTF-8.",
        "4:1 'x' is not a color: a color table has 1 to 8 hexadecimal digits, after '#', '0x' or nothing.",
      ])
    #expect(read([0x41, 0x80]).problems.map(says) == ["1:2 The byte 80 here is not valid UTF-8."])
  }

  @Test(arguments: [
    ("A\n#fff", "2:1 This line has 1 word; it should have 1 color, then the key."),
    ("A B\r\n\r\n #fff  K", "3:2 This line has 2 words; it should have 2 colors, then the key."),
    ("A\n#fff K\n\n\t#000 K", "4:7 The key 'K' has a line already, line 2."),
    (
      "A\n\u{a0}#fff K",
      "2:1 '\u{a0}#fff' is not a color: a color table has 1 to 8 hexadecimal digits, after '#', '0x' or nothing."
    ),
    (
      "A\n#fff\u{0} K",
      "2:1 '#fff\u{fffd}' is not a color: a color table has 1 to 8 hexadecimal digits, after '#', '0x' or nothing."
    ),
    (
      "A\n#fff {a}",
      "2:6 '{a}' can't name a color: a name has 1 to 256 bytes, no braces, no control characters, no '$' in front, and is neither '.' nor '..'."
    ),
    (" \n\t\r\n", "1:1 The table is empty; its first line names the themes, as in 'NORMAL NIGHT'."),
  ])
  func `a wrong line is told with its place`(text: String, problem: String) {
    #expect(read(Array(text.utf8)).problems.map(says) == [problem])
  }

  /// Tests a long line: work that grows with the square of its length would not end.
  @Test(arguments: [("A ", 19), ("#fff ", 19), ("x", 19), (" ", 19), ("é ", 22)])
  func `a line as long as a file may be is one problem at most`(word: String, power: Int) {
    let line = String(repeating: word, count: (1 << power) / word.utf8.count - 2)
    let problems = read(Array(("A\n" + line).utf8)).problems
    #expect(problems.count == (word == " " ? 0 : 1))
    #expect(problems.allSatisfy { $0.message.utf8.count < 300 && $0.frame.utf8.count < 600 })
    #expect(read(Array(line.utf8)).problems.count == 1)
  }

  @Test func `a file over four mebibytes is not looked into`() {
    let bytes = [UInt8](repeating: UInt8(ascii: "A"), count: 4 << 20 + 1)
    #expect(
      read(bytes).problems.map(says) == [
        "1:1 The file is larger than 4 MiB, 4194304 bytes, which is the most that is read."
      ])
  }
}
