import Changes
import Documents
import TestSupport
import Testing
import Themes

@testable import Storage

/// Tests the promises of a file beyond the contract.
struct SQLiteStoreTests {
  private func filled(_ folder: Folder, changes: Int = 30) throws -> LogState {
    let store = try SQLiteStore(path: folder.log)
    for number in 1...changes { try store.put(.activate("t\(number)", second: Int64(number))) }
    try store.put(.enter("1", theme: "b", from: 10, until: 20), .upload("mine", Array("{}".utf8)))
    return try store.snapshot(tail: 0).state
  }

  @Test func `goes on where it was, with the same epoch`() throws {
    let folder = try Folder()
    let before = try filled(folder)
    let store = try SQLiteStore(path: folder.log)
    #expect(store.origin == .resumed)
    let (after, tail) = try store.snapshot(tail: 100)
    #expect(after == before)
    #expect(tail.count == 32)
    #expect(try store.put(.activate("next")).map(\.revision) == [33])
  }

  @Test func `is for one process at a time`() throws {
    let folder = try Folder()
    let store = try SQLiteStore(path: folder.log)
    #expect(throws: StoreError.unusable("another Livery is using \(folder.log)")) {
      try SQLiteStore(path: folder.log)
    }
    #expect(try store.head().revision == 0)
  }

  @Test func `begins a new epoch when an old copy is put back`() throws {
    let folder = try Folder()
    let old = try filled(folder)
    let copy = try folder.bytes(of: folder.log)
    try SQLiteStore(path: folder.log).put(.activate("later"))
    try folder.overwrite(folder.log, with: copy)
    let store = try SQLiteStore(path: folder.log)
    #expect(store.origin == .renewed(reason: "it ends at revision 32, but had reached 33"))
    let state = try store.snapshot(tail: 0).state
    #expect(state.epoch != old.epoch)
    #expect(state.activations["main"]?.theme == "t30")
    #expect(try store.put(.activate("next")).map(\.revision) == [33])
  }

  @Test func `begins a new epoch when an old copy has caught up`() throws {
    let folder = try Folder()
    let old = try filled(folder)
    let copy = try folder.bytes(of: folder.log)
    try SQLiteStore(path: folder.log).put(.activate("later"))
    let witness = try folder.bytes(of: folder.witness)
    try folder.overwrite(folder.log, with: copy)
    try folder.remove(folder.witness)
    try SQLiteStore(path: folder.log).put(.activate("other"))
    try folder.overwrite(folder.witness, with: witness)
    #expect(try SQLiteStore(path: folder.log).snapshot(tail: 0).state.epoch != old.epoch)
  }

  @Test func `begins a new epoch when the file came from elsewhere`() throws {
    let folder = try Folder()
    let old = try filled(folder)
    let elsewhere = try Folder()
    try folder.copy(folder.log, to: elsewhere.log)
    #expect(try SQLiteStore(path: elsewhere.log).origin == .renewed(reason: "its witness file is missing"))
    let moved = try Folder()
    try folder.copy(folder.log, to: moved.log)
    try folder.copy(folder.witness, to: moved.witness)
    let store = try SQLiteStore(path: moved.log)
    #expect(store.origin == .renewed(reason: "the file was replaced"))
    #expect(try store.snapshot(tail: 0).state.epoch != old.epoch)
    #expect(try SQLiteStore(path: folder.log).origin == .resumed)
  }

  @Test func `begins a new epoch when the witness is damaged`() throws {
    let folder = try Folder()
    _ = try filled(folder)
    var witness = try folder.bytes(of: folder.witness)
    witness[3] ^= 1
    try folder.overwrite(folder.witness, with: witness)
    #expect(try SQLiteStore(path: folder.log).origin == .renewed(reason: "its witness file is damaged"))
    #expect(try SQLiteStore(path: folder.log).origin == .resumed)
  }

  @Test func `refuses an empty or missing file where a log was`() throws {
    let folder = try Folder()
    _ = try filled(folder)
    try folder.overwrite(folder.log, with: [])
    #expect(throws: StoreError.self) { try SQLiteStore(path: folder.log) }
    try folder.remove(folder.log)
    #expect {
      try SQLiteStore(path: folder.log)
    } throws: { error in
      "\(error)".contains("is missing") && "\(error)".contains("revision 32")
    }
    try folder.remove(folder.witness)
    #expect(try SQLiteStore(path: folder.log).origin == .created)
  }

  @Test func `refuses a file of zeros`() throws {
    let folder = try Folder()
    _ = try filled(folder)
    let size = try folder.bytes(of: folder.log).count
    try folder.overwrite(folder.log, with: [UInt8](repeating: 0, count: size))
    #expect(throws: StoreError.self) { try SQLiteStore(path: folder.log) }
  }

  @Test func `refuses a log of a newer version`() throws {
    let folder = try Folder()
    _ = try filled(folder)
    var bytes = try folder.bytes(of: folder.log)
    bytes[63] = 99
    try folder.overwrite(folder.log, with: bytes)
    #expect(throws: StoreError.newerVersion(found: 99, known: LogSchema.current.version)) {
      try SQLiteStore(path: folder.log)
    }
  }

  @Test func `is brought forward from an older version with all that it holds`() throws {
    let folder = try Folder()
    let before = try filled(folder)
    let later = LogSchema(
      steps: LogSchema.current.steps + [
        .sql("ALTER TABLE changes ADD COLUMN remark TEXT"),
        .sql("CREATE TABLE remarks (id INTEGER PRIMARY KEY)"),
      ])
    do {
      let store = try SQLiteStore(path: folder.log, schema: later)
      #expect(store.origin == .resumed)
      #expect(try store.snapshot(tail: 0).state == before)
      #expect(try store.put(.activate("next")).map(\.revision) == [33])
    }
    #expect(
      throws: StoreError.newerVersion(found: LogSchema.current.version + 2, known: LogSchema.current.version)
    ) { try SQLiteStore(path: folder.log) }
  }

  @Test func `stays as it was where it can't be brought forward`() throws {
    let folder = try Folder()
    let before = try filled(folder)
    let broken = LogSchema(
      steps: LogSchema.current.steps + [.sql("ALTER TABLE changes ADD COLUMN remark TEXT"), .sql("no SQL")])
    #expect(throws: StoreError.self) { try SQLiteStore(path: folder.log, schema: broken) }
    let store = try SQLiteStore(path: folder.log)
    #expect(store.origin == .resumed)
    #expect(try store.snapshot(tail: 0).state == before)
  }

  @Test func `refuses another program's file and leaves it alone`() throws {
    let folder = try Folder()
    _ = try filled(folder)
    var bytes = try folder.bytes(of: folder.log)
    bytes[68] ^= 0x55
    try folder.overwrite(folder.log, with: bytes)
    #expect(throws: StoreError.unusable("the file is a database of another program")) {
      try SQLiteStore(path: folder.log)
    }
    #expect(try folder.bytes(of: folder.log) == bytes)
  }

  /// The long form, LIVERY_LONG=1, cuts and flips at ten times as many places.
  @Test func `never shows a wrong theme from a damaged file`() throws {
    let folder = try Folder()
    let right = try filled(folder)
    let whole = try folder.bytes(of: folder.log)
    let witness = try folder.bytes(of: folder.witness)
    var random = SeededGenerator(seed: 4)
    for round in 0..<(isLong ? 3000 : 150) {
      var bytes = whole
      if round % 3 == 0 {
        bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
      } else {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
            1 << UInt8.random(in: 0..<8, using: &random)
        }
      }
      try folder.overwrite(folder.log, with: bytes)
      try folder.overwrite(folder.witness, with: witness)
      for rest in ["-wal", "-shm"] where folder.exists(folder.log + rest) {
        try folder.remove(folder.log + rest)
      }
      guard let store = try? SQLiteStore(path: folder.log), let (state, _) = try? store.snapshot(tail: 100)
      else {
        continue
      }
      #expect(state.activations == right.activations, "round \(round)")
      #expect(state.schedules == right.schedules && state.uploads == right.uploads, "round \(round)")
    }
  }

  @Test func `writes little to delete an image, so that a full disk has room for that`() throws {
    let folder = try Folder()
    let large = [UInt8](repeating: 7, count: 2 << 20)
    do { try SQLiteStore(path: folder.log).put(.image("a.png", large)) }
    // At the start the log is one file, with nothing beside it.
    let store = try SQLiteStore(path: folder.log)
    try store.put(
      ChangeRequest(.documents([.noImage("a.png")], updates: []), at: Timestamp(milliseconds: 0), by: "tests")
    )
    #expect(try folder.bytes(of: folder.log + "-wal").count < 256 << 10)
    #expect(try store.snapshot(tail: 0).state.images.isEmpty)
  }

  @Test func `holds many switches published by several at once`() async throws {
    let folder = try Folder()
    let store = try SQLiteStore(path: folder.log)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for number in 0..<25 { try store.put(.activate("w\(writer)n\(number)", in: "c\(writer)")) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.read(after: 0, limit: 1000)?.map(\.revision) == Array(1...100))
  }
}
