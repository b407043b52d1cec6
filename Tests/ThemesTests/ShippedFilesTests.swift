import Foundation
import Testing
import Themes

/// The kits and themes that come with the project.
struct ShippedFilesTests {
  @Test func `they are read without an error or a warning`() throws {
    let library = try ShippedFiles.library()
    #expect(library.problems.filter { $0.severity != .note }.map(\.text) == [])
    #expect(Set(library.kits.keys) == ["android", "uikit", "web"])
    #expect(library.themes.count >= 4)
  }
}

/// What lies in `Config`.
enum ShippedFiles {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func library() throws -> Library { try Library.read(kits: files("kits"), themes: files("themes")) }

  static func files(_ folder: String) throws -> [SourceFile] {
    let folder = root.appendingPathComponent("Config/\(folder)")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
      SourceFile(
        name: "\(folder.lastPathComponent)/\(name)",
        bytes: Array(try Data(contentsOf: folder.appendingPathComponent(name))))
    }
  }
}
