import Bindings
import Changes
import Foundation
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
        == .renewed(reason: "somebody touched its files since they were closed"))
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

  @Test(arguments: ["1", "2"]) func `is known again with a witness of an earlier format`(format: String)
    throws
  {
    try switched("a", "b")
    let witness = try folder.noted().witness
    try folder.overwrite(folder.witness, with: Self.line(of: witness, format: format))
    #expect(try folder.noted().witness.revision == 2)
    #expect(try SQLiteStore(path: folder.log).origin == .resumed)
    #expect(try folder.noted().witness.trace != nil)
    #expect(try SQLiteStore(path: folder.log).origin == .resumed)
  }

  /// As those that had one note wrote it.
  private static func line(of witness: Witness, format: String) -> [UInt8] {
    var fields = "\(witness.epoch) \(witness.revision) \(witness.fingerprint.word.hex16) \(witness.inode)"
    if format == "2", let trace = witness.trace, case .closed(let time) = trace.log {
      fields += " \(trace.start.hex16) \(trace.former.hex16) \(trace.boot) closed \(time)"
    }
    var sum = Fingerprint()
    sum.add(Array(fields.utf8))
    let line = "livery-witness \(format) \(fields) \(sum.word.hex16)"
    return Array(line.padding(toLength: 255, withPad: " ", startingAt: 0).utf8) + [UInt8(ascii: "\n")]
  }
}

extension Folder {
  /// The newest note of the witness.
  func noted() throws -> (witness: Witness, number: UInt64) {
    let bytes = try bytes(of: witness)
    let notes = stride(from: 0, to: bytes.count, by: 256).compactMap {
      Witness.read(Array(bytes[$0..<$0 + 256]))
    }
    return try #require(notes.max { $0.number < $1.number })
  }
}

@Suite struct `What a witness knows of the files` {
  private let stamp: FileStamp
  private let here: SystemBoot

  init() throws {
    let folder = try Folder()
    _ = FileManager.default.createFile(atPath: folder.log, contents: nil)
    stamp = try #require(FileStamp(of: folder.log))
    here = try #require(SystemBoot.current)
  }

  private var seconds: Int64 { stamp.changedAt / 1_000_000_000 }

  private func trace(_ log: WitnessTrace.LogCondition) -> WitnessTrace {
    WitnessTrace(start: 7, former: 6, log: log)
  }

  private func isDoubted(
    _ log: WitnessTrace.LogCondition, start: UInt64? = 7, hasGoneOn: Bool = false, in boot: SystemBoot?
  ) -> Bool {
    trace(log).doubt(
      stamp, changedAt: stamp.changedAt, start: start, hasGoneOn: hasGoneOn, in: boot) != nil
  }

  @Test func `is written and read again, whatever it is`() throws {
    for log in [WitnessTrace.LogCondition.changing, .settled(stamp.changedAt), .closed(.max)] {
      let witness = Witness(
        epoch: .random(), revision: .max, fingerprint: Fingerprint(word: 9), inode: .max, trace: trace(log))
      let line = witness.line(number: .max)
      #expect(line.count == 256 && line.last == UInt8(ascii: "\n"))
      let read = try #require(Witness.read(line))
      #expect(read.witness == witness && read.number == .max)
      for index in 0..<line.count where line[index] != UInt8(ascii: " ") {
        var torn = line
        torn[index] ^= 1
        #expect(Witness.read(torn) == nil || index == 255, "a flipped bit of byte \(index)")
      }
    }
  }

  @Test func `takes a start for its own, and the one before, and a log that knows of none`() {
    #expect(!isDoubted(.closed(stamp.changedAt), start: 7, in: here))
    #expect(!isDoubted(.closed(stamp.changedAt), start: 6, in: here))
    #expect(!isDoubted(.closed(stamp.changedAt), start: nil, in: here))
    #expect(isDoubted(.closed(stamp.changedAt), start: 5, in: here))
  }

  @Test func `takes a file that changed later than the last commit for one that somebody touched`() {
    #expect(!isDoubted(.settled(stamp.changedAt), in: here))
    #expect(!isDoubted(.settled(stamp.changedAt + 1), in: here), "the clock is read after the write")
    #expect(isDoubted(.settled(stamp.changedAt - 1), in: here))
  }

  @Test func `takes no log that went on without it, unless a commit was under way`() {
    #expect(isDoubted(.closed(stamp.changedAt), hasGoneOn: true, in: here))
    #expect(isDoubted(.settled(stamp.changedAt), hasGoneOn: true, in: here))
    #expect(!isDoubted(.changing, hasGoneOn: true, in: here))
  }

  /// After a power cut the witness may be behind the log, and its times as well.
  @Test func `after another boot takes files that nobody has touched since`() {
    let before = SystemBoot(word: "other", began: seconds + 10)
    let after = SystemBoot(word: "other", began: seconds - 10)
    for log in [WitnessTrace.LogCondition.changing, .settled(0)] {
      #expect(!isDoubted(log, hasGoneOn: true, in: before))
      #expect(isDoubted(log, in: after))
      #expect(!isDoubted(log, in: nil), "where the kernel tells nothing, nothing is known")
    }
    #expect(!isDoubted(.closed(stamp.changedAt), in: after), "what was closed is known by its time")
    #expect(isDoubted(.closed(0), in: before))
  }
}
