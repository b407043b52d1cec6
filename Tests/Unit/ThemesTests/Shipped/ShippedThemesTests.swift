import Documents
import TestSupport
import Testing
import Themes

@Suite struct `What Livery ships` {
  private let library = ProjectFiles.shipped

  @Test func `is read without an error or a warning`() {
    #expect(library.problems.filter { $0.severity != .note }.map(\.text) == [])
    #expect(library.kits.keys.sorted() == ["android", "uikit", "web"])
    #expect(
      library.themes.keys.sorted() == ["aurora", "default", "harbor", "new-year", "night", "paper", "pine"])
  }

  /// The orange of the new year lies so that even black on it stays under 7 : 1.
  @Test func `has notes only on text upon festive orange`() {
    #expect(library.problems.map(\.code) == Array(repeating: "low-contrast", count: 5))
    #expect(library.problems.allSatisfy { $0.place.file == "themes/new-year.json" })
  }

  @Test func `points each file to its schema`() {
    for (folder, schema) in [("kits", "kit"), ("themes", "theme")] {
      for file in ProjectFiles.all(in: "Config/\(folder)") where !file.name.hasSuffix(".resolver.json") {
        let root = JSONReader.read(file).root
        #expect(root?["$schema"]?.string == "../schema/\(schema).schema.json", "\(file.name)")
      }
    }
  }
}
