import Changes
import Synchronization
import TestSupport

/// A store that says whether it was told of anything as a test wants it.
final class ToldStore: ForwardingStore {
  let store: any ChangeStore
  private let told = Mutex(true)

  init(_ store: any ChangeStore) { self.store = store }

  var isTold: Bool {
    get { told.withLock { $0 } }
    set { told.withLock { $0 = newValue } }
  }

  func mayHaveNews(since standing: LogStanding) -> Bool { isTold }

  func turn(
    from standing: LogStanding, keys: [String], decide: (StoreTurn) -> LogCommit
  ) throws(StoreError) -> LogStanding {
    try store.turn(from: standing, keys: keys, decide: decide)
  }
}
