package import Changes
internal import Synchronization

/// A store that remembers every row that was ever kept: the whole log.
package final class RecordingStore: ChangeStore {
  private let store: any ChangeStore
  private let recorded = Mutex<[Ledger.Row]>([])

  package init(_ store: any ChangeStore) { self.store = store }

  package var rows: [Ledger.Row] { recorded.withLock { $0 } }

  package func open(knowing standing: LogStanding?, tail: Int) throws(StoreError) -> OpenedLog {
    try store.open(knowing: standing, tail: tail)
  }

  package func turn(
    from standing: LogStanding, keys: [String], decide: (StoreTurn) -> LogCommit
  ) throws(StoreError) -> LogStanding {
    var rows: [Ledger.Row] = []
    let after = try store.turn(from: standing, keys: keys) { turn in
      let commit = decide(turn)
      rows = commit.rows
      return commit
    }
    recorded.withLock { $0 += rows }
    return after
  }

  package func news(since standing: LogStanding) throws(StoreError) -> LogNews {
    try store.news(since: standing)
  }

  package func onNews(_ tell: @escaping @Sendable () -> Void) { store.onNews(tell) }

  package func read(after revision: UInt64, limit: Int) throws(StoreError) -> [Change]? {
    try store.read(after: revision, limit: limit)
  }

  package func history(
    of channel: String, before revision: UInt64, limit: Int
  ) throws(StoreError) -> [Change] {
    try store.history(of: channel, before: revision, limit: limit)
  }

  package func tryWriting() throws(StoreError) { try store.tryWriting() }

  package func prune(
    keeping retention: Retention, now: Timestamp, limit: Int
  ) throws(StoreError) -> UInt64 {
    try store.prune(keeping: retention, now: now, limit: limit)
  }
}
