internal import Themes

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

/// A log at the moment of opening.
package struct OpenedLog: Sendable {
  package let state: LogState
  /// The newest changes in order, ending at the state's head.
  package let tail: [Change]
  package let position: LogPosition
  package let origin: LogOrigin

  package init(state: LogState, tail: [Change], position: LogPosition, origin: LogOrigin) {
    self.state = state
    self.tail = tail
    self.position = position
    self.origin = origin
  }
}

/// What a log turned out to be when it was opened.
package enum LogOrigin: Sendable, Hashable {
  case created
  case resumed
  /// It goes on under another epoch, so old cursors are of no use any more.
  case renewed(reason: String)
}

/// Where somebody has seen a log: what is new is told from here on.
package struct LogPosition: Sendable, Hashable {
  package let epoch: Epoch
  /// Goes up by one with every commit, also one that adds no change. It is compared only with what the same store
  /// has said.
  package let version: UInt64
  package let head: UInt64
  /// Of the newest change: tells two logs apart that have come equally far.
  package let fingerprint: Fingerprint

  package init(epoch: Epoch, version: UInt64, head: UInt64, fingerprint: Fingerprint) {
    self.epoch = epoch
    self.version = version
    self.head = head
    self.fingerprint = fingerprint
  }

  /// The position after one commit more.
  package func advanced(by commit: LogCommit) -> LogPosition {
    let epoch = commit.epoch ?? epoch
    let last = commit.rows.last { if case .change = $0 { true } else { false } }
    guard case .change(let change, let fingerprint)? = last else {
      return LogPosition(epoch: epoch, version: version + 1, head: head, fingerprint: self.fingerprint)
    }
    return LogPosition(epoch: epoch, version: version + 1, head: change.revision, fingerprint: fingerprint)
  }
}

/// What was written since a position.
package enum LogUpdate: Sendable {
  case nothing
  /// All rows in the order in which they were written, and where they lead to.
  case rows([LogState.Row], LogPosition)
  /// Open the log again: it is another one by now, or too much has happened.
  case reopen

  /// Whether it goes on from where it was asked for.
  package var goesOn: Bool { if case .reopen = self { false } else { true } }
}

/// What a turn begins with.
package struct StoreTransaction: Sendable {
  package let update: LogUpdate
  /// Of those keys that were asked for and are known.
  package let records: [String: IdempotencyRecord]
  /// The keys that were asked for.
  package let keys: [String]

  package init(update: LogUpdate, records: [String: IdempotencyRecord], keys: [String] = []) {
    self.update = update
    self.records = records
    self.keys = keys
  }
}

/// What a turn leads to: kept together, or not at all.
package struct LogCommit: Sendable {
  package var rows: [LogState.Row]
  package var records: [IdempotencyRecord]
  /// Keys that nobody has asked for, and that are taken for new. Where one of them is not, nothing is kept, and it is
  /// decided again with the records of all of them.
  package var newKeys: [String] = []
  /// Where the log begins; nil leaves that as it is.
  package var floor: LogFloor?
  /// The epoch under which the log goes on; nil leaves that as it is.
  package var epoch: Epoch?

  package init(
    rows: [LogState.Row] = [], records: [IdempotencyRecord] = [], floor: LogFloor? = nil, epoch: Epoch? = nil
  ) {
    self.rows = rows
    self.records = records
    self.floor = floor
    self.epoch = epoch
  }

  package var isEmpty: Bool { rows.isEmpty && records.isEmpty }

  /// What its documents and images take.
  package var documentBytes: Int {
    rows.reduce(0) { sum, row in
      switch row {
      case .upload(let upload): sum + upload.bytes.count
      case .image(let image): sum + image.content.count
      case .document(let document): sum + (document.source?.bytes.count ?? 0)
      default: sum
      }
    }
  }
}

/// The oldest revision that a cursor may have, with the fingerprint that the chain goes on from.
package struct LogFloor: Sendable, Hashable {
  package let revision: UInt64
  package let fingerprint: Fingerprint

  package init(revision: UInt64, fingerprint: Fingerprint) {
    self.revision = revision
    self.fingerprint = fingerprint
  }
}
