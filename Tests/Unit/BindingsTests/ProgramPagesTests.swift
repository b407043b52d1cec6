import Bindings
import Glibc
import Testing

@Suite struct `The pages of the program` {
  @Test func `leave the process, and come back when they are needed`() throws {
    let before = try resident()
    ThisProcess.releaseProgramPages()
    let after = try resident()
    #expect(after < before)
    #expect(try resident() > 0)
  }

  /// The resident part of mapped files, in bytes.
  private func resident() throws -> Int {
    let status = try File.bytes(of: "/proc/self/status", atMost: 1 << 16)
    let lines = status.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    let line = try #require(lines.first { $0.hasPrefix("RssFile:") })
    return try #require(Int(line.filter(\.isNumber))) << 10
  }
}
