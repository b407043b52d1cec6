import Foundation
import Testing

@Suite struct `The table of what a client does` {
  /// The cells of the table that begins with this heading, row by row.
  private static func rows(of path: String, under heading: String) throws -> [[String]] {
    let text = try #require(ProjectText.shared.files[path])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let begin = try #require(lines.firstIndex { $0.hasPrefix("| \(heading) |") })
    return lines[(begin + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
    }
  }

  /// The sentences in back-ticks of one cell.
  private static func sentences(in cell: String) -> [String] {
    cell.components(separatedBy: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
  }

  @Test func `has tests for every row, in Swift, on the web and in Kotlin`() throws {
    let promised = try Self.rows(of: "docs/clients.md", under: "case").map { $0[0] }
    let held = try Self.rows(of: "Tests/Browser/README.md", under: "row")
    #expect(promised == held.map { $0[0] })
    for row in held {
      #expect(row.count == 4 && row.dropFirst().allSatisfy { !Self.sentences(in: $0).isEmpty }, "\(row[0])")
    }
  }

  @Test func `names tests that there are`() throws {
    let files = ProjectText.shared.files
    let swift = files.filter { $0.key.hasPrefix("Tests/Server/LiveryClientTests/") }.values.joined()
    let web = files.filter { $0.key.hasPrefix("Tests/Browser/Client/") }.values.joined()
    let kotlin = try #require(files["Tests/Server/Android/followers.py"])
    for row in try Self.rows(of: "Tests/Browser/README.md", under: "row") {
      for name in Self.sentences(in: row[1]) { #expect(swift.contains("func `\(name)`"), "\(name)") }
      for name in Self.sentences(in: row[2]) { #expect(web.contains(#""""\#(name)""""#), "\(name)") }
      for name in Self.sentences(in: row[3]) { #expect(kotlin.contains(#""""\#(name)""""#), "\(name)") }
    }
  }
}
