import Bindings
import Testing

@Suite struct `Compressing` {
  @Test func `the format is gzip, without a time`() throws {
    let gzip = try #require(Gzip.compress(Array("a theme".utf8)))
    #expect(gzip.prefix(3) == [0x1f, 0x8b, 8])
    #expect(gzip[4..<8].allSatisfy { $0 == 0 })
  }

  @Test(arguments: [0, 1, 1000, 300_000]) func `the length at the end is that of the bytes`(count: Int) throws
  {
    let gzip = try #require(Gzip.compress([UInt8](repeating: 7, count: count)))
    let tail = gzip.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(tail == count)
  }

  @Test func `equal bytes compress to equal bytes`() {
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(Gzip.compress(bytes) == Gzip.compress(bytes))
  }
}
