import Foundation
import TestSupport
import Testing

/// `replacing(_:with:)` compares characters, but what reads our output reads bytes: `*/` with an accent on its slash
/// is found by neither and ends a comment all the same. `written(_:)` looks at scalars.
@Suite struct `Text that leaves the process` {
  /// The clients replace in addresses that they made themselves; the page's template and the statements are the project's.
  private static let exempt = ["LiveryClient/", "DocsFrame.swift:", "SQLStatement.swift:"]

  @Test func `is never escaped by characters`() throws {
    let folder = "\(ProjectFiles.root)/Sources"
    let names = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
    let sources = names.filter { $0.hasSuffix(".swift") }
    #expect(sources.count > 300)
    for name in sources {
      for line in ProjectFiles.text("Sources/\(name)").split(separator: "\n")
      where line.contains(".replacing") {
        let place = "\(name): \(line)"
        #expect(Self.exempt.contains { place.contains($0) }, "\(place)")
      }
    }
  }
}
