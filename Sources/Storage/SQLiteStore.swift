internal import Bindings
package import Changes
internal import Synchronization

/// A log in one SQLite file: what is published survives a killed process and a power cut.
///
/// One connection behind one lock, write-ahead log, a sync at each commit. The ledger in memory follows the file:
/// a batch works on a copy of it, which takes its place once the commit is through. After a failed sync or write
/// nobody knows what the disk holds, so the store refuses every further write until it is opened anew.
package final class SQLiteStore: ChangeStore {
  /// What the file turned out to be when it was opened.
  package enum Opening: Sendable, Hashable {
    case created
    case resumed
    /// It is a copy, or a successor that lost something; old cursors are of no use any more.
    case newEpoch(reason: String)
  }

  fileprivate struct State {
    let connection: SQLiteConnection
    let witness: WitnessFile
    let inode: UInt64
    var ledger: Ledger
    var floor: SQLiteConnection.Floor
    let version: Int
    var failure: StoreError?
  }

  private let state: Mutex<State>
  package let opening: Opening

  package var hint: WaitHint { .alone }

  /// - Parameter fileSystem: the name under which SQLite knows another way to its files.
  package convenience init(path: String, fileSystem: String? = nil) throws(StoreError) {
    try self.init(path: path, fileSystem: fileSystem, schema: .current)
  }

  init(path: String, fileSystem: String? = nil, schema: Schema) throws(StoreError) {
    let opened = try OpenedLog(path: path, fileSystem: fileSystem, schema: schema)
    opening = opened.opening
    state = Mutex(
      State(
        connection: opened.connection, witness: opened.witness, inode: opened.inode, ledger: opened.ledger,
        floor: opened.floor, version: schema.version))
  }

  package func snapshot(tail: Int) throws(StoreError) -> (ledger: Ledger, tail: [Change]) {
    try state.withLock { state throws(StoreError) in
      let (ledger, floor) = try state.connection.ledger()
      let first = max(floor.revision, ledger.head - min(ledger.head, UInt64(tail)))
      let changes = try state.connection.chain(after: first, limit: tail, floor: floor)
      guard (changes.last?.revision ?? first) == ledger.head else {
        throw .corrupt("the log does not reach its head, \(ledger.head)")
      }
      return (ledger, changes)
    }
  }

  package func publish(_ drafts: [Draft]) throws(StoreError) -> [Result<Publication, Refused>] {
    try state.withLock { state throws(StoreError) in try state.publish(drafts) }
  }

  package func read(after revision: UInt64, limit: Int) throws(StoreError) -> [Change] {
    try state.withLock { state throws(StoreError) in
      try state.connection.chain(
        after: max(revision, state.floor.revision), limit: limit, floor: state.floor)
    }
  }

  package func history(
    of channel: String, before revision: UInt64, limit: Int
  ) throws(StoreError) -> [Change] {
    try state.withLock { state throws(StoreError) in
      try state.connection.changes(
        where: "WHERE revision IN (SELECT revision FROM touched WHERE channel = ? AND revision < ? "
          + "ORDER BY revision DESC LIMIT ?) ORDER BY revision DESC",
        [.text(channel), .number(min(revision, UInt64(Int64.max))), .integer(Int64(limit))]
      ).map(\.change)
    }
  }

  package func receipt(for key: String) throws(StoreError) -> IdempotencyRecord? {
    try state.withLock { state throws(StoreError) in try state.connection.receipt(for: key) }
  }

  package func head() throws(StoreError) -> Cursor { state.withLock { $0.ledger.cursor } }

  package func tryWriting() throws(StoreError) {
    try state.withLock { state throws(StoreError) in try state.tryWriting() }
  }

  package func prune(keeping retention: Retention, now: Timestamp, limit: Int) throws(StoreError) -> UInt64 {
    try state.withLock { state throws(StoreError) in
      try state.prune(keeping: retention, now: now, limit: limit)
    }
  }
}

extension SQLiteStore.State {
  fileprivate mutating func publish(_ drafts: [Draft]) throws(StoreError) -> [Result<Publication, Refused>] {
    var next = ledger
    var hasWritten = false
    let connection = connection
    let results = try transaction { () throws(StoreError) in
      var results: [Result<Publication, Refused>] = []
      for draft in drafts {
        let result = try Self.take(draft, into: &next, on: connection, &hasWritten)
        results.append(result)
      }
      if hasWritten { try Self.writeHead(of: next, on: connection) }
      return (results, hasWritten)
    }
    ledger = next
    if hasWritten { try bearWitness() }
    return results
  }

