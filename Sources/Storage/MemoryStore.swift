package import Changes
internal import Synchronization

/// A log that ends with the process: for trials and tests. Several stores may share one.
package final class MemoryStore: ChangeStore {
  private let log: MemoryLog
  private let id: Int
  package let isShared: Bool

  /// A log of its own.
  package convenience init(epoch: Epoch = .random()) {
    self.init(MemoryLog(epoch: epoch), isShared: false)
  }

  package convenience init(sharing log: MemoryLog) { self.init(log, isShared: true) }

  private init(_ log: MemoryLog, isShared: Bool) {
    self.log = log
    self.isShared = isShared
    id = log.join()
  }

  deinit { log.leave(id) }

  package func open(knowing position: LogPosition?, tail: Int) throws(StoreError) -> OpenedLog {
    log.read { state in
      let changes = Array(state.changes.suffix(tail))
      return OpenedLog(
        state: state.logState, tail: changes, position: state.position,
        origin: state.origin(knowing: position)
      )
    }
  }

  package func transaction(
    from position: LogPosition, keys: [String], decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition {
    log.transaction(of: id, from: position, keys: keys, decide: decide)
  }

  package func update(since position: LogPosition) throws(StoreError) -> LogUpdate {
    log.read { $0.update(since: position) }
  }

  package func onUpdate(_ tell: @escaping @Sendable () -> Void) { log.onUpdate(id, tell) }

  package func read(after revision: UInt64, limit: Int) throws(StoreError) -> [Change]? {
    log.read { state in
      guard revision >= state.logState.floor else { return nil }
      return Array(state.changes.lazy.drop { $0.revision <= revision }.prefix(limit))
    }
  }

  package func history(
    of channel: String, before revision: UInt64, limit: Int
  ) throws(StoreError) -> [Change] {
    log.read { state in
      let own = state.changes.reversed().lazy.filter {
        $0.revision < revision && (channel == Snapshot.everyChannel || $0.channels.contains(channel))
      }
      return Array(own.prefix(limit))
    }
  }

  package func document(of theme: String, at revision: UInt64) throws(StoreError) -> DocumentVersion? {
    log.read { $0.documents[theme]?.last { $0.since <= revision } }
  }

  package func serve(files: Fingerprint) throws(StoreError) { log.serve(files: files, by: id) }

  package func hasNewest(_ files: Fingerprint?) -> Bool {
    !isShared || log.read { $0.hasNewest(files, served: id) }
  }

  package func tryWriting() throws(StoreError) {}

  package func prune(keeping retention: Retention, now: Timestamp, limit: Int) throws(StoreError) -> UInt64 {
    log.prune(keeping: retention, now: now, limit: limit)
  }
}
