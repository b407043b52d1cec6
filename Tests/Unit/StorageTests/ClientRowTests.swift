import Changes
import Testing

@testable import Storage

/// The clients of a server in a row that the others read.
@Suite struct `The row of a channel's clients` {
  private static let change = Cursor(epoch: Epoch(word: 7), revision: 1_000_000)

  private func figures(reasons: Int, length: Int) throws -> ClientFigures {
    let counts = (0..<ClientFigures.size).map { UInt32($0 % 4 == 0 ? 0 : $0 * 300) }
    var figures = try #require(ClientFigures(change: Self.change, counts: counts))
    (figures.toldInAll, figures.held) = (40_000, 20_000)
    for time in 0..<60_000 where time % 3 == 0 { figures.back.add(time) }
    figures.refusals = (0..<reasons).map {
      .init(reason: "\($0) " + String(repeating: "x", count: length), count: $0 + 1)
    }
    return figures
  }

  @Test(arguments: [(0, 0), (3, 10), (20, 97), (40, 97)])
  func `has at most 1 KiB, and all of its sums`(reasons: Int, length: Int) throws {
    let figures = try figures(reasons: reasons, length: length)
    let text = figures.text
    #expect(text.utf8.count <= 1024)
    var read = try #require(ClientFigures(text: text))
    #expect(read.refusals.reduce(0) { $0 + $1.count } == reasons * (reasons + 1) / 2)
    #expect(reasons > 3 || read.refusals == figures.groupedRefusals())
    read.refusals = figures.refusals
    #expect(read == figures)
  }

  @Test func `of few clients is short`() throws {
    var figures = ClientFigures(change: Self.change)
    (figures.toldInAll, figures.held) = (2, 1)
    figures.back.add(400 * 86_400_000)
    #expect(figures.text.utf8.count < 100)
    #expect(ClientFigures(text: figures.text) == figures)
  }

  @Test(arguments: ["", "x", "3:a-1", "9:00000-0001:?1:?1:?", "1:a2:??1:?1:?"])
  func `of another version is none`(text: String) {
    #expect(ClientFigures(text: text) == nil)
  }
}
