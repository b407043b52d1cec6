internal import Bindings
internal import Changes

/// The one who writes into a log's file: rows together or not at all, then the witness.
struct SQLiteWriter {
  private let connection: SQLiteConnection
  private let files: LogFiles
  private var notes: WitnessNotes
  private let identity: FileIdentity
  /// The word of this start.
  private let start: UInt64
  /// The word that the log has: until there was room to name this start, that of the one before.
  private var named: UInt64
  /// Commits are counted from the opening on: nobody else's are ever among them.
  private(set) var position: LogPosition
  private var floor: LogFloor
  private let schemaVersion: Int
  /// What earlier documents may take, in bytes.
  private let documentRoom: Int
  /// How much of that is left at least; nil where nobody has looked.
  private var documentRoomLeft: Int?
  /// The same of the room for answers that are kept with keys.
  private var recordRoomLeft: Int?
  private var failure: StoreError?
  /// Whether a large commit has left in the write-ahead log what is to be moved into the log's file after its turn, and
  /// whether that is being done.
  private var (hasBacklog, isMoving) = (false, false)

  /// From how many bytes on a commit moves nothing itself: to copy megabytes once more, and sync them, takes as long as
  /// to commit them.
  private static let largeCommit = 1 << 20

  init(_ opening: borrowing LogOpening, schema: LogSchema, documentRoom: Int) {
    connection = opening.connection
    files = opening.files
    notes = opening.notes
    identity = opening.identity
    (start, named) = (opening.start, opening.named)
    let state = opening.state
    position = LogPosition(
      epoch: state.epoch, version: 0, head: state.head, fingerprint: state.fingerprint)
    floor = opening.floor
    schemaVersion = schema.version
    self.documentRoom = documentRoom
  }

  /// Everything that a start needs, checked.
  func snapshot(tail: Int) throws(StoreError) -> (state: LogState, tail: [Change]) {
    let (state, floor) = try connection.state()
    let first = max(floor.revision, state.head - min(state.head, UInt64(tail)))
    let changes = try connection.chain(after: first, limit: tail, floor: floor)
    guard (changes.last?.revision ?? first) == state.head else {
      throw .corrupt("the log does not reach its head, \(state.head)")
    }
    return (state, changes)
  }

  func update(since position: LogPosition) -> LogUpdate { position == self.position ? .nothing : .reopen }

  /// What a turn begins with.
  mutating func begin(from position: LogPosition, keys: [String]) throws(StoreError) -> StoreTransaction {
    if let failure { throw failure }
    if named != start { try nameStart() }
    var records: [String: IdempotencyRecord] = [:]
    for key in keys { records[key] = try connection.record(for: key) }
    return StoreTransaction(update: update(since: position), records: records, keys: keys)
  }

  func knows(anyOf keys: [String]) throws(StoreError) -> Bool {
    for key in keys where try connection.record(for: key) != nil { return true }
    return false
  }

  /// Keeps all of a commit, or nothing.
  mutating func write(_ commit: LogCommit) throws(StoreError) {
    guard !commit.isEmpty else { return }
    let (connection, next) = (connection, position.advanced(by: commit))
    let hasChanges = next.head > position.head
    let (documents, room) = (commit.rows.compactMap(\.document), documentRoom)
    let known = (documents: documentRoomLeft, records: recordRoomLeft)
    var (left, recordsLeft) = known
    let isLarge = commit.documentBytes >= Self.largeCommit
    if isLarge { connection.moveWhatIsCommitted(false) }
    defer { if isLarge { connection.moveWhatIsCommitted(true) } }
    try transaction { () throws(SQLiteFailure) in
      for row in commit.rows { try connection.write(row) }
      recordsLeft = try connection.keep(commit.records, left: known.records)
      if let floor = commit.floor { try connection.begin(at: floor) }
      left = try connection.keep(documents, room: room, left: known.documents)
      if commit.epoch != nil { try connection.run("UPDATE log SET epoch = ?", [.text("\(next.epoch)")]) }
      if hasChanges { try connection.end(at: next.head, next.fingerprint) }
    }
    position = next
    floor = commit.floor ?? floor
    (documentRoomLeft, recordRoomLeft) = (left, recordsLeft)
    hasBacklog = hasBacklog || isLarge
    settle()
  }

  /// Whether there is something to be moved into the log's file now, by another connection. The witness says that the
  /// file may change until that has ended.
  mutating func beginMoving() -> Bool {
    guard hasBacklog, !isMoving, failure == nil, notes.areAt(files.witness),
      FileIdentity(of: files.log) == identity
    else { return false }
    (hasBacklog, isMoving) = (false, true)
    note(.changing)
    return true
  }

  mutating func endMoving() {
    isMoving = false
    if failure == nil { settle() }
  }

  mutating func prune(
    keeping retention: Retention, now: Timestamp, limit: Int
  ) throws(StoreError) -> UInt64 {
    let oldest = now.advanced(bySeconds: -retention.seconds)
    let spare = position.head - min(position.head, retention.changes)
    let end = min(spare, floor.revision + UInt64(limit))
    guard end > floor.revision else { return floor.revision }
    let connection = connection
    let entries = try connection.changes(
      where: "WHERE revision > ? AND revision <= ? ORDER BY revision",
      [.number(floor.revision), .number(end)])
    guard let forgotten = entries.prefix(while: { $0.change.at < oldest }).last else { return floor.revision }
    let last = forgotten.change.revision
    let floor = LogFloor(revision: last, fingerprint: forgotten.fingerprint)
    try transaction { () throws(SQLiteFailure) in
      for change in entries.map(\.change) where change.revision <= last {
        try connection.forget(touchedBy: change)
      }
      try connection.run("DELETE FROM changes WHERE revision <= ?", [.number(last)])
      try connection.forgetDocuments(below: last)
      try connection.begin(at: floor)
    }
    self.floor = floor
    settle()
    return last
  }

