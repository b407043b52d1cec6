import Changes
import Testing

@testable import Storage

/// What a process that was killed while it wrote a note leaves behind.
@Suite struct `The notes of a witness` {
  private let folder: Folder
  private let files: LogFiles

  init() throws {
    folder = try Folder()
    files = LogFiles(log: folder.log)
  }

  private func witness(_ revision: UInt64, _ log: WitnessTrace.LogCondition) -> Witness {
    Witness(
      epoch: Epoch(word: 1), revision: revision, fingerprint: Fingerprint(word: revision), inode: 2,
      trace: WitnessTrace(start: 3, former: 3, log: log))
  }

  private func write(_ witnesses: [Witness]) throws {
    var notes = try WitnessNotes(of: files)
    for witness in witnesses { notes.write(witness) }
  }

  private func found() throws -> Witness? {
    if case .witness(let witness) = try WitnessNotes(of: files).finding { witness } else { nil }
  }

  @Test func `are two, the newest of which counts`() throws {
    guard case .nothing = try WitnessNotes(of: files).finding else {
      Issue.record("something was found in a new file")
      return
    }
    for revision in 1...5 as ClosedRange<UInt64> {
      try write([witness(revision, .changing), witness(revision, .settled(7))])
      #expect(try found() == witness(revision, .settled(7)))
      #expect(try folder.bytes(of: files.witness).count == 512)
    }
  }

  /// Whatever part of a note has been written: a start finds it, or the one before.
  @Test(arguments: [0, 1]) func `leave the one before where one is cut short`(more: Int) throws {
    try write(Array(repeating: witness(1, .closed(5)), count: more) + [witness(1, .settled(6))])
    let before = try folder.bytes(of: files.witness)
    try write([witness(1, .changing)])
    let after = try folder.bytes(of: files.witness)
    var isNew: [Bool] = []
    for cut in 0...512 {
      try folder.overwrite(files.witness, with: Array(after[..<cut] + before[cut...]))
      let found = try found()
      #expect(found == witness(1, .settled(6)) || found == witness(1, .changing), "cut at \(cut)")
      isNew.append(found == witness(1, .changing))
    }
    #expect(isNew.first == false && isNew.last == true)
    #expect(isNew == isNew.filter { !$0 } + isNew.filter { $0 }, "it is there from one byte on")
  }

  @Test func `are damaged where none can be read`() throws {
    try write([witness(1, .changing), witness(1, .settled(6))])
    var bytes = try folder.bytes(of: files.witness)
    for place in [40, 296] { bytes[place] ^= 1 }
    try folder.overwrite(files.witness, with: bytes)
    guard case .damaged = try WitnessNotes(of: files).finding else {
      Issue.record("something was read")
      return
    }
  }
}
