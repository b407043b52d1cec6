/// Where the log is kept: what is published is durable when `publish` returns.
///
/// Every store passes the same suite, `ChangeStoreContract`. A store may be called from any thread and does one
/// thing at a time; nothing here is called on a worker.
package protocol ChangeStore: Sendable {
  /// Everything that a start needs: the ledger and the newest changes, at most so many.
  func snapshot(tail: Int) throws(StoreError) -> (ledger: Ledger, tail: [Change])

  /// Publishes drafts in their order with one commit: all that are not refused become durable together, or none.
  func publish(_ drafts: [Draft]) throws(StoreError) -> [Result<Publication, Refused>]

  /// The changes after a revision, in order, at most so many. The revision is not below the floor.
  func read(after revision: UInt64, limit: Int) throws(StoreError) -> [Change]

  /// The changes that concern a channel, newest first, below a revision.
  func history(of channel: String, before revision: UInt64, limit: Int) throws(StoreError) -> [Change]

  func receipt(for key: String) throws(StoreError) -> IdempotencyRecord?

  /// Where the log stands in the store itself; other replicas may have moved it.
  func head() throws(StoreError) -> Cursor

  /// How others' changes become known here.
  var hint: WaitHint { get }

  /// Writes what is there already once more, durably: throws as a publish would, while there is no room.
  func tryWriting() throws(StoreError)

  /// Forgets the oldest changes that need not be kept, at most so many, and returns the new floor: the oldest
  /// revision that a cursor may still have.
  func prune(keeping retention: Retention, now: Timestamp, limit: Int) throws(StoreError) -> UInt64
}

/// How a store's owner learns of changes that it did not publish itself.
package enum WaitHint: Sendable, Hashable {
  /// Nobody else writes.
  case alone
  /// Look at `head()` this often, in case a notice is lost.
  case look(every: Duration)
}

/// How much of the log is kept: so many changes, or all of so many days, whichever is more.
package struct Retention: Sendable, Hashable {
  package let changes: UInt64
  package let seconds: Int64

  package init(changes: UInt64 = 10_000, seconds: Int64 = 30 * 86_400) {
    self.changes = changes
    self.seconds = seconds
  }
}

/// What can be wrong with a store.
package enum StoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No room. Nothing was written; it may work again when there is room.
  case full(String)
  /// A write or a sync failed: what the disk holds is not known, so nothing more is written until a restart.
  case failed(String)
  /// Written by a Livery that knows more.
  case newerVersion(found: Int, known: Int)
  case corrupt(String)
  /// The place can't be used: not there, not permitted, not a log, or taken by another process.
  case unusable(String)

  /// Whether it can pass by itself; else only a restart helps.
  package var mayPass: Bool { if case .full = self { true } else { false } }

  package var description: String {
    switch self {
    case .full(let what): "there is no room to write: \(what)"
    case .failed(let what): "writing failed: \(what)"
    case .newerVersion(let found, let known):
      "it was written by a newer Livery (format \(found), this one knows up to \(known))"
    case .corrupt(let what): "it is damaged: \(what)"
    case .unusable(let what): what
    }
  }
}
