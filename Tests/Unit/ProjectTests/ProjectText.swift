import Foundation
import TestSupport

/// The text files of the project, by their paths in it.
struct ProjectText {
  let files: [String: String]

  static let shared = ProjectText()

  private static let folders = [
    "Benchmarks", "Config", "Scripts", "Sources", "Tests", "Web", "deploy", "docs",
  ]

  private init() {
    var files: [String: String] = [:]
    for path in Self.paths() {
      if let text = try? String(contentsOfFile: "\(ProjectFiles.root)/\(path)", encoding: .utf8) {
        files[path] = text
      }
    }
    self.files = files
  }

  private static func paths() -> [String] {
    let beside = (try? FileManager.default.contentsOfDirectory(atPath: ProjectFiles.root)) ?? []
    return beside.filter { !folders.contains($0) && !$0.hasPrefix(".") }
      + folders.flatMap { folder in
        let names = FileManager.default.enumerator(atPath: "\(ProjectFiles.root)/\(folder)")
        return (names?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
      }
  }

  /// The texts for readers, besides the source.
  var pages: [String] { files.keys.filter { $0.hasSuffix(".md") }.sorted() }

  /// Whether a file or a folder has this path.
  func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(ProjectFiles.root)/\(path)")
  }
}
