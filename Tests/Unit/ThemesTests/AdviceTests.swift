import Documents
import TestSupport
import Testing
import Themes

/// Tests the problems of entries that new users write in the wrong place.
@Suite struct `What is written in the wrong place` {
  private static func messages(_ theme: String) -> [String] {
    Library.read(
      kits: ProjectFiles.all(in: "Config/kits"),
      themes: [SourceFile(name: "themes/a.json", bytes: Array(theme.utf8))]
    ).problems.map(\.message)
  }

  @Test(arguments: [
    (
      ##"{ "appearance": [{ "for": "UIView", "traits": { "dark": true }, "set": { "alpha": 1 } }] }"##,
      ##"The kit 'uikit' has no trait 'dark'; write { "userInterfaceStyle": "dark" }."##
    ),
    (
      ##"{ "appearance": [{ "for": ".primary", "set": { "alpha": 1 } }] }"##,
      "'.primary' names a style without a class; write 'UIView.primary'."
    ),
    (
      ##"{ "colors": { "accent": "#fff", "b": "{accent}%" } }"##,
      "'{accent}%' begins with '{' but has no '}' at its end; an opacity stands inside: write '{accent/30%}'."
    ),
    (
      ##"{ "colors": { "accent": "#fff", "b": "{accent" } }"##,
      "'{accent' begins with '{' but has no '}' at its end."
    ),
    (
      ##"{ "kit": "web", "appearance": [{ "for": "element", "set": { "boxShadow": "0 1px 2px {acent}" } }] }"##,
      "'boxShadow' is text: '{acent}' in it is not a reference, and stays as it is."
    ),
  ])
  func `is told with what to write`(theme: String, message: String) {
    let messages = Self.messages(theme)
    #expect(messages.contains(message), "\(messages)")
  }

  @Test(arguments: ["0 1px 2px", "{}", "a { b", "} {", ""])
  func `is not seen in text without a name in braces`(text: String) {
    let theme =
      ##"{ "kit": "web", "appearance": [{ "for": "element", "set": { "boxShadow": "\##(text)" } }] }"##
    #expect(Self.messages(theme) == [])
  }
}
