import Changes
import Storage
import Synchronization

/// A log in memory that forgets as much as a test says, whatever the publisher asks.
final class MemoryStoreThatForgets: ChangeStore {
  private let store = MemoryStore()
  private let kept = Mutex(Retention())

  var retention: Retention {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }

  func open(knowing position: LogPosition?, tail: Int) throws(StoreError) -> OpenedLog {
    try store.open(knowing: position, tail: tail)
  }

  func transaction(
    from position: LogPosition, keys: [String], waited: Duration, decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition {
    try store.transaction(from: position, keys: keys, waited: waited, decide: decide)
  }

  func update(since position: LogPosition) throws(StoreError) -> LogUpdate {
    try store.update(since: position)
  }

  func onUpdate(_ tell: @escaping @Sendable () -> Void) { store.onUpdate(tell) }

  func read(after revision: UInt64, limit: Int) throws(StoreError) -> [Change]? {
    try store.read(after: revision, limit: limit)
  }

  func history(of channel: String, before revision: UInt64, limit: Int) throws(StoreError) -> [Change] {
    try store.history(of: channel, before: revision, limit: limit)
  }

  func document(of theme: String, at revision: UInt64) throws(StoreError) -> DocumentVersion? {
    try store.document(of: theme, at: revision)
  }

  func tryWriting() throws(StoreError) { try store.tryWriting() }

  func prune(keeping: Retention, now: Timestamp, limit: Int) throws(StoreError) -> UInt64 {
    try store.prune(keeping: retention, now: now, limit: limit)
  }
}
