import Bindings
import Changes
import Documents
import Foundation
import Synchronization
import TestSupport
import Testing
import Themes

@testable import Storage

/// Tests a log whose disk fails.
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

  /// A commit as large as it would move itself by SQLite's own measure.
  @Test func `has what a large commit left moved while others write`() throws {
    let store = try open()
    try store.put(.upload("large", [UInt8](repeating: 0x20, count: 6 << 20)))
    #expect(try #require(FileStamp(of: folder.log)).size < 1 << 20, "not in its own turn")
    let notes = Mutex<[Bool]>([])
    let isFirst = Atomic<Bool>(true)
    FaultyDisk.onSync.withLock { hook in
      hook = { [folder] in
        guard isFirst.exchange(false, ordering: .sequentiallyConsistent) else { return }
        let isWritten = DispatchSemaphore(value: 0)
        Thread {
          _ = try? store.put(.activate("a"))
          isWritten.signal()
        }.start()
        guard isWritten.wait(timeout: .now() + 60) == .success else { return }
        notes.withLock { $0.append(folder.mayChange) }
      }
    }
    defer { FaultyDisk.onSync.withLock { $0 = nil } }
    store.tidyUp()
    #expect(notes.withLock { $0 } == [true], "written before the sync, and the file may still change")
    #expect(try store.head().revision == 2)
    let stamp = try #require(FileStamp(of: folder.log))
    #expect(stamp.size > 6 << 20)
    #expect(!folder.mayChange, "the witness says that all is written")
  }

  @Test func `whose sync fails while a large commit is moved loses nothing of it`() throws {
    do {
      let store = try open()
      try store.put(.upload("large", [UInt8](repeating: 0x20, count: 6 << 20)))
      FaultyDisk.set(.sync)
      store.tidyUp()
      FaultyDisk.set(.none)
      try store.put(.activate("a"))
    }
    let store = try open()
    #expect(try store.head().revision == 2)
    #expect(try store.open(knowing: nil, tail: 0).state.uploads["large"]?.bytes.count == 6 << 20)
  }
}

extension Folder {
  /// Whether the witness says that the log's files may change.
  fileprivate var mayChange: Bool {
    (try? bytes(of: witness).dropFirst(80).prefix(8)) == [255, 255, 255, 255, 255, 255, 255, 127]
  }
}
