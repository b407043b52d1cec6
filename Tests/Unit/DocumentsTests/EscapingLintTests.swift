import Foundation
import TestSupport
import Testing

/// A rule for escapes: `replacing(_:with:)` compares characters, but the readers of our output read bytes. A `*/` with an
/// accent on its slash is not replaced, and ends a comment. `written(_:)` examines scalars.
@Suite struct `Text that leaves the process` {
  /// The exceptions: clients replace in their own addresses; the page's template and the statements are the project's.
  private static let exempt = ["LiveryClient/", "Docs.swift:", "SQLStatement.swift:"]

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
