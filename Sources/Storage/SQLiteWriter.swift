internal import Bindings
internal import Changes

/// The one who writes into a log's file: rows together or not at all, then the witness.
struct SQLiteWriter {
  private let connection: SQLiteConnection
  private let witness: WitnessFile
  private let path: String
  private let inode: UInt64
  /// Commits are counted from the opening on: nobody else's are ever among them.
  private(set) var standing: LogStanding
  private var floor: SQLiteConnection.Floor
  private let schemaVersion: Int
  private var failure: StoreError?

  init(_ opening: borrowing LogOpening, schema: LogSchema) {
    connection = opening.connection
    witness = opening.witness
    path = opening.path
    inode = opening.inode
    let ledger = opening.ledger
    standing = LogStanding(
      epoch: ledger.epoch, version: 0, head: ledger.head, fingerprint: ledger.fingerprint)
    floor = opening.floor
    schemaVersion = schema.version
  }

  /// Everything that a start needs, checked.
  func snapshot(tail: Int) throws(StoreError) -> (ledger: Ledger, tail: [Change]) {
    let (ledger, floor) = try connection.ledger()
    let first = max(floor.revision, ledger.head - min(ledger.head, UInt64(tail)))
    let changes = try connection.chain(after: first, limit: tail, floor: floor)
    guard (changes.last?.revision ?? first) == ledger.head else {
      throw .corrupt("the log does not reach its head, \(ledger.head)")
    }
    return (ledger, changes)
  }

  func news(since standing: LogStanding) -> LogNews { standing == self.standing ? .nothing : .reopen }

  /// What a turn begins with.
  func begin(from standing: LogStanding, keys: [String]) throws(StoreError) -> StoreTurn {
    if let failure { throw failure }
    var records: [String: IdempotencyRecord] = [:]
    for key in keys { records[key] = try connection.record(for: key) }
    return StoreTurn(news: news(since: standing), records: records)
  }

  /// Keeps all of a commit, or nothing.
  mutating func write(_ commit: LogCommit) throws(StoreError) {
    guard !commit.isEmpty else { return }
    let (connection, next) = (connection, standing.advanced(by: commit))
    let hasChanges = next.head > standing.head
    try transaction { () throws(SQLiteFailure) in
      for row in commit.rows { try connection.write(row) }
      for record in commit.records { try connection.keep(record) }
      guard hasChanges else { return }
      try connection.run(
        "UPDATE log SET head = ?, fingerprint = ? WHERE id = 1",
        [.number(next.head), .word(next.fingerprint)])
    }
    standing = next
    if hasChanges { writeWitness() }
  }

  mutating func prune(
    keeping retention: Retention, now: Timestamp, limit: Int
  ) throws(StoreError) -> UInt64 {
    let oldest = now.advanced(bySeconds: -retention.seconds)
    let spare = standing.head - min(standing.head, retention.changes)
    let end = min(spare, floor.revision + UInt64(limit))
    guard end > floor.revision else { return floor.revision }
    let connection = connection
    let entries = try connection.changes(
      where: "WHERE revision > ? AND revision <= ? ORDER BY revision",
      [.number(floor.revision), .number(end)])
    guard let forgotten = entries.prefix(while: { $0.change.at < oldest }).last else { return floor.revision }
    let last = forgotten.change.revision
    try transaction { () throws(SQLiteFailure) in
      for change in entries.map(\.change) where change.revision <= last {
        try connection.forget(touchedBy: change)
      }
      try connection.run("DELETE FROM changes WHERE revision <= ?", [.number(last)])
      try connection.run(
        "UPDATE log SET floor = ?, floor_fingerprint = ? WHERE id = 1",
        [.number(last), .word(forgotten.fingerprint)])
    }
    self.floor = SQLiteConnection.Floor(revision: last, fingerprint: forgotten.fingerprint)
    return last
  }

  /// SQLite skips a row that stays as it is, but not this number of the file's header.
  mutating func tryWriting() throws(StoreError) {
    let (connection, version) = (connection, schemaVersion)
    try transaction { () throws(SQLiteFailure) in
      try connection.execute("PRAGMA user_version = \(version)")
    }
  }

  /// Runs `body` in a transaction.
  private mutating func transaction(_ body: () throws(SQLiteFailure) -> Void) throws(StoreError) {
    if let failure { throw failure }
    do {
      try stored { () throws(SQLiteFailure) in
        try connection.execute("BEGIN IMMEDIATE")
        try body()
        try connection.execute("COMMIT")
      }
    } catch {
      rollBack()
      if !error.mayPass { failure = error }
      throw error
    }
    try requirePresence()
  }

  /// What was written into files that have been removed, or moved away, is gone with the process: nothing that lies
  /// there is acknowledged.
  private mutating func requirePresence() throws(StoreError) {
    let isPresent = WitnessFile.identity(of: path)?.inode == inode && witness.isAt("\(path).witness")
    guard !isPresent else { return }
    let error = StoreError.unusable(
      "\(path) or its witness file was removed or replaced while the server runs; restart the server")
    failure = error
    throw error
  }

  /// SQLite has often rolled back by itself when something failed.
  private mutating func rollBack() {
    guard connection.isInTransaction else { return }
    do { try connection.execute("ROLLBACK") } catch { failure = StoreError(error) }
  }

  /// The commit is through, whatever happens here; but without a witness nothing more is written.
  private mutating func writeWitness() {
    let seen = Witness(
      epoch: standing.epoch, revision: standing.head, fingerprint: standing.fingerprint, inode: inode)
    do { try witness.write(seen.bytes) } catch {
      failure = .failed("the witness file can't be written: \(error)")
    }
  }
}
