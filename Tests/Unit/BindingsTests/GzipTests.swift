import Bindings
import Foundation
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

  /// Around the sizes where the window grows, of bytes that repeat themselves from far away.
  @Test(arguments: [0, 1, 255, 256, 511, 512, 513, 8191, 8192, 8193, 32_767, 32_768, 40_000, 100_000])
  func `what is compressed comes back as it was`(count: Int) throws {
    let period = max(count * 2 / 3, 1)
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: ($0 % period) &* 2_654_435_761 >> 13) }
    let gzip = try #require(Gzip.compress(bytes))
    let file = FileManager.default.temporaryDirectory.appending(path: "livery-\(UUID().uuidString).gz")
    try Data(gzip).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/gzip")
    process.arguments = ["-cd", file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let back = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(Array(back) == bytes)
  }

  @Test func `equal bytes compress to equal bytes`() {
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(Gzip.compress(bytes) == Gzip.compress(bytes))
  }
}
