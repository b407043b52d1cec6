import Documents
import Foundation
@testable import Renderings
import Resolution
import TestSupport
import Testing
import Themes

@testable import ThemeAPI

/// Runs the golden files of forms: a theme, a line of dashes, its style sheet and its resources.
///
/// `LIVERY_GOLDEN=write` writes the forms down; reading the difference is then the test.
@Suite struct `Forms as they are written` {
  private static let folder = "\(ProjectFiles.root)/Tests/Fixtures/Forms"

  private static var names: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".golden") }.sorted()
  }

  @Test(arguments: names)
  func `this theme has exactly these forms`(name: String) throws {
    let path = "\(Self.folder)/\(name)"
    let parts = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n----\n")
    let forms = try Self.forms(of: parts[0])
    if ProcessInfo.processInfo.environment["LIVERY_GOLDEN"] == "write" {
      try (parts[0] + "\n----\n" + forms).write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      #expect(forms == parts.dropFirst().joined(separator: "\n----\n"), "\(name)")
    }
  }

  @Test func `every golden file is found`() { #expect(Self.names.count >= 3) }

  private static func forms(of text: String) throws -> String {
    let source = SourceFile(name: "themes/golden.json", bytes: Array(text.utf8))
    let library = Library.read(kits: ProjectFiles.all(in: "Config/kits"), themes: [source])
    #expect(library.problems.filter { $0.severity == .error }.map(\.text) == [])
    let theme = try #require(try Catalog(library, images: .none).themes["golden"])
    let resolved = theme.context(TraitValues(defaultsOf: theme.kit.definition)).resolved()
    let sheet = ThemeCSS.whole(theme, library, RenderingOptions())
    let resources = ThemeXML.render(resolved, theme.kit.names)
    return [sheet, resources].map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n----\n")
  }
}
