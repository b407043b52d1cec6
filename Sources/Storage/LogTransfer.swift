internal import Bindings
package import Changes
internal import Documents
internal import Themes

/// Carries a log from one store into another: its history, what holds now, and the answers kept with idempotency keys.
package struct LogTransfer: Sendable {
  /// Where a log is, or is to be.
  package enum LogPlace: Sendable {
    case sqlite(path: String)
    case postgres(PostgresAddress)
  }

  /// What came of it.
  package enum TransferResult: Sendable, Hashable {
    /// So many changes, up to a revision; under a new epoch.
    case copied(changes: Int, head: UInt64)
    /// The same under the epoch that it had, and what it was copied from is sealed.
    case moved(changes: Int, head: UInt64)
    /// What would be copied.
    case planned(changes: Int, head: UInt64)
    /// The target held it already.
    case present(head: UInt64)
  }

  private let source: LogPlace
  private let target: LogPlace
  /// Whether it goes on there alone, so that clients notice nothing.
  private let isMove: Bool

  /// - Parameter isMove: whether the source is sealed and the target goes on under its epoch.
  package init(from source: LogPlace, to target: LogPlace, isMove: Bool = false) {
    (self.source, self.target, self.isMove) = (source, target, isMove)
  }

  /// Copies the log in one transaction; nothing is written where it is only planned. Done again, it finds the log there.
  package func perform(isPlanned: Bool) throws(StoreError) -> TransferResult {
    guard try source.holdsLog() else { throw .unusable("there is no log at \(source)") }
    // One that was sealed by a move that broke off is sealed already.
    let from = try source.open(evenSealed: isMove)
    let contents = try from.contents()
    let head = contents.state.head
    let planned = TransferResult.planned(changes: contents.changes.count, head: head)
    if isPlanned, !(try target.holdsLog()) { return planned }
    let store = try target.open()
    let opened = try store.open(knowing: nil, tail: 0)
    guard opened.isEmpty else {
      // It may have gone on since it was copied.
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
    // What was written up to then comes along.
    let sealed = try from.contents()
    try fill(store, opened, with: sealed)
    return .moved(changes: sealed.changes.count, head: sealed.state.head)
  }

  private func fill(
    _ store: any PortableStore, _ opened: OpenedLog, with contents: LogContents
  ) throws(StoreError) {
    var isTaken = false
    _ = try store.transaction(from: opened.position, keys: []) { transaction in
      // A turn that came to nothing is decided again.
      isTaken = false
      guard case .nothing = transaction.update else { return LogCommit() }
      isTaken = true
      return contents.commit(keepsEpoch: isMove)
    }
    guard isTaken else { throw .unusable("somebody else began to write into \(target)") }
  }
}

extension LogTransfer.LogPlace: CustomStringConvertible {
  package var description: String {
    switch self {
    case .sqlite(let path): "sqlite:\(path)"
    case .postgres: "the database"
    }
  }

  /// Whether there is a log already, as far as can be told without making one.
  fileprivate func holdsLog() throws(StoreError) -> Bool {
    switch self {
    case .sqlite(let path): FileStamp(of: path).map { $0.size > 0 } ?? false
    case .postgres(let address): try PostgresStore.schemaVersion(at: address) > 0
    }
  }

  /// A whole log may be on its way for far longer than any other write.
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
  /// Whether nothing was ever written.
  fileprivate var isEmpty: Bool {
    state.head == 0 && state.activations.isEmpty && state.schedules.isEmpty && state.uploads.isEmpty
  }
}

extension StoreError {
  /// What is said of a log that was moved elsewhere.
  static let moved = StoreError.unusable(
    "it was moved to another store and goes on there; 'livery store renew' has it go on here as well")
}
