package import Changes
internal import Synchronization

/// A store in whose place another one can be put while it runs, as when a database is restored; it can fail, too.
package final class ReplaceableStore: ForwardingStore {
  private let state: Mutex<(store: any ChangeStore, failure: StoreError?)>

  package init(_ store: any ChangeStore) { state = Mutex((store, nil)) }

  package func replace(with store: any ChangeStore) { state.withLock { $0.store = store } }

  /// Makes every later transaction fail with this error; nil ends that.
  package func fail(with failure: StoreError?) { state.withLock { $0.failure = failure } }

  package var store: any ChangeStore { state.withLock { $0.store } }

  package func transaction(
    from position: LogPosition, keys: [String], waited: Duration, decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition {
    guard let failure = state.withLock({ $0.failure }) else {
      return try store.transaction(from: position, keys: keys, waited: waited, decide: decide)
    }
    _ = decide(StoreTransaction(update: .nothing, records: [:]))
    throw failure
  }
}
