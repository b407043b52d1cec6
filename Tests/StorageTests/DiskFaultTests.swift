import Changes
import Storage
import TestSupport
import Testing

/// What a disk does to a log when it fails.
@Suite(.serialized) struct `A disk` {
  private let folder: Folder

  init() throws {
    try #require(FaultyDisk.isInstalled)
    FaultyDisk.set(.none)
    folder = try Folder()
  }

  private func open() throws -> SQLiteStore { try SQLiteStore(path: folder.log, fileSystem: FaultyDisk.name) }

  @Test func `that is full refuses writes, goes on reading, and takes writes when there is room`() throws {
    let store = try open()
    try store.put(.activate("a"))
    FaultyDisk.set(.full)
    for _ in 0..<3 {
      #expect {
        try store.put(.activate("b"))
      } throws: { error in
        if case StoreError.full = error { true } else { false }
      }
    }
    #expect(try store.read(after: 0, limit: 9)?.map(\.theme) == ["a"])
    #expect(try store.history(of: "main", before: .max, limit: 9).map(\.theme) == ["a"])
    #expect(throws: StoreError.self) { try store.tryWriting() }
    FaultyDisk.set(.none)
    try store.tryWriting()
    #expect(try store.put(.activate("c")).map(\.revision) == [2])
    #expect(try store.read(after: 0, limit: 9)?.map(\.theme) == ["a", "c"])
  }

  @Test func `whose sync fails is written no more until a restart`() throws {
    let store = try open()
    try store.put(.activate("a"))
    FaultyDisk.set(.sync)
    #expect(throws: StoreError.self) { try store.put(.activate("b")) }
    FaultyDisk.set(.none)
    #expect {
      try store.put(.activate("c"))
    } throws: { error in
      if case StoreError.failed = error { true } else { false }
    }
    #expect(try store.read(after: 0, limit: 9)?.map(\.theme) == ["a"])
    #expect(try store.head().revision == 1)
  }

  @Test func `whose sync failed holds, after a restart, all that was acknowledged, and its epoch`() throws {
    let epoch: Epoch
    do {
      let store = try open()
      try store.put(.activate("a"))
      epoch = try store.head().epoch
      FaultyDisk.set(.sync)
      _ = try? store.put(.activate("b"))
      FaultyDisk.set(.none)
    }
    let store = try open()
    let head = try store.head()
    #expect(head.epoch == epoch)
    #expect((1...2).contains(head.revision), "a write that was not acknowledged may be there or not")
    #expect(try store.read(after: 0, limit: 9)?.first?.theme == "a")
    #expect(try store.put(.activate("c")).map(\.revision) == [head.revision + 1])
  }
}
