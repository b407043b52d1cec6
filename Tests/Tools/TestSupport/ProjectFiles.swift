internal import Checks
package import Documents
internal import Formats
internal import Foundation
internal import Resolution
package import Themes

/// Files of the project itself: shipped files, and the expectations of tests.
package enum ProjectFiles {
  /// The folder that holds `Package.swift`.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The paths of a folder's JSON files, by name.
  package static func paths(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map { "\(folder)/\($0)" }
  }

  /// Every JSON file of a folder, by name; the parts of a document together with it.
  package static func all(in folder: String) -> [SourceFile] {
    paths(in: folder).map(file).gathered { name in
      let path = "\(folder)/\(name.split(separator: "/").dropFirst().joined(separator: "/"))"
      return FileManager.default.contents(atPath: "\(root)/\(path)").map { Array($0) }
    }
  }

  /// Every file of a folder, whatever its name ends with, by name.
  package static func files(in folder: String) -> [SourceFile] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []
    return names.sorted().map { file("\(folder)/\($0)") }
  }

  /// A file under its name in its folder: `themes/default.json`.
  package static func file(_ path: String) -> SourceFile {
    let steps = path.split(separator: "/")
    return SourceFile(name: steps.suffix(2).joined(separator: "/"), bytes: bytes(path))
  }

  package static func bytes(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: "\(root)/\(path)").map { Array($0) } ?? []
  }

  package static func text(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }

  /// The kits and themes of Config.
  package static let shipped = Catalog.reading(kits: all(in: "Config/kits"), themes: all(in: "Config/themes"))
    .library
}
