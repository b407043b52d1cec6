package import Changes
internal import Synchronization

/// A store in whose place another one can be put while it runs, as when a database is restored; it can fail, too.
package final class ReplaceableStore: ForwardingStore {
  private let state: Mutex<(store: any ChangeStore, failure: StoreError?, waited: Duration)>

  package init(_ store: any ChangeStore) { state = Mutex((store, nil, .zero)) }

  package func replace(with store: any ChangeStore) { state.withLock { $0.store = store } }

  /// Makes every later transaction fail with this error; nil ends that.
  package func fail(with failure: StoreError?) { state.withLock { $0.failure = failure } }

  /// The time for which the last transaction had waited when it began.
  package var waited: Duration { state.withLock { $0.waited } }

  package var store: any ChangeStore { state.withLock { $0.store } }

  package func transaction(
    from position: LogPosition, keys: [String], waited: Duration, decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition {
    let failure = state.withLock { state in
      state.waited = waited
      return state.failure
    }
    guard let failure else {
      return try store.transaction(from: position, keys: keys, waited: waited, decide: decide)
    }
    _ = decide(StoreTransaction(update: .nothing, records: [:]))
    throw failure
  }
}