  /// SQLite skips a row that stays as it is, but not this number of the file's header.
  mutating func tryWriting() throws(StoreError) {
    let (connection, version) = (connection, schemaVersion)
    try transaction { () throws(SQLiteFailure) in
      try connection.execute("PRAGMA user_version = \(version)")
    }
    settle()
  }

  /// Marks a log that goes on elsewhere.
  mutating func seal() throws(StoreError) {
    let connection = connection
    try transaction { () throws(SQLiteFailure) in
      try connection.execute("PRAGMA application_id = \(LogSchema.movedApplication)")
    }
    settle()
  }

  /// Lets go of the log such that the next start knows it again: all of it in one file, which nobody has touched since.
  mutating func close() {
    guard failure == nil, notes.areAt(files.witness) else { return }
    note(.changing)
    do {
      let connection = connection
      let wasBusy = try stored { () throws(SQLiteFailure) in
        try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)") { $0[0].number != 0 }
      }
      guard wasBusy == [false], FileIdentity(of: files.log) == identity,
        let stamp = FileStamp(of: files.log)
      else { return }
      note(.closed(stamp.changedAt))
      try notes.sync()
    } catch {
      // Nobody is left to tell. The witness says that the log was in the midst of a commit, which it may have been.
    }
  }

  /// Has the log name this start: a turn that finds no room for that is over before anything is decided in it.
  private mutating func nameStart() throws(StoreError) {
    try transaction { () throws(SQLiteFailure) in }
    settle()
  }

  /// Runs `body` in a transaction; where the disk is full, once more after room was made.
  private mutating func transaction(_ body: () throws(SQLiteFailure) -> Void) throws(StoreError) {
    if let failure { throw failure }
    guard notes.areAt(files.witness) else { throw fail(.vanished(files.log)) }
    note(.changing)
    do throws(StoreError) {
      do throws(StoreError) { try attempt(body) } catch {
        guard case .full = error, failure == nil, try makeRoom() else { throw error }
        try attempt(body)
      }
    } catch { throw error.mayPass ? error : fail(error) }
    // What was written into a file that has been removed, or moved away, is gone with the process: nothing that lies
    // there is acknowledged.
    guard FileIdentity(of: files.log) == identity else { throw fail(.vanished(files.log)) }
  }

  private mutating func attempt(_ body: () throws(SQLiteFailure) -> Void) throws(StoreError) {
    let (connection, start, epoch, isNamed) = (connection, start, position.epoch, named == start)
    do throws(StoreError) {
      try stored { () throws(SQLiteFailure) in
        if !isNamed { try connection.begin(start, under: epoch) }
        try connection.run(.begin)
        try body()
        try connection.run(.commit)
      }
    } catch {
      rollBack()
      throw error
    }
    named = start
  }

  /// Moves what is committed into the log's own file, so that the next commit writes over the file ahead of it from its
  /// beginning: that is room that nobody else can have taken. False where it could not all be moved.
  private func makeRoom() throws(StoreError) -> Bool {
    let connection = connection
    let moved = try stored { () throws(SQLiteFailure) in
      try connection.rows("PRAGMA wal_checkpoint(PASSIVE)") { row in
        row[0].number == 0 && row[1].number == row[2].number
      }
    }
    return moved == [true]
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

  /// The commit is through: from here on nobody writes, unless an earlier one is still being moved.
  private mutating func settle() { note(isMoving ? .changing : .settled(WallClock.nanoseconds)) }

  /// Tells the witness where the log stands and how its file is left.
  private mutating func note(_ condition: WitnessTrace.LogCondition) {
    notes.write(
      Witness(
        epoch: position.epoch, revision: position.head, fingerprint: position.fingerprint,
        inode: identity.inode,
        trace: WitnessTrace(start: start, former: named, log: condition)))
  }
}

extension StoreError {
  fileprivate static func vanished(_ path: String) -> StoreError {
    .unusable(
      "\(path) or its witness file was removed or replaced while the server runs; restart the server")
  }
}

extension LogState.Row {
  fileprivate var document: DocumentVersion? {
    if case .document(let document) = self { document } else { nil }
  }
}

extension SQLiteConnection {
  /// Whether a commit that finds much in the write-ahead log moves it into the log's file before it is over.
  fileprivate func moveWhatIsCommitted(_ isOn: Bool) {
    _ = try? rows("PRAGMA wal_autocheckpoint = \(isOn ? 1000 : 0)") { $0[0].number }
  }

  /// Keeps documents, and makes room where they need it; what of the room is left then.
  fileprivate func keep(_ documents: [DocumentVersion], room: Int, left: Int?) throws(SQLiteFailure) -> Int? {
    guard !documents.isEmpty else { return left }
    var spare: Int
    if let left { spare = left } else { spare = room - (try earlierDocumentBytes()) }
    for document in documents { spare -= try keep(document) }
    guard spare < 0 else { return spare }
    try makeRoomForDocuments(room)
    return room - (try earlierDocumentBytes())
  }
}
