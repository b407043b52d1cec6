package import Changes
internal import Synchronization

/// A store that remembers every row that was ever kept: the whole log.
package final class RecordingStore: ForwardingStore {
  package let store: any ChangeStore
  private let recorded = Mutex<[Ledger.Row]>([])

  package init(_ store: any ChangeStore) { self.store = store }

  package var rows: [Ledger.Row] { recorded.withLock { $0 } }

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
}
