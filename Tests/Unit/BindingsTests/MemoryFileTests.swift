import Bindings
import Testing

@Suite struct `A file that lies in memory` {
  @Test(arguments: [0, 1, 65_536, 200_000]) func `has the bytes that it was made of`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let file = try OpenFile(holding: bytes)
    #expect(try file.stamp.size == Int64(count))
    #expect(try Self.content(of: file) == bytes)
  }

  @Test func `lives as long as somebody holds it`() throws {
    var file: OpenFile? = try OpenFile(holding: Array("kept".utf8))
    let copy = try #require(try file?.duplicate())
    file = nil
    #expect(try Self.content(of: copy) == Array("kept".utf8))
  }

  @Test func `is empty for all who hold it once it was emptied`() throws {
    let file = try OpenFile(holding: Array("kept".utf8))
    let copy = try file.duplicate()
    let before = try copy.stamp
    file.empty()
    #expect(try Self.content(of: copy).isEmpty)
    #expect(try !copy.stamp.hasSameBytes(as: before))
  }

  private static func content(of file: OpenFile) throws -> [UInt8] {
    var content: [UInt8] = []
    try file.forEachPiece { content += $0 }
    return content
  }
}
