internal import Bindings
internal import Changes

/// Writes into a log's file: rows together or not at all, then the witness.
struct SQLiteWriter {
  private var log: SQLiteLog
  private(set) var position: LogPosition
  private var floor: LogFloor
  private let schemaVersion: Int
  /// The limit for earlier documents, in bytes.
  private let documentRoom: Int
  private var failure: StoreError?
  /// Whether a large commit left in the write-ahead log what is to be moved into the log's file afterwards, and whether
  /// that is being done.
  private var (hasBacklog, isMoving) = (false, false)
  /// The revision at which the witness's mark was renamed last.
  private var markedAt: UInt64

  private var connection: SQLiteConnection { log.connection }

  /// A commit of so many bytes moves nothing itself: copying and syncing megabytes once more takes as long as committing
  /// them.
  private static let largeCommit = 1 << 20

  init(_ log: SQLiteLog, schema: LogSchema, documentRoom: Int) {
    self.log = log
    (position, floor, markedAt) = (log.head.position, log.head.floor, log.head.position.head)
    schemaVersion = schema.version
    self.documentRoom = documentRoom
  }

  /// The state and the newest changes.
  func open(tail: Int) throws(StoreError) -> (head: SQLiteHead, state: LogState, tail: [Change]) {
    try connection.open(tail: tail)
  }

  func update(since position: LogPosition) -> LogUpdate { position == self.position ? .nothing : .reopen }

  /// What a transaction begins with.
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

  /// Indicates whether another connection should move what is committed into the log's file now. The witness says that the
  /// file may change until that has ended.
  mutating func beginMoving() -> Bool {
    guard hasBacklog, !isMoving, failure == nil, isInPlace else { return false }
    (hasBacklog, isMoving) = (false, true)
    log.witness.beginChange()
    return true
  }

  mutating func endMoving() {
    isMoving = false
    settle()
  }

  mutating func prune(
    keeping retention: Retention, now: Timestamp, limit: Int
  ) throws(StoreError) -> UInt64 {
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
    if let last = old.last { statements += LogQueries.forget(upTo: last) }
    try transaction { connection throws(SQLiteFailure) in
      for statement in statements { try connection.run(statement) }
    }
    if let last = old.last {
      self.floor = LogFloor(revision: last.change.revision, fingerprint: last.fingerprint)
    }
    settle()
    if markedAt != position.head {
      markedAt = position.head
      log.witness.renameMark()
    }
    return self.floor.revision
  }

  private static let forgetTouched = SQLQuery(
    "DELETE FROM livery.touched WHERE channel = $1 AND revision = $2")

  /// SQLite skips a row that stays as it is, but not this number in the file's header.
  mutating func tryWriting() throws(StoreError) { try write("PRAGMA user_version = \(schemaVersion)") }

  /// Marks a log that continues elsewhere.
  mutating func seal() throws(StoreError) {
    try write("PRAGMA application_id = \(LogSchema.movedApplication)")
  }

  private mutating func write(_ sql: String) throws(StoreError) {
    try transaction { connection throws(SQLiteFailure) in try connection.execute(sql) }
    settle()
  }

  /// Leaves the log such that the next start knows it again: all of it in one file.
  mutating func close() {
    guard failure == nil, isInPlace else { return }
    log.witness.beginChange()
    // Nobody is left to tell of a failure. The witness says then that a commit was under way.
    guard (try? connection.checkpoint("TRUNCATE")) == true else { return }
    settle()
    log.witness.renameMark()
  }

  /// Notes that a change of the files ended, unless an earlier commit is still being moved.
  private func settle() { log.witness.endChange(at: position, mayChange: isMoving) }

  /// Indicates whether the log and its witness are still where they were opened.
  private var isInPlace: Bool { log.witness.isInPlace && FileIdentity(of: log.path) == log.identity }

  /// Runs `body` in a transaction; if the disk is full, once more after room was made. The caller settles it.
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
    // What was written into a file that was removed, or moved away, is gone with the process: nothing in it is
    // acknowledged.
    guard FileIdentity(of: log.path) == log.identity else { throw fail(.vanished(log.path)) }
  }

  private mutating func attempt(
    _ body: (SQLiteConnection) throws(SQLiteFailure) -> Void
  ) throws(StoreError) {
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

  /// Moves what is committed into the log's own file, so that the next commit overwrites the write-ahead log from its
  /// beginning: nobody else can have taken that room. Returns false if not all could be moved.
  private func makeRoom() throws(StoreError) -> Bool {
    let connection = connection
    return try stored { () throws(SQLiteFailure) in try connection.checkpoint("PASSIVE") }
  }

  /// Nothing more is written.
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
    .unusable(
      "\(path) or its witness file was removed or replaced while the server runs; restart the server")
  }
}

extension SQLiteQuery {
  fileprivate static let begin = SQLiteQuery("BEGIN IMMEDIATE")
  fileprivate static let commit = SQLiteQuery("COMMIT")
}

extension SQLiteConnection {
  /// Says whether a commit that finds much in the write-ahead log moves it into the log's file.
  fileprivate func movesAtCommit(_ isOn: Bool) {
    _ = try? pragma("wal_autocheckpoint = \(isOn ? 1000 : 0)")
  }

  /// Deletes the oldest documents if there may be too many.
  fileprivate func makeRoom(_ room: Int) throws(SQLiteFailure) {
    guard let replaced = try number("SELECT replaced FROM log"), replaced > room else { return }
    for statement in DocumentStatements.makeRoom(room) { try run(statement) }
  }
}
