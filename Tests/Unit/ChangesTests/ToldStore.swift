import Changes
import Synchronization
import TestSupport

/// A store for which the test decides whether it reports a possible update.
final class ToldStore: ForwardingStore {
  let store: any ChangeStore
  private let told = Mutex(true)

  init(_ store: any ChangeStore) { self.store = store }

  var isTold: Bool {
    get { told.withLock { $0 } }
    set { told.withLock { $0 = newValue } }
  }

  func mayHaveUpdate(since position: LogPosition) -> Bool { isTold }

  func transaction(
    from position: LogPosition, keys: [String], waited: Duration, decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition {
    try store.transaction(from: position, keys: keys, waited: waited, decide: decide)
  }
}
