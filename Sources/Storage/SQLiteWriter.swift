internal import Bindings
internal import Changes

/// Writes commits into a log's file, each followed by an update of the witness.
struct SQLiteWriter {
  private var log: SQLiteLog
  private(set) var position: LogPosition
  private var floor: LogFloor
  private let schemaVersion: Int
  /// The limit for earlier documents, in bytes.
  private let documentRoom: Int
  private var failure: StoreError?
  /// Indicates whether a large commit is to be moved from the write-ahead log into the log's file, and whether that is
  /// being done.
  private var (hasBacklog, isMoving) = (false, false)
  /// The revision at the last renaming of the witness's mark.
  private var markedAt: UInt64

  private var connection: SQLiteConnection { log.connection }

  /// The size from which a commit does not checkpoint itself, in bytes: copying and syncing megabytes again takes as long
  /// as committing them.
  private static let largeCommit = 1 << 20

  init(_ log: SQLiteLog, schema: LogSchema, documentRoom: Int) {
    self.log = log
    (position, floor, markedAt) = (log.head.position, log.head.floor, log.head.position.head)
    schemaVersion = schema.version
    self.documentRoom = documentRoom
  }

  func open(tail: Int) throws(StoreError) -> (head: SQLiteHead, state: LogState, tail: [Change]) {
    try connection.open(tail: tail)
  }

  func update(since position: LogPosition) -> LogUpdate { position == self.position ? .nothing : .reopen }

  func begin(from position: LogPosition, keys: [String]) throws(StoreError) -> StoreTransaction {
    if let failure { throw failure }
    var records: [String: IdempotencyRecord] = [:]
    for key in keys { records[key] = try connection.record(for: key) }
    return StoreTransaction(update: update(since: position), records: records)
  }

  /// Stores all of a commit, or nothing.
  mutating func write(_ commit: LogCommit) throws(StoreError) {
    guard !commit.isEmpty else { return }
    let next = position.advanced(by: commit)
    let statements = statements(commit, next)
    let room = commit.documents.isEmpty ? nil : documentRoom
    let isLarge = commit.documentBytes >= Self.largeCommit
    if isLarge { connection.movesAtCommit(false) }
    defer { if isLarge { connection.movesAtCommit(true) } }
    try transaction { connection throws(SQLiteFailure) in
      for statement in statements { try connection.run(statement) }
      if let room { try connection.makeRoom(room) }
    }
    position = next
    floor = commit.floor ?? floor
    hasBacklog = hasBacklog || isLarge
    settle()
  }

  private func statements(_ commit: LogCommit, _ next: LogPosition) -> [SQLStatement] {
    var statements = commit.documents.map { SQLStatement(Self.countReplaced, .text($0.theme)) }
    statements += commit.edits.map(\.statement) + commit.headStatements
    if let epoch = commit.epoch { statements.append(SQLStatement(LogQueries.setEpoch, .text("\(epoch)"))) }
    if next.head > position.head {
      statements.append(SQLStatement(LogQueries.setHead, .number(next.head), .word(next.fingerprint)))
    }
    return statements
  }

  private static let countReplaced = DocumentStatements.countReplaced(themes: "= $1")

  /// Returns whether another connection should checkpoint now. The witness then says that the file may change until
  /// `endMoving`.
  mutating func beginMoving() -> Bool {
    guard hasBacklog, !isMoving, failure == nil, isInPlace else { return false }
    (hasBacklog, isMoving) = (false, true)
    log.witness.beginChange()
    return true
  }

  mutating func endMoving() {
    isMoving = false
    // The pages of a large commit, up to 2 MB, that no later one needs.
    try? connection.execute("PRAGMA shrink_memory")
    settle()
  }

  mutating func prune(keeping retention: Retention, now: Timestamp, limit: Int) throws(StoreError) -> UInt64 {
    let floor = floor.revision
    let oldest = now.advanced(bySeconds: -retention.seconds)
    let end = min(position.head - min(position.head, retention.changes), floor + UInt64(limit))
    var entries: [WrittenChange] = []
    if end > floor {
      let span = SQLStatement(LogQueries.changesBetween, .number(floor), .number(end))
      entries = try connection.read([span])[0].writtenChanges()
    }
    let old = entries.prefix { $0.change.at < oldest }
    var statements = LogQueries.forgetReceipts(at: now)
    for change in old.map(\.change) {
      statements += change.channels.map {
        SQLStatement(Self.forgetTouched, .text($0), .number(change.revision))
      }
    }
    let next = old.last?.floor ?? self.floor
    if next != self.floor { statements += LogQueries.forget(upTo: next) }
    try transaction { connection throws(SQLiteFailure) in
      for statement in statements { try connection.run(statement) }
    }
    self.floor = next
    settle()
    if markedAt != position.head {
      markedAt = position.head
      log.witness.renameMark()
    }
    return next.revision
  }

