/// Where the log is kept: a place for rows, with turns.
///
/// It decides nothing. In a turn it hands in what others wrote and takes the rows that the publisher has decided on;
/// they are durable when `turn` returns. Every store passes the same suite, `ChangeStoreContract`. A store may be called
/// from any thread and takes one turn at a time; reading waits for no turn. Nothing here is called on a worker.
package protocol ChangeStore: Sendable {
  /// Everything that a start needs: the state and the newest changes, at most so many.
  /// - Parameter position: where the caller had seen the log before; nil at a start.
  func open(knowing position: LogPosition?, tail: Int) throws(StoreError) -> OpenedLog

  /// One writer at a time, over all who share the log: calls `decide` with what was written since the position, and
  /// keeps what it returns, all or nothing. Nothing is written where that is empty. It is called again where the time
  /// before came to nothing, as where one of the commit's `newKeys` turns out to be known.
  /// - Parameter keys: the idempotency keys whose records `decide` needs.
  /// - Returns: where the log stands afterwards.
  func transaction(
    from position: LogPosition, keys: [String], decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition

  /// What was written since; one consistent reading.
  func update(since position: LogPosition) throws(StoreError) -> LogUpdate

  /// Whether anything was told since this was asked last that is not known at the position. Asks nobody.
  func mayHaveUpdate(since position: LogPosition) -> Bool

  /// Whom to tell that somebody else may have written. It is called from any thread, in the midst of things, so it
  /// should only pass the word on.
  func onUpdate(_ tell: @escaping @Sendable () -> Void)

  /// Whether others may write into the same log.
  var isShared: Bool { get }

  /// How the engine is that keeps the log, where there is one.
  var report: StoreReport? { get }

  /// Has the store keep what is shown, so that a start can go on from it while the engine is away.
  func keepCopy(of opened: OpenedLog)

  /// Tells all who share the log which files are served here from now on, by a fingerprint of them, and learns whether
  /// these are the newest that anybody serves.
  func serve(files: Fingerprint) throws(StoreError)

  /// Whether these files were told as those that are served here, and nobody who shares the log serves newer ones; false
  /// while that is not known. Nobody who does not share the log has a fingerprint of files, and all are the newest.
  func hasNewest(_ files: Fingerprint?) -> Bool

  /// The time by the clock of the engine that the log is in, where it has one: all who share the log go by that.
  var time: Timestamp? { get }

  /// The changes after a revision, in order, at most so many; nil where the log no longer reaches back so far.
  func read(after revision: UInt64, limit: Int) throws(StoreError) -> [Change]?

  /// The changes that concern a channel, or all for `Snapshot.everyChannel`, newest first, below a revision.
  func history(of channel: String, before revision: UInt64, limit: Int) throws(StoreError) -> [Change]

  /// What is kept of a theme's document for a revision; nil where that is not kept, or not any more.
  func document(of theme: String, at revision: UInt64) throws(StoreError) -> DocumentVersion?

  /// Does what a large commit has left to be done, for which no other writer waits. Called after a turn that may have
  /// taken in documents.
  func tidyUp()

  /// Writes what is there already once more, durably: throws as a turn would, where nothing can be written.
  func tryWriting() throws(StoreError)

  /// Forgets the oldest changes that need not be kept, at most so many, and returns the new floor: the oldest
  /// revision that a cursor may still have.
  func prune(keeping retention: Retention, now: Timestamp, limit: Int) throws(StoreError) -> UInt64
}

extension ChangeStore {
  package var time: Timestamp? { nil }
  package var isShared: Bool { false }
  package func mayHaveUpdate(since position: LogPosition) -> Bool { true }
  package var report: StoreReport? { nil }
  package func keepCopy(of opened: OpenedLog) {}
  package func tidyUp() {}
  package func serve(files: Fingerprint) throws(StoreError) {}
  package func hasNewest(_ files: Fingerprint?) -> Bool { true }
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
