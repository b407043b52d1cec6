package import Changes
internal import Synchronization

/// A store in whose place another one can be put while it runs, as when a database is restored; it can fail, too.
package final class ReplaceableStore: ChangeStore {
  private let state: Mutex<(store: any ChangeStore, failure: StoreError?)>

  package init(_ store: any ChangeStore) { state = Mutex((store, nil)) }

  package func replace(with store: any ChangeStore) { state.withLock { $0.store = store } }

  /// What every turn ends in from now on.
  package func fail(with failure: StoreError?) { state.withLock { $0.failure = failure } }

  private var store: any ChangeStore { state.withLock { $0.store } }

  package func open(knowing standing: LogStanding?, tail: Int) throws(StoreError) -> OpenedLog {
    try store.open(knowing: standing, tail: tail)
  }

  package func turn(
    from standing: LogStanding, keys: [String], decide: (StoreTurn) -> LogCommit
  ) throws(StoreError) -> LogStanding {
    guard let failure = state.withLock({ $0.failure }) else {
      return try store.turn(from: standing, keys: keys, decide: decide)
    }
    _ = decide(StoreTurn(news: .nothing, records: [:]))
    throw failure
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
