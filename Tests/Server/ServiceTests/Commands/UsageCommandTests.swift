import TestServer
import TestSupport
import Testing

@Suite struct `livery usage` {
  private static let theme = ##"""
    { "kit": "uikit", "colors": { "color.text": "#000", "color.old": { "value": "#111", "deprecated": { "replacedBy": "color.text", "since": "2.0" } },
      "brand": "#f00", "unused": "#222" }, "values": { "space.m": { "type": "dimension", "value": { "value": 4, "unit": "px" } } } }
    """##

  private func run(_ sources: [String: String]) throws -> RunningServer.Ending {
    let folder = try Folder()
    try folder.write(["themes/t.json": Self.theme])
    try folder.write(Dictionary(uniqueKeysWithValues: sources.map { ("app/\($0)", $1) }))
    var ending = try Livery.run(
      "usage", "\(folder.config)/app", "--theme", "t", "--config", folder.config)
    ending.output = ending.output.replacing("\(folder.config)/app/", with: "")
    return ending
  }

  @Test func `finds the names that sources use, and those that none uses`() throws {
    let ending = try run([
      "a.css": "a { color: var(--color-text); --own: 1px; margin: var(--own) }",
      "B.swift": "theme.color(\"color.old\")",
      "res/x.xml": "<View android:background=\"@color/brand\" />", "c.kt": "val m = ThemeNames.Value.spaceM",
    ])
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
    #expect(
      ending.output == """
        B.swift:1:14: warning: 'color.old' is deprecated.
        'unused' is not used.
        4 of 5 colors and values of 't' are used, 0 are missing.

        """)
  }

  @Test func `finds the names that the theme lacks, with their places`() throws {
    let ending = try run([
      "a.css": "a {\n  color: var(--color-txt);\n}", "b.swift": "ThemeNames.Color.brandd",
    ])
    #expect(ending.code == 1)
    #expect(
      ending.output.contains(
        "a.css:2:14: error: The theme 't' has no '--color-txt'; did you mean '--color-text'?\n"),
      "\(ending.output)")
    #expect(
      ending.output.contains(
        "b.swift:1:1: error: The theme 't' has no 'ThemeNames.Color.brandd'; did you mean 'ThemeNames.Color.brand'?\n"
      ),
      "\(ending.output)")
  }
}
