import Documents
@testable import Renderings
import Resolution
import TestSupport
import Testing
import Themes

@testable import ThemeAPI

/// The sets of traits that a whole style sheet is written for.
@Suite struct `The sets of traits of a style sheet` {
  /// Colors with a variant each, under traits that differ from color to color.
  private static func sets(colors: Int) throws -> Int {
    let sizes = ["small", "medium", "large", "extraLarge", "extraExtraLarge", "accessibilityLarge"]
    let idioms = ["phone", "pad", "tv", "carPlay", "mac", "vision"]
    let text = (0..<colors).map { number in
      let (size, idiom) = (sizes[number % 6], idioms[number / 6 % 6])
      let style = number / 36 % 2 == 0 ? "light" : "dark"
      let contrast = number / 72 % 2 == 0 ? "normal" : "high"
      return #"""
        "c\#(number)": { "value": "#123", "when": [ { "value": "#456", "traits": {
          "preferredContentSizeCategory": "\#(size)", "userInterfaceIdiom": "\#(idiom)",
          "userInterfaceStyle": "\#(style)", "accessibilityContrast": "\#(contrast)" } } ] }
        """#
    }
    let library = Library.read(
      kits: [ProjectFiles.file("Config/kits/uikit.json")],
      themes: [
        SourceFile(
          name: "themes/many.json", bytes: Array(#"{ "colors": { \#(text.joined(separator: ",")) } }"#.utf8))
      ])
    let catalog = try Catalog(library, images: .none)
    return TraitSets(try #require(catalog.themes["many"]), library, withContainers: false).sets.count
  }

  @Test func `are fewer where the theme is large, so that the work on all of them has a bound`() throws {
    #expect(try Self.sets(colors: 200) > 144)
    #expect(try Self.sets(colors: 10_000) == 100)
  }
}
