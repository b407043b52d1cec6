package import Changes
internal import Synchronization

/// A store that remembers every row that was ever kept: the whole log.
package final class RecordingStore: ForwardingStore {
  package let store: any ChangeStore
  private let recorded = Mutex<[LogState.Row]>([])

  package init(_ store: any ChangeStore) { self.store = store }

  package var rows: [LogState.Row] { recorded.withLock { $0 } }

  package func transaction(
    from position: LogPosition, keys: [String], waited: Duration, decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition {
    var rows: [LogState.Row] = []
    let after = try store.transaction(from: position, keys: keys, waited: waited) { transaction in
      let commit = decide(transaction)
      rows = commit.rows
      return commit
    }
    recorded.withLock { $0 += rows }
    return after
  }
}
