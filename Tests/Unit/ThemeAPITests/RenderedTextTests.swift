@testable import Renderings
import Testing

@testable import ThemeAPI

/// Texts of themes inside style sheets, which are read by scalars: to Swift a slash with an accent is no slash.
@Suite struct `A text in a style sheet` {
  private static let marks = ["", "\u{301}", "\u{200d}", "\u{fe0f}", "\u{20dd}"]

  private static let foreign = ",body{background:url(//evil.example/x)}"

  private static func sheet(title: String) throws -> String {
    let escaped = title.unicodeScalars.map { "\\u" + String(String($0.value + 0x10000, radix: 16).suffix(4)) }
    let theme = WritableTestAPI.theme().dropFirst(1)
    let api = try WritableTestAPI(themes: ["default": "{ \"title\": \"\(escaped.joined())\", \(theme)"])
    return try #require(api.ask("GET /v1/theme.css")).text
  }

  /// The sheet without its comments, as a browser takes them out.
  private static func withoutComments(_ sheet: String) -> String {
    var rest = Array(sheet.utf8)[...]
    var left: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "/"), rest.first == UInt8(ascii: "*") else {
        left.append(byte)
        continue
      }
      rest = rest.dropFirst()
      var last: UInt8 = 0
      while let next = rest.popFirst(), !(last == UInt8(ascii: "*") && next == UInt8(ascii: "/")) {
        last = next
      }
    }
    return String(decoding: left, as: UTF8.self)
  }

  @Test(arguments: marks, ["*", "**", "*\u{301}", "\u{301}*"])
  func `never ends its comment`(mark: String, star: String) throws {
    let sheet = try Self.sheet(title: "\(star)/\(mark)\(Self.foreign)/*")
    #expect(sheet.contains("evil.example"))
    #expect(!Self.withoutComments(sheet).contains("evil.example"))
  }

  @Test(arguments: marks, ["\"", "\\\"", "\\", "\n\"", "\u{301}\"", "]"])
  func `never ends its string`(mark: String, quote: String) {
    let quoted = CSSText.quoted("a\(quote)\(mark)])\(Self.foreign)")
    var content = Array(quoted.utf8).dropFirst().dropLast()
    while let byte = content.popFirst() {
      #expect(byte != UInt8(ascii: "\"") && byte >= 0x20)
      // A backslash stands only before a number, which a blank ends.
      guard byte == UInt8(ascii: "\\") else { continue }
      let number = content.prefix { $0 != UInt8(ascii: " ") }
      #expect(
        (1...2).contains(number.count) && UInt32(String(decoding: number, as: UTF8.self), radix: 16) != nil)
      content = content.dropFirst(number.count + 1)
    }
  }

  @Test(arguments: ["dark", "1.5", "p3", "no-preference"]) func `that is a word stays`(word: String) {
    #expect(CSSText.isWord(word))
  }

  @Test(arguments: ["", "a b", "dark)", "dark\u{301}", "a,b", "1/2", "{", "é"])
  func `that is no word is none`(text: String) { #expect(!CSSText.isWord(text)) }
}
