import Checks
import Documents
import Resolution
import TestSupport
import Testing
import Themes

/// Colors that the library which a file is for gives to nothing on the screen.
struct UnshownTests {
  private static func codes(_ name: String, _ text: String) -> [String] {
    Catalog.reading(
      kits: ProjectFiles.all(in: "Config/kits"),
      themes: [SourceFile(name: "themes/\(name)", bytes: Array(text.utf8))]
    ).library.problems.map(\.code)
  }

  @Test func `the tint of METhemeKit's bars, which is their background's, is not judged`() {
    let bar = #"{ "UINavigationBar": { "A": { "tintColor": "F8F8F8", "backgroundImageColor": "F8F8F8" } } }"#
    #expect(Self.codes("A.metheme.json", bar) == [])
    let button =
      #"{ "Button": { "A": { "titleColor": { "UIControlStateNormal": "FFF" }, "backgroundColor": "EEE" } } }"#
    #expect(Self.codes("A.metheme.json", button) == ["low-contrast"])
  }

  @Test func `the same in a theme of Livery's own is`() {
    let set = ##"{ "tintColor": "#f8f8f8", "barTintColor": "#f8f8f8" }"##
    #expect(
      Self.codes("A.json", #"{ "appearance": [{ "for": "UINavigationBar", "set": \#(set) }] }"#)
        == ["low-contrast"])
  }
}
