import Changes
import TestSupport
import Testing

@testable import Storage

/// Carrying a log from one file into another.
@Suite struct `The transfer of a log` {
  private let folder: Folder
  private let source: String
  private let target: String

  init() throws {
    folder = try Folder()
    (source, target) = (folder.log, "\(folder.path)/other.sqlite")
    try SQLiteStore(path: source).put(.activate("night"))
  }

  private func transfer(isMove: Bool) throws(StoreError) -> LogTransfer.TransferResult {
    try LogTransfer(from: .sqlite(path: source), to: .sqlite(path: target), isMove: isMove)
      .perform(isPlanned: false)
  }

  @Test func `finds the log where it was moved to, done again`() throws {
    #expect(try transfer(isMove: true) == .moved(changes: 1, head: 1))
    #expect(try transfer(isMove: true) == .present(head: 1))
  }

  @Test func `does not take a copy for the log that was to be moved`() throws {
    #expect(try transfer(isMove: false) == .copied(changes: 1, head: 1))
    #expect(try transfer(isMove: false) == .present(head: 1))
    let refusal = StoreError.unusable(
      "sqlite:\(target) holds a copy of this log, under an epoch of its own; to move the log, name a place that has none"
    )
    #expect(throws: refusal) { try transfer(isMove: true) }
    // It was not sealed.
    #expect(try SQLiteStore(path: source).head().revision == 1)
  }
}