  private static let forgetTouched = SQLQuery(
    "DELETE FROM livery.touched WHERE channel = $1 AND revision = $2")

  /// Rewrites a number in the file's header: SQLite would skip a row that stays the same.
  mutating func tryWriting() throws(StoreError) { try write("PRAGMA user_version = \(schemaVersion)") }

  /// Marks a log that continues elsewhere.
  mutating func seal() throws(StoreError) {
    try write("PRAGMA application_id = \(LogSchema.movedApplication)")
  }

  private mutating func write(_ sql: String) throws(StoreError) {
    try transaction { connection throws(SQLiteFailure) in try connection.execute(sql) }
    settle()
  }

  /// Checkpoints everything into one file, so that the next start recognizes the log.
  mutating func close() {
    guard failure == nil, isInPlace else { return }
    log.witness.beginChange()
    // After a failure the witness says that a commit was under way.
    guard (try? connection.checkpoint("TRUNCATE")) == true else { return }
    settle()
    log.witness.renameMark()
  }

  /// Records that a change of the files ended, unless an earlier commit is still being moved.
  private func settle() { log.witness.endChange(at: position, mayChange: isMoving) }

  /// Indicates whether the log and its witness are still where they were opened.
  private var isInPlace: Bool { log.witness.isInPlace && FileIdentity(of: log.path) == log.identity }

  /// Runs `body` in a transaction; if the disk is full, again after a checkpoint. The caller settles it.
  private mutating func transaction(
    _ body: (SQLiteConnection) throws(SQLiteFailure) -> Void
  ) throws(StoreError) {
    if let failure { throw failure }
    guard log.witness.isInPlace else { throw fail(.vanished(log.path)) }
    log.witness.beginChange()
    do throws(StoreError) {
      do throws(StoreError) { try attempt(body) } catch {
        guard case .full = error, failure == nil, try makeRoom() else { throw error }
        try attempt(body)
      }
    } catch {
      throw error.mayPass ? error : fail(error)
    }
    // Writes into a file that was removed or moved end with the process, so they are not acknowledged.
    guard FileIdentity(of: log.path) == log.identity else { throw fail(.vanished(log.path)) }
  }

  private mutating func attempt(_ body: (SQLiteConnection) throws(SQLiteFailure) -> Void) throws(StoreError) {
    let connection = connection
    do throws(StoreError) {
      try stored { () throws(SQLiteFailure) in
        try connection.run(.begin)
        try body(connection)
        try connection.run(.commit)
      }
    } catch {
      rollBack()
      throw error
    }
  }

  /// Checkpoints, so that the next commit overwrites the write-ahead log, whose room is still reserved. Returns false if
  /// not all could be moved.
  private func makeRoom() throws(StoreError) -> Bool {
    let connection = connection
    return try stored { () throws(SQLiteFailure) in try connection.checkpoint("PASSIVE") }
  }

  /// Makes all further writes fail.
  private mutating func fail(_ error: StoreError) -> StoreError {
    failure = error
    return error
  }

  /// SQLite has often rolled back by itself when something failed.
  private mutating func rollBack() {
    guard connection.isInTransaction else { return }
    do { try connection.execute("ROLLBACK") } catch { failure = StoreError(error) }
  }
}

extension StoreError {
  fileprivate static func vanished(_ path: String) -> StoreError {
    .unusable("\(path) or its witness file was removed or replaced while the server runs; restart the server")
  }
}

extension SQLiteQuery {
  fileprivate static let begin = SQLiteQuery("BEGIN IMMEDIATE")
  fileprivate static let commit = SQLiteQuery("COMMIT")
}

extension SQLiteConnection {
  /// Sets whether a commit checkpoints a large write-ahead log.
  fileprivate func movesAtCommit(_ isOn: Bool) {
    _ = try? pragma("wal_autocheckpoint = \(isOn ? 1000 : 0)")
  }

  /// Deletes the oldest documents if there may be too many.
  fileprivate func makeRoom(_ room: Int) throws(SQLiteFailure) {
    guard let replaced = try number("SELECT replaced FROM log"), replaced > room else { return }
    for statement in DocumentStatements.makeRoom(room) { try run(statement) }
  }
}
