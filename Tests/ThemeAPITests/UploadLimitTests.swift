import Changes
import Testing
import Themes

@testable import ThemeAPI

@Suite struct `All uploads together` {
  private static func upload(_ name: String, _ count: Int) -> Upload {
    Upload(
      name: name, file: "\(name).json", bytes: [UInt8](repeating: 0x20, count: count),
      at: Timestamp(milliseconds: 0), by: "test")
  }

  private func snapshot(_ uploads: [Upload]) throws -> Snapshot {
    let empty = try TestAPI().now
    var ledger = Ledger(epoch: empty.cursor.epoch, head: 1)
    ledger.absorb(uploads.map { .upload($0) })
    return Snapshot(themeSet: empty.themeSet, ledger: ledger, log: empty.log)
  }

  @Test func `have a limit in bytes, in which another document for one counts for it`() throws {
    let full = try snapshot((0..<8).map { Self.upload("t\($0)", 4 << 20) })
    #expect(throws: Journal.DocumentError.self) {
      try full.checkLimits(ofUploads: Self.upload("one-more", 1))
    }
    try full.checkLimits(ofUploads: Self.upload("t3", 4 << 20))
    #expect(throws: Journal.DocumentError.self) {
      try full.checkLimits(ofUploads: Self.upload("t3", 4 << 20 + 1))
    }
  }

  @Test func `have a limit in number`() throws {
    let full = try snapshot((0..<1000).map { Self.upload("t\($0)", 2) })
    #expect(throws: Journal.DocumentError.self) {
      try full.checkLimits(ofUploads: Self.upload("one-more", 2))
    }
    try full.checkLimits(ofUploads: Self.upload("t3", 2))
  }
}
