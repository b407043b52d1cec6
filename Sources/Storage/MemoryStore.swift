package import Changes
internal import Synchronization

/// A log that ends with the process: for trials and tests.
package final class MemoryStore: ChangeStore {
  fileprivate struct State {
    var ledger: Ledger
    var changes: [Change] = []
    var receipts: [String: IdempotencyRecord] = [:]
    /// Keys in the order in which they came.
    var keys: [String] = []
  }

  private let state: Mutex<State>

  package init(epoch: Epoch = .random()) { state = Mutex(State(ledger: Ledger(epoch: epoch))) }

  package var hint: WaitHint { .alone }

  package func snapshot(tail: Int) throws(StoreError) -> (ledger: Ledger, tail: [Change]) {
    state.withLock { ($0.ledger, Array($0.changes.suffix(tail))) }
  }

  package func publish(_ drafts: [Draft]) throws(StoreError) -> [Result<Publication, Refused>] {
    state.withLock { state in drafts.map { state.publish($0) } }
  }

  package func read(after revision: UInt64, limit: Int) throws(StoreError) -> [Change] {
    state.withLock { Array($0.changes.lazy.drop { $0.revision <= revision }.prefix(limit)) }
  }

  package func history(
    of channel: String, before revision: UInt64, limit: Int
  ) throws(StoreError) -> [Change] {
    state.withLock { state in
      let own = state.changes.reversed().lazy.filter {
        $0.revision < revision && $0.channels.contains(channel)
      }
      return Array(own.prefix(limit))
    }
  }

  package func receipt(for key: String) throws(StoreError) -> IdempotencyRecord? {
    state.withLock { $0.receipts[key] }
  }

  package func head() throws(StoreError) -> Cursor { state.withLock { $0.ledger.cursor } }

  package func tryWriting() throws(StoreError) {}

  package func prune(keeping retention: Retention, now: Timestamp, limit: Int) throws(StoreError) -> UInt64 {
    state.withLock { state in
      let oldest = now.advanced(bySeconds: -retention.seconds)
      let spare = max(0, state.changes.count - Int(clamping: retention.changes))
      let forgotten = state.changes.prefix(min(spare, limit)).prefix { $0.at < oldest }
      if let last = forgotten.last { state.ledger.forget(below: last.revision) }
      state.changes.removeFirst(forgotten.count)
      return state.ledger.floor
    }
  }
}

extension MemoryStore.State {
  fileprivate mutating func publish(_ draft: Draft) -> Result<Publication, Refused> {
    if let order = draft.receipt, let kept = receipts[order.key], kept.isGood(at: draft.at) {
      return kept.answer(to: order, in: ledger)
    }
    do throws(Refused) {
      let (publication, _) = try ledger.apply(draft)
      changes.append(contentsOf: publication.changes)
      if let order = draft.receipt { keep(IdempotencyRecord(order, for: publication, at: draft.at)) }
      return .success(publication)
    } catch {
      return .failure(error)
    }
  }

  private mutating func keep(_ receipt: IdempotencyRecord) {
    if receipts.updateValue(receipt, forKey: receipt.key) == nil { keys.append(receipt.key) }
    if keys.count > IdempotencyRecord.limit { receipts[keys.removeFirst()] = nil }
  }
}
