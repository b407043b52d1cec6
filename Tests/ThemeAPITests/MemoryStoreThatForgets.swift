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

  var hint: WaitHint { store.hint }

  func snapshot(tail: Int) throws(StoreError) -> (ledger: Ledger, tail: [Change]) {
    try store.snapshot(tail: tail)
  }

  func publish(_ drafts: [Draft]) throws(StoreError) -> [Result<Publication, Refused>] {
    try store.publish(drafts)
  }

  func read(after revision: UInt64, limit: Int) throws(StoreError) -> [Change] {
    try store.read(after: revision, limit: limit)
  }

  func history(of channel: String, before revision: UInt64, limit: Int) throws(StoreError) -> [Change] {
    try store.history(of: channel, before: revision, limit: limit)
  }

  func receipt(for key: String) throws(StoreError) -> IdempotencyRecord? { try store.receipt(for: key) }

  func head() throws(StoreError) -> Cursor { try store.head() }

  func tryWriting() throws(StoreError) { try store.tryWriting() }

  func prune(keeping: Retention, now: Timestamp, limit: Int) throws(StoreError) -> UInt64 {
    try store.prune(keeping: retention, now: now, limit: limit)
  }
}
