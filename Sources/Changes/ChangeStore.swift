internal import Documents
internal import Themes

/// The place where the log is stored: rows and transactions.
///
/// A store decides nothing. A transaction passes the rows of other servers to the publisher and stores the rows that the
/// publisher decided; they are durable when it returns. Every store passes `ChangeStoreContract`. A store may be called
/// from any thread and runs one transaction at a time; reading does not wait for it. No worker calls it.
package protocol ChangeStore: Sendable {
  /// Reads everything that a start needs: the state and the newest changes, at most so many.
  /// - Parameter position: the position that the caller knows; nil at a start.
  func open(knowing position: LogPosition?, tail: Int) throws(StoreError) -> OpenedLog

  /// Runs a transaction, one at a time among all servers that share the log. It calls `decide` with the rows that were
  /// written since the position, and stores the commit that it returns, all or nothing. It writes nothing if the commit
  /// is empty. It calls `decide` again if the transaction was rolled back.
  /// - Parameters:
  ///   - keys: the idempotency keys whose records `decide` needs.
  ///   - waited: the time for which the request has waited that came first.
  /// - Returns: the position of the log afterwards.
  func transaction(
    from position: LogPosition, keys: [String], waited: Duration, decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition

  /// Waits until no other thread of this server writes, and keeps others from it until `endTurn`. A store that may not
  /// answer for long ends the wait in time; any other leaves it to the publisher's lock.
  /// - Parameter waited: the time for which the request has waited; nil if there is no limit.
  /// - Returns: false if the request can't be done in its time.
  func beginTurn(waited: Duration?) -> Bool

  /// Ends the turn of a thread for which `beginTurn` returned true.
  func endTurn()

  /// Reads the rows that were written since a position, in one consistent reading.
  func update(since position: LogPosition) throws(StoreError) -> LogUpdate

  /// Returns whether a notification came since the last call that the position does not cover. It reads nothing.
  func mayHaveUpdate(since position: LogPosition) -> Bool

  /// Registers a closure that is called when another server may have written. It is called from any thread and should
  /// return immediately.
  func onUpdate(_ notify: @escaping @Sendable () -> Void)

  /// Indicates whether other servers may write into the same log.
  var isShared: Bool { get }

  /// The state of the database server that holds the log, if there is one.
  var report: StoreReport? { get }

  /// Stores a copy of the served state, so that a start can continue from it while the database is away.
  func keepCopy(of opened: OpenedLog)

  /// Stores the clients of this server for the servers that share the log, and returns those of the other servers that
  /// live. Called by one thread, at most once a second.
  func exchange(_ clients: ServerClients) throws(StoreError) -> [ServerClients]

  /// Announces the files that this server serves from now on, by their fingerprint, and finds out whether another
  /// server has newer ones.
  func serve(files: Fingerprint) throws(StoreError)

  /// Returns whether these files were announced and no server that shares the log has newer ones; false while that is
  /// not known. If the log is not shared, files have no fingerprint and are the newest.
  func hasNewest(_ files: Fingerprint?) -> Bool

  /// The time by the clock of the database server, if there is one: all servers that share the log go by it. It may be
  /// earlier than the newest change, if the clock was ahead then.
  var time: Timestamp? { get }

  /// Reads the changes after a revision, in order, at most so many; nil if the log no longer reaches back so far.
  func read(after revision: UInt64, limit: Int) throws(StoreError) -> [Change]?

  /// Reads the changes that concern a channel, or all for `Snapshot.everyChannel`, newest first, below a revision.
  func history(of channel: String, before revision: UInt64, limit: Int) throws(StoreError) -> [Change]

  /// Reads the version of a theme's document at a revision; nil if it is not stored.
  func document(of theme: String, at revision: UInt64) throws(StoreError) -> DocumentVersion?

  /// Finishes the work that a large commit left, beside other writers. Called after a transaction that may have stored
  /// documents.
  func tidyUp()

  /// Rewrites something that is stored, durably. Throws as a transaction would if nothing can be written.
  func tryWriting() throws(StoreError)

  /// Forgets the oldest changes that need not be kept, at most so many. Returns the new floor: the oldest revision
  /// that a cursor may have.
  func prune(keeping retention: Retention, now: Timestamp, limit: Int) throws(StoreError) -> UInt64
}

extension ChangeStore {
  package var time: Timestamp? { nil }
  package var isShared: Bool { false }
  package func beginTurn(waited: Duration?) -> Bool { true }
  package func endTurn() {}
  package func mayHaveUpdate(since position: LogPosition) -> Bool { true }
  package var report: StoreReport? { nil }
  package func keepCopy(of opened: OpenedLog) {}
  package func exchange(_ clients: ServerClients) throws(StoreError) -> [ServerClients] { [] }
  package func tidyUp() {}
  package func serve(files: Fingerprint) throws(StoreError) {}
  package func hasNewest(_ files: Fingerprint?) -> Bool { true }
}

/// The part of the log that is kept: a number of changes, or a number of seconds, whichever is more.
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
    (self.state, self.tail, self.position, self.origin) = (state, tail, position, origin)
  }
}

