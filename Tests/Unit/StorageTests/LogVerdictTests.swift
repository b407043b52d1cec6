import Bindings
import Changes
import Testing

@testable import Storage

/// Tests how a replica judges the log that it finds.
@Suite struct `What is made of a log that is found` {
  private static let epoch = Epoch(word: 1), later = Epoch(word: 2)
  private static let here = ("00000001", "77"), there = ("00000002", "77")

  private struct Row: ColumnRow {
    let values: [ColumnValue]
    subscript(_ column: Int) -> ColumnValue { values[column] }
  }

  private func log(
    name: String = "n", _ epochs: [Epoch] = [epoch], version: Int64 = 5, head: Int64 = 3, print: UInt64 = 30,
    written: (String, String) = here, present: (String, String) = here, synced: Bool = false
  ) throws -> PostgresLog {
    let row = Row(values: [
      .text(name), .text("\(epochs.last ?? Self.epoch)"),
      .text(epochs.map(\.description).joined(separator: " ")), .integer(version), .integer(head),
      .text(print.hex16), .integer(0), .text(UInt64(0).hex16), .integer(0), .text(written.0),
      .text(written.1),
      .integer(synced ? 1 : 0), .integer(1), .integer(1), .integer(0), .text(present.0), .text(present.1),
      .integer(0), .null,
    ])
    return try #require(PostgresLog(row))
  }

  private func memory(
    name: String = "n", _ epoch: Epoch = epoch, version: UInt64 = 5, head: UInt64 = 3, print: UInt64 = 30
  ) -> LogMemory {
    LogMemory(
      name: name,
      position: LogPosition(
        epoch: epoch, version: version, head: head, fingerprint: Fingerprint(word: print)))
  }

  private func isRenewed(_ verdict: LogVerdict) -> Bool {
    if case .renew = verdict { true } else { false }
  }

  @Test func `it is known where nothing moved and nothing is missing`() throws {
    #expect(LogVerdict(try log(), remembering: memory()) == .known)
    #expect(LogVerdict(try log(), remembering: nil) == .known)
    #expect(LogVerdict(try log(), remembering: memory(version: 4, head: 2, print: 20)) == .known)
  }

  @Test func `it is another where its name is another, or somebody has renewed it`() throws {
    #expect(LogVerdict(try log(), remembering: memory(name: "m", version: 9)) == .other)
    #expect(LogVerdict(try log([Self.epoch, Self.later]), remembering: memory()) == .other)
  }

  @Test func `it is renewed where something seen is not in it`() throws {
    #expect(isRenewed(LogVerdict(try log(), remembering: memory(Self.later))), "an older copy")
    #expect(isRenewed(LogVerdict(try log(), remembering: memory(version: 6))))
    #expect(isRenewed(LogVerdict(try log(), remembering: memory(version: 6, head: 4))))
    #expect(isRenewed(LogVerdict(try log(), remembering: memory(print: 31))), "another way to the same head")
    let older = memory(version: 4, head: 2, print: 20)
    #expect(isRenewed(LogVerdict(try log(), remembering: older, then: Fingerprint(word: 21))))
    #expect(LogVerdict(try log(), remembering: older, then: Fingerprint(word: 20)) == .known)
  }

  @Test func `on another server it is judged by all, and is the same only after a synchronous standby`()
    throws
  {
    let clean = try log(present: Self.there, synced: true)
    #expect(LogVerdict(clean, remembering: memory()) == .moved)
    #expect(LogVerdict(clean, remembering: nil) == .moved)
    #expect(isRenewed(LogVerdict(clean, remembering: memory(version: 6))), "it waits for nobody")
    func verdict(_ memories: LogMemory..., silent: Bool = false, of log: PostgresLog? = nil) -> LogVerdict {
      LogVerdict(moved: log ?? clean, by: FleetMemory(memories: memories, hasSilent: silent))
    }
    let other = memory(name: "m", version: 9), older = memory(version: 4, head: 2, print: 20)
    #expect(verdict(memory(), other) == .known, "another log says nothing about this one")
    #expect(verdict(older) == .known)
    #expect(isRenewed(verdict()), "nobody remembers it")
    #expect(isRenewed(verdict(other)))
    #expect(isRenewed(verdict(older, memory(version: 6))), "one of them has seen more")
    #expect(isRenewed(verdict(memory(), silent: true)))
    #expect(isRenewed(verdict(memory(), of: try log(present: Self.there))))
    let renewed = try log([Self.epoch, Self.later], present: Self.there, synced: true)
    #expect(isRenewed(verdict(memory(), of: renewed)))
    let then = LogVerdict(
      moved: clean, by: FleetMemory(memories: [older], hasSilent: false), then: Fingerprint(word: 21))
    #expect(isRenewed(then), "another way to the same head")
  }

  @Test func `what is remembered is read back, and nothing torn is`() throws {
    let memory = memory(version: .max, head: .max)
    let bytes = memory.bytes(of: "server")
    #expect(LogMemory(bytes: bytes) == memory)
    #expect(LogMemory.server(in: bytes) == "server")
    #expect(bytes.count == 192)
    #expect(LogMemory(bytes: memory.line.utf8) == memory, "an earlier version names no server")
    #expect(LogMemory.server(in: Array(memory.line.utf8)) == nil)
    for index in 0..<memory.line.utf8.count {
      var torn = bytes
      torn[index] ^= 1
      #expect(LogMemory(bytes: torn) != memory)
      #expect(LogMemory(bytes: Array(bytes.prefix(index))) == nil)
    }
  }

  @Test(arguments: ["", "a", "\u{0}", "\u{1}", "\u{1}0", "a\u{0}b\u{1}1\u{1}\u{0}0", "\"\\{},NULL ü\n"])
  func `a note comes back as it was, also where PostgreSQL can't hold it`(_ text: String) {
    #expect(ColumnValue.note(text).note == text)
    #expect(ColumnValue.note(text).text?.utf8.contains(0) == false)
  }
}
