import Testing

@testable import ThemeAPI

@Suite struct `The text of the live page` {
  private func served(_ text: String, as name: String = "a.js") -> String {
    String(decoding: PageText.served(Array(text.utf8), as: name), as: UTF8.self)
  }

  @Test func `comes without comments and indentation`() {
    let text = """
      // Said once.
      /** One line. */
      /**
       * @param {string} a
       */
      export function f(a) {
        // Why.
        return "// no comment" /* nor this */ + a + (/** @type {any} */ (b))(/** @type {number} */ c)
      }

      """
    #expect(
      served(text) == "export function f(a) {\nreturn \"// no comment\" /* nor this */ + a + ((b))(c)\n}\n")
  }

  @Test func `keeps addresses in style sheets, and files of other kinds`() {
    #expect(served("/* a */\n//x\n  b {\n", as: "a.css") == "//x\nb {\n")
    #expect(served("  // a\n", as: "index.html") == "  // a\n")
  }

  @Test func `loses no line of a text that goes on over several`() {
    for (name, bytes) in TestAPI.web.page where name.hasSuffix(".js") {
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        #expect(line.count(where: { $0 == "`" }).isMultiple(of: 2), "\(name): \(line)")
      }
    }
  }
}
