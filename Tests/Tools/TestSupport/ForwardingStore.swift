package import Changes

/// A store that forwards to another store everything that it does not implement.
package protocol ForwardingStore: ChangeStore {
  var store: any ChangeStore { get }
}

extension ForwardingStore {
  package func open(knowing position: LogPosition?, tail: Int) throws(StoreError) -> OpenedLog {
    try store.open(knowing: position, tail: tail)
  }

  package func update(since position: LogPosition) throws(StoreError) -> LogUpdate {
    try store.update(since: position)
  }

  package func onUpdate(_ tell: @escaping @Sendable () -> Void) { store.onUpdate(tell) }

  package var time: Timestamp? { store.time }

  package var isShared: Bool { store.isShared }

  package var report: StoreReport? { store.report }

  package func serve(files: Fingerprint) throws(StoreError) { try store.serve(files: files) }

  package func hasNewest(_ files: Fingerprint?) -> Bool { store.hasNewest(files) }

  package func keepCopy(of opened: OpenedLog) { store.keepCopy(of: opened) }

  package func read(after revision: UInt64, limit: Int) throws(StoreError) -> [Change]? {
    try store.read(after: revision, limit: limit)
  }

  package func history(
    of channel: String, before revision: UInt64, limit: Int
  ) throws(StoreError) -> [Change] {
    try store.history(of: channel, before: revision, limit: limit)
  }

  package func document(of theme: String, at revision: UInt64) throws(StoreError) -> DocumentVersion? {
    try store.document(of: theme, at: revision)
  }

  package func tidyUp() { store.tidyUp() }

  package func tryWriting() throws(StoreError) { try store.tryWriting() }

  package func prune(
    keeping retention: Retention, now: Timestamp, limit: Int
  ) throws(StoreError) -> UInt64 {
    try store.prune(keeping: retention, now: now, limit: limit)
  }
}
