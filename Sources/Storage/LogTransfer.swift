internal import Bindings
package import Changes
internal import Documents
internal import Themes

/// Copies a log from one store into another: its history, its state, and the responses stored with idempotency keys.
package struct LogTransfer: Sendable {
  /// The place of a log.
  package enum LogPlace: Sendable {
    case sqlite(path: String)
    case postgres(PostgresAddress)
  }

  /// The result of a transfer, with the number of changes and the newest revision.
  package enum TransferResult: Sendable, Hashable {
    /// The log was copied, and continues under a new epoch.
    case copied(changes: Int, head: UInt64)
    /// The log was copied with its epoch, and the source is sealed.
    case moved(changes: Int, head: UInt64)
    /// The log would be copied.
    case planned(changes: Int, head: UInt64)
    /// The target has the log already.
    case present(head: UInt64)
  }

  private let source: LogPlace
  private let target: LogPlace
  private let isMove: Bool

  /// - Parameter isMove: whether the source is sealed and the target continues under its epoch, so that clients notice
  ///   nothing.
  package init(from source: LogPlace, to target: LogPlace, isMove: Bool = false) {
    (self.source, self.target, self.isMove) = (source, target, isMove)
  }

  /// Copies the log in one transaction. Writes nothing if the transfer is only planned, or if the target has the log
  /// already.
  package func perform(isPlanned: Bool) throws(StoreError) -> TransferResult {
    guard try source.holdsLog() else { throw .unusable("there is no log at \(source)") }
    // An earlier move that was interrupted may have sealed it.
    let from = try source.open(evenSealed: isMove)
    let contents = try from.contents()
    let head = contents.state.head
    let planned = TransferResult.planned(changes: contents.changes.count, head: head)
    if isPlanned, !(try target.holdsLog()) { return planned }
    let store = try target.open()
    let opened = try store.open(knowing: nil, tail: 0)
    guard opened.isEmpty else {
      // The target may have continued since the log was copied.
      guard head > 0, try store.fingerprint(at: head) == contents.state.fingerprint else {
        throw .unusable("\(target) holds another log already; name a place that has none")
      }
      guard !isMove || opened.position.epoch == contents.state.epoch else {
        throw .unusable(
          "\(target) holds a copy of this log, under an epoch of its own; to move the log, name a place that has none"
        )
      }
      return .present(head: head)
    }
    if isPlanned { return planned }
    guard isMove else {
      try fill(store, opened, with: contents)
      return .copied(changes: contents.changes.count, head: head)
    }
    try from.seal()
    // Other writers may have added changes until then.
    let sealed = try from.contents()
    try fill(store, opened, with: sealed)
    return .moved(changes: sealed.changes.count, head: sealed.state.head)
  }

  private func fill(
    _ store: any PortableStore, _ opened: OpenedLog, with contents: LogContents
  ) throws(StoreError) {
    var isTaken = false
    _ = try store.transaction(from: opened.position, keys: [], waited: .zero) { transaction in
      // This runs again if the transaction was rolled back.
      isTaken = if case .nothing = transaction.update { true } else { false }
      return isTaken ? contents.commit(keepsEpoch: isMove) : LogCommit()
    }
    guard isTaken else { throw .unusable("another process began to write into \(target)") }
  }
}

extension LogTransfer.LogPlace: CustomStringConvertible {
  package var description: String {
    switch self {
    case .sqlite(let path): "sqlite:\(path)"
    case .postgres: "the database"
    }
  }

  /// Returns whether there is a log already, without creating one.
  fileprivate func holdsLog() throws(StoreError) -> Bool {
    switch self {
    case .sqlite(let path): FileStamp(of: path).map { $0.size > 0 } ?? false
    case .postgres(let address): try PostgresStore.schemaVersion(at: address) > 0
    }
  }

  /// Opens the store. Its timeout for writes is longer, since the whole log is written at once.
  fileprivate func open(evenSealed: Bool = false) throws(StoreError) -> any PortableStore {
    switch self {
    case .sqlite(let path): return try SQLiteStore(path: path, evenSealed: evenSealed)
    case .postgres(let address):
      var timeouts = Timeouts()
      timeouts.write = .seconds(600)
      return try PostgresStore(address, timeouts: timeouts, evenSealed: evenSealed)
    }
  }
}

extension OpenedLog {
  /// Indicates whether nothing was ever written.
  fileprivate var isEmpty: Bool {
    state.head == 0 && state.activations.isEmpty && state.schedules.isEmpty && state.uploads.isEmpty
      && state.drafts.isEmpty
  }
}

extension StoreError {
  /// The error for a log that was moved to another store.
  static let moved = StoreError.unusable(
    "it was moved to another store and goes on there; 'livery store renew' has it go on here as well")
}
