import Documents
import TestSupport
import Testing
import Themes

/// Scripts/schemas holds the same files against the JSON Schemas with a real validator.
@Suite struct `What the schemas say, the reader says` {
  private static let kits = ProjectFiles.all(in: "Config/kits")

  @Test(arguments: ProjectFiles.paths(in: "Tests/Fixtures/accepted/kits"))
  func `a kit that the schema accepts is read`(path: String) {
    let library = Library.read(kits: Self.kits + [ProjectFiles.file(path)], themes: [])
    #expect(library.problems.filter { $0.severity == .error }.map(\.text) == [])
    #expect(library.kits.count == Self.kits.count + 1)
  }

  @Test(arguments: ProjectFiles.paths(in: "Tests/Fixtures/refused/kits"))
  func `a kit that the schema refuses is refused`(path: String) {
    #expect(Library.read(kits: Self.kits + [ProjectFiles.file(path)], themes: []).hasErrors)
  }

  @Test(arguments: ProjectFiles.paths(in: "Tests/Fixtures/accepted/themes"))
  func `a theme that the schema accepts is read`(path: String) {
    let library = Library.read(kits: Self.kits, themes: [ProjectFiles.file(path)])
    #expect(library.problems.filter { $0.severity == .error }.map(\.text) == [])
    #expect(library.themes.count == 1)
  }

  @Test(arguments: ProjectFiles.paths(in: "Tests/Fixtures/refused/themes"))
  func `a theme that the schema refuses is refused`(path: String) {
    let library = Library.read(kits: Self.kits, themes: [ProjectFiles.file(path)])
    #expect(library.hasErrors)
  }

  private static let own = kits + ProjectFiles.all(in: "Tests/Fixtures/own-kit/kits")

  @Test(arguments: ProjectFiles.paths(in: "Tests/Fixtures/own-kit/accepted"))
  func `a theme of somebody's own kit that the schema accepts is read`(path: String) {
    let library = Library.read(kits: Self.own, themes: [ProjectFiles.file(path)])
    #expect(library.problems.filter { $0.severity == .error }.map(\.text) == [])
    #expect((library.kits.count, library.themes.count) == (Self.kits.count + 1, 1))
  }

  @Test(arguments: ProjectFiles.paths(in: "Tests/Fixtures/own-kit/refused"))
  func `a theme of somebody's own kit that the schema refuses is refused`(path: String) {
    let library = Library.read(kits: Self.own, themes: [ProjectFiles.file(path)])
    #expect(library.hasErrors && library.kits.count == Self.kits.count + 1)
  }

  @Test func `there are fixtures of each sort`() {
    for folder in [
      "accepted/kits", "refused/kits", "accepted/themes", "refused/themes", "own-kit/refused",
    ] {
      #expect(ProjectFiles.all(in: "Tests/Fixtures/\(folder)").count > 2, "\(folder)")
    }
  }
}
