import Bindings
import Changes
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Storage

/// An older copy of a log put back in place, together with the witness that lay beside it.
@Suite struct `A log restored in place` {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func switched(_ themes: String...) throws {
    let store = try SQLiteStore(path: folder.log)
    for theme in themes { try store.put(.activate(theme)) }
  }

  private var files: [String] {
    [folder.log, folder.log + "-wal", folder.witness].filter { folder.exists($0) }
  }

  private func copied() throws -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: try files.map { ($0, try folder.bytes(of: $0)) })
  }

  /// As `cp` does it: each file is written over, so that it stays the same file.
  private func restore(_ copy: [String: [UInt8]]) throws {
    try awaitNextTick()
    for file in files where copy[file] == nil { try folder.remove(file) }
    for (file, bytes) in copy {
      if !folder.exists(file) { _ = FileManager.default.createFile(atPath: file, contents: nil) }
      try folder.overwrite(file, with: bytes)
    }
  }

  /// The file system's clock goes in steps of some milliseconds, behind the one that a witness notes.
  private func awaitNextTick() throws {
    let before = WallClock.nanoseconds
    let probe = folder.path + "/probe"
    _ = FileManager.default.createFile(atPath: probe, contents: nil)
    repeat {
      try folder.overwrite(probe, with: [1])
    } while try #require(FileStamp(of: probe)).changedAt <= before
  }

  @Test func `goes on under its epoch where nobody touched it`() throws {
    try switched("a", "b")
    let store = try SQLiteStore(path: folder.log)
    #expect(store.origin == .resumed)
    try store.put(.activate("c"))
    try store.tryWriting()
  }

  @Test func `begins a new epoch, also where it is as it was left`() throws {
    try switched("a", "b")
    let copy = try copied()
    #expect(copy.count == 2)
    try switched("c")
    try restore(copy)
    #expect(
      try SQLiteStore(path: folder.log).origin
        == .renewed(reason: "somebody touched its files since the last commit"))
    #expect(try SQLiteStore(path: folder.log).origin == .resumed, "it says so once")
  }

  /// `cp -a`, `tar` and `rsync -a` set the times that a program can set.
  @Test func `begins a new epoch though its times were put back`() throws {
    try switched("a", "b")
    let copy = try copied()
    let times = try files.map { try FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] }
    try switched("c")
    try restore(copy)
    for (file, time) in zip(files, times) {
      let time = try #require(time)
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file)
    }
    guard case .renewed = try SQLiteStore(path: folder.log).origin else {
      Issue.record("it was taken for the log itself")
      return
    }
  }

  @Test func `begins a new epoch from a copy that was made while the server ran`() throws {
    var copy: [String: [UInt8]] = [:]
    do {
      let store = try SQLiteStore(path: folder.log)
      try store.put(.activate("a"))
      copy = try copied()
      #expect(copy.count == 3)
      try store.put(.activate("b"))
    }
    try restore(copy)
    #expect(
      try SQLiteStore(path: folder.log).origin
        == .renewed(reason: "somebody touched its files since the last commit"))
  }

  @Test func `begins a new epoch when somebody says so`() throws {
    try switched("a", "b")
    let before = try SQLiteStore(path: folder.log).head()
    #expect(try SQLiteStore.renew(path: folder.log) == 2)
    let store = try SQLiteStore(path: folder.log)
    #expect(store.origin == .resumed)
    #expect(try store.head().epoch != before.epoch)
    #expect(try store.read(after: 0, limit: 9)?.map(\.theme) == ["a", "b"])
  }

  @Test func `is not made anew by saying so`() throws {
    #expect(throws: StoreError.unusable("there is no log at \(folder.log)")) {
      try SQLiteStore.renew(path: folder.log)
    }
    #expect(!folder.exists(folder.witness))
    let store = try SQLiteStore(path: folder.log)
    #expect(throws: StoreError.self) { try SQLiteStore.renew(path: folder.log) }
    #expect(try store.head().revision == 0)
  }

  /// Tests the third version of the witness: two lines, and the newer one counts.
  @Test func `is known again by a witness of the version before`() throws {
    try switched("a", "b")
    let epoch = try SQLiteStore(path: folder.log).head().epoch
    let inode = try #require(FileStamp(of: folder.log)).inode
    for (revision, origin) in [
      (2, LogOrigin.resumed), (3, .renewed(reason: "it ends at revision 2, but had reached 3")),
    ] {
      let lines = [(7, revision), (6, 9)].map { Self.line($0, epoch: epoch, revision: $1, inode: inode) }
      try folder.overwrite(folder.witness, with: lines[0] + lines[1])
      #expect(try SQLiteStore(path: folder.log).origin == origin)
      #expect(try SQLiteStore(path: folder.log).origin == .resumed)
    }
  }

  private static func line(_ number: Int, epoch: Epoch, revision: Int, inode: UInt64) -> [UInt8] {
    let words =
      "livery-witness 3 \(number) \(epoch) \(revision) 0000000000000001 \(inode) "
      + "0000000000000007 0000000000000006 - closed 5"
    var sum = Fingerprint()
    sum.add(Array(words.utf8))
    return Array("\(words) \(sum.word.hex16)".padding(toLength: 255, withPad: " ", startingAt: 0).utf8) + [10]
  }

  /// Container platforms set owner and mode of the state folder at each start.
  @Test func `goes on under its epoch though its files got an owner and a mode`() throws {
    try switched("a", "b")
    let epoch = try SQLiteStore(path: folder.log).head().epoch
    try awaitNextTick()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) + ["."] {
      let file = "\(folder.path)/\(name)"
      try #require(unsafe chown(file, getuid(), getgid()) == 0 && chmod(file, 0o2770) == 0)
    }
    let store = try SQLiteStore(path: folder.log)
    #expect(store.origin == .resumed)
    #expect(try store.head().epoch == epoch)
  }

  /// The log alone, with the times that it had.
  @Test(arguments: [true, false]) func `begins a new epoch where an older log was put back`(hasTimes: Bool)
    throws
  {
    try switched("a", "b")
    try run("cp", "-a", folder.log, folder.log + ".old")
    try switched("c")
    try run("cp", hasTimes ? "-a" : "--", folder.log + ".old", folder.log)
    #expect(
      try SQLiteStore(path: folder.log).origin == .renewed(reason: "it ends at revision 2, but had reached 3")
    )
  }

  @Test func `begins a new epoch where all of an older folder was put back with its times`() throws {
    try switched("a", "b")
    let backup = try Folder()
    try run("cp", "-a", folder.path + "/.", backup.path)
    try switched("c")
    try run("cp", "-a", backup.path + "/.", folder.path)
    #expect(
      try SQLiteStore(path: folder.log).origin
        == .renewed(reason: "somebody touched its files since the last commit"))
    #expect(try SQLiteStore(path: folder.log).origin == .resumed, "it says so once")
  }

  /// The files after a kill between the two names, and during a commit.
  @Test func `is known by each name of its mark`() throws {
    try switched("a")
    var bytes = try folder.bytes(of: folder.witness)
    let mark = Array(bytes[40..<48])
    bytes.replaceSubrange(40..<48, with: [UInt8](repeating: 1, count: 8))
    bytes.replaceSubrange(48..<56, with: mark)
    bytes.replaceSubrange(80..<88, with: [255, 255, 255, 255, 255, 255, 255, 127])
    try folder.overwrite(folder.witness, with: bytes)
    #expect(try SQLiteStore(path: folder.log).origin == .resumed)
  }

  private func run(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
