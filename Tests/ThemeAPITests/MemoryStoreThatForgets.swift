import Changes
import Storage
import Synchronization

/// A log in memory that forgets as much as a test says, whatever the journal asks.
final class MemoryStoreThatForgets: ChangeStore {
  private let store = MemoryStore()
  private let kept = Mutex(Retention())

  var retention: Retention {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }

  func open(knowing standing: LogStanding?, tail: Int) throws(StoreError) -> OpenedLog {
    try store.open(knowing: standing, tail: tail)
  }

  func turn(
    from standing: LogStanding, keys: [String], decide: (StoreTurn) -> LogCommit
  ) throws(StoreError) -> LogStanding {
    try store.turn(from: standing, keys: keys, decide: decide)
  }

  func news(since standing: LogStanding) throws(StoreError) -> LogNews { try store.news(since: standing) }

  func onNews(_ tell: @escaping @Sendable () -> Void) { store.onNews(tell) }

  func read(after revision: UInt64, limit: Int) throws(StoreError) -> [Change]? {
    try store.read(after: revision, limit: limit)
  }

  func history(of channel: String, before revision: UInt64, limit: Int) throws(StoreError) -> [Change] {
    try store.history(of: channel, before: revision, limit: limit)
  }

  func document(of theme: String, at revision: UInt64) throws(StoreError) -> KeptDocument? {
    try store.document(of: theme, at: revision)
  }

  func tryWriting() throws(StoreError) { try store.tryWriting() }

  func prune(keeping: Retention, now: Timestamp, limit: Int) throws(StoreError) -> UInt64 {
    try store.prune(keeping: retention, now: now, limit: limit)
  }
}