/// The state of a log when it was opened.
package enum LogOrigin: Sendable, Hashable {
  case created
  case resumed
  /// The log continues under another epoch, so older cursors are invalid.
  case renewed(reason: String)
}

/// A place in a log up to which a reader knows it.
package struct LogPosition: Sendable, Hashable {
  package let epoch: Epoch
  /// The number of commits, also of those without a change. Only versions from the same store can be compared.
  package let version: UInt64
  package let head: UInt64
  /// The fingerprint of the newest change. It differs between two logs of the same length.
  package let fingerprint: Fingerprint

  package init(epoch: Epoch, version: UInt64, head: UInt64, fingerprint: Fingerprint) {
    (self.epoch, self.version, self.head, self.fingerprint) = (epoch, version, head, fingerprint)
  }

  /// Returns the position after one more commit.
  package func advanced(by commit: LogCommit) -> LogPosition {
    let epoch = commit.epoch ?? epoch
    let last = commit.rows.last { if case .change = $0 { true } else { false } }
    guard case .change(let change, let fingerprint)? = last else {
      return LogPosition(epoch: epoch, version: version + 1, head: head, fingerprint: self.fingerprint)
    }
    return LogPosition(epoch: epoch, version: version + 1, head: change.revision, fingerprint: fingerprint)
  }
}

/// The rows that were written since a position.
package enum LogUpdate: Sendable {
  case nothing
  /// The rows in the order of writing, and the position after them.
  case rows([LogState.Row], LogPosition)
  /// The log must be opened again, since it is another one or too much was written.
  case reopen

  /// Indicates whether the update continues from the position.
  package var goesOn: Bool { if case .reopen = self { false } else { true } }
}

/// The input of a transaction.
package struct StoreTransaction: Sendable {
  package let update: LogUpdate
  /// The records of the requested keys, as far as there are any.
  package let records: [String: IdempotencyRecord]

  package init(update: LogUpdate, records: [String: IdempotencyRecord]) {
    self.update = update
    self.records = records
  }
}

/// The result of a transaction: stored together, or not at all.
package struct LogCommit: Sendable {
  package var rows: [LogState.Row]
  package var records: [IdempotencyRecord]
  /// The new beginning of the log; nil leaves it as it is.
  package var floor: LogFloor?
  /// The new epoch of the log; nil leaves it as it is.
  package var epoch: Epoch?

  package init(
    rows: [LogState.Row] = [], records: [IdempotencyRecord] = [], floor: LogFloor? = nil, epoch: Epoch? = nil
  ) {
    (self.rows, self.records, self.floor, self.epoch) = (rows, records, floor, epoch)
  }

  package var isEmpty: Bool { rows.isEmpty && records.isEmpty }

  /// The size of the commit's documents and images, in bytes.
  package var documentBytes: Int {
    rows.reduce(0) { sum, row in
      switch row {
      case .upload(let upload): sum + upload.bytes.count
      case .image(let image): sum + image.content.count
      case .document(let document): sum + (document.source?.bytes.count ?? 0)
      case .draft(let draft): sum + draft.bytes
      default: sum
      }
    }
  }
}

/// The oldest revision that a cursor may have, with the fingerprint from which the chain continues.
package struct LogFloor: Sendable, Hashable {
  package let revision: UInt64
  package let fingerprint: Fingerprint

  package init(revision: UInt64, fingerprint: Fingerprint) {
    self.revision = revision
    self.fingerprint = fingerprint
  }
}
