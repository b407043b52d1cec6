import Checks
import Documents
import Formats
import Foundation
import Resolution
import TestSupport
import Testing
import Themes

/// Runs the golden files: documents, a line of dashes, and Livery's response.
///
/// `LIVERY_GOLDEN=write` stores the responses; the test is then to read the difference.
struct GoldenTests {
  @Test(arguments: GoldenFile.all())
  func `bad input gets exactly this answer`(file: GoldenFile) throws {
    let answer = file.answer()
    if ProcessInfo.processInfo.environment["LIVERY_GOLDEN"] == "write" {
      try file.write(answer)
    } else {
      #expect(answer == file.expected, "\(file.name)")
    }
  }

  @Test(arguments: GoldenFile.all())
  func `as many problems are counted as are listed, each time they are read`(file: GoldenFile) {
    let library = file.library()
    let problems = library.problems
    for severity in Problem.Severity.allCases {
      #expect(library.found.count(of: severity) == problems.count { $0.severity == severity })
    }
    #expect(library.found.errors() == problems.filter { $0.severity == .error })
    #expect(library.problems == problems)
  }

  @Test func `every golden file is found`() {
    #expect(GoldenFile.all().count >= 60)
  }
}

/// One golden file: documents, then the problems that they have.
struct GoldenFile: CustomTestStringConvertible, Sendable {
  let name: String
  let documents: [SourceFile]
  let expected: String
  private let input: String
  private let path: URL

  var testDescription: String { name }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures/Golden")

  static func all() -> [GoldenFile] {
    let paths = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    return paths.compactMap { $0 as? URL }.filter { $0.pathExtension == "golden" }
      .sorted { $0.path < $1.path }.compactMap { try? GoldenFile($0) }
  }

  init(_ path: URL) throws {
    self.path = path
    name = path.deletingPathExtension().lastPathComponent
    let kind = path.deletingLastPathComponent().lastPathComponent
    let text = try String(contentsOf: path, encoding: .utf8)
    let parts = text.components(separatedBy: "\n----\n")
    input = parts[0]
    expected = parts.count > 1 ? parts[1].trimmingCharacters(in: .newlines) : ""
    documents = Self.documents(in: input, kind: kind)
  }

  /// Several documents each follow a line `=== name`; one alone needs none.
  private static func documents(in input: String, kind: String) -> [SourceFile] {
    guard input.hasPrefix("=== ") else {
      return [SourceFile(name: "\(kind)/golden.json", bytes: Array(input.utf8))]
    }
    return ("\n" + input).components(separatedBy: "\n=== ").dropFirst().map { part in
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return SourceFile(name: String(lines[0]), bytes: lines.count > 1 ? Array(lines[1].utf8) : [])
    }
  }

  func answer() -> String {
    let problems = library().problems
    return problems.isEmpty ? "no problem" : problems.map(\.text).joined(separator: "\n")
  }

  func library() -> Library {
    let kits = documents.filter { $0.name.hasPrefix("kits/") }
    let shipped = kits.isEmpty ? ProjectFiles.all(in: "Config/kits") : []
    let files = documents.filter { !$0.name.hasPrefix("kits/") }
    let themes = files.gathered { _ in nil }
    return Catalog.reading(kits: kits + shipped, themes: themes).library
  }

  func write(_ answer: String) throws {
    try (input + "\n----\n" + answer + "\n").write(to: path, atomically: true, encoding: .utf8)
  }
}