  private static func take(
    _ draft: Draft, into ledger: inout Ledger, on connection: SQLiteConnection, _ hasWritten: inout Bool
  ) throws(StoreError) -> Result<Publication, Refused> {
    if let order = draft.receipt, let kept = try connection.receipt(for: order.key), kept.isGood(at: draft.at)
    {
      return kept.answer(to: order, in: ledger)
    }
    let applied: (Publication, rows: [Ledger.Row])
    do throws(Refused) { applied = try ledger.apply(draft) } catch { return .failure(error) }
    let (publication, rows) = applied
    try stored { () throws(SQLiteFailure) in
      for row in rows { try connection.write(row) }
      if let order = draft.receipt {
        try keep(IdempotencyRecord(order, for: publication, at: draft.at), on: connection)
      }
    }
    if !rows.isEmpty || draft.receipt != nil { hasWritten = true }
    return .success(publication)
  }

  private static func keep(_ receipt: IdempotencyRecord, on connection: SQLiteConnection)
    throws(SQLiteFailure)
  {
    try connection.write(receipt)
    let oldest = receipt.at.advanced(bySeconds: -IdempotencyRecord.life)
    try connection.run("DELETE FROM receipts WHERE at < ?", [.timestamp(oldest)])
    try connection.run(
      "DELETE FROM receipts WHERE at < (SELECT at FROM receipts ORDER BY at DESC LIMIT 1 OFFSET ?)",
      [.integer(Int64(IdempotencyRecord.limit))])
  }

  private static func writeHead(of ledger: Ledger, on connection: SQLiteConnection) throws(StoreError) {
    try stored { () throws(SQLiteFailure) in
      try connection.run(
        "UPDATE log SET head = ?, fingerprint = ? WHERE id = 1",
        [.number(ledger.head), .word(ledger.fingerprint)])
    }
  }

  fileprivate mutating func prune(
    keeping retention: Retention, now: Timestamp, limit: Int
  ) throws(StoreError) -> UInt64 {
    let oldest = now.advanced(bySeconds: -retention.seconds)
    let spare = ledger.head - min(ledger.head, retention.changes)
    let last = min(spare, ledger.floor + UInt64(limit))
    guard last > ledger.floor else { return ledger.floor }
    let connection = connection
    let entries = try connection.changes(
      where: "WHERE revision > ? AND revision <= ? ORDER BY revision", [.number(ledger.floor), .number(last)])
    guard let forgotten = entries.prefix(while: { $0.change.at < oldest }).last else { return ledger.floor }
    let floor = forgotten.change.revision
    try transaction { () throws(StoreError) in
      try stored { () throws(SQLiteFailure) in
        for change in entries.map(\.change) where change.revision <= floor {
          try connection.forget(touchedBy: change)
        }
        try connection.run("DELETE FROM changes WHERE revision <= ?", [.number(floor)])
        try connection.run(
          "UPDATE log SET floor = ?, floor_fingerprint = ? WHERE id = 1",
          [.number(floor), .word(forgotten.fingerprint)])
      }
      return ((), true)
    }
    ledger.forget(below: floor)
    self.floor = SQLiteConnection.Floor(revision: floor, fingerprint: forgotten.fingerprint)
    return floor
  }

  /// SQLite skips a row that stays as it is, but not this number of the file's header.
  fileprivate mutating func tryWriting() throws(StoreError) {
    let (connection, version) = (connection, version)
    try transaction { () throws(StoreError) in
      try stored { () throws(SQLiteFailure) in
        try connection.execute("PRAGMA user_version = \(version)")
      }
      return ((), true)
    }
  }

  /// Runs `body` in a transaction and commits when it says that it has written.
  private mutating func transaction<Value>(
    _ body: () throws(StoreError) -> (Value, hasWritten: Bool)
  ) throws(StoreError) -> Value {
    if let failure { throw failure }
    do {
      try stored { () throws(SQLiteFailure) in try connection.execute("BEGIN IMMEDIATE") }
      let (value, hasWritten) = try body()
      let end = hasWritten ? "COMMIT" : "ROLLBACK"
      try stored { () throws(SQLiteFailure) in try connection.execute(end) }
      return value
    } catch {
      rollBack()
      if !error.mayPass { failure = error }
      throw error
    }
  }

  /// SQLite has often rolled back by itself when something failed.
  private mutating func rollBack() {
    guard connection.isInTransaction else { return }
    do { try connection.execute("ROLLBACK") } catch { failure = StoreError(error) }
  }

  /// The commit is through, whatever happens here; but without a witness nothing more is written.
  private mutating func bearWitness() throws(StoreError) {
    let seen = Witness(
      epoch: ledger.epoch, revision: ledger.head, fingerprint: ledger.fingerprint, inode: inode)
    do { try witness.write(seen.bytes) } catch {
      failure = .failed("the witness file can't be written: \(error)")
    }
  }
}
