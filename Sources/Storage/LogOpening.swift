internal import Bindings
internal import Changes

/// A log's file at the moment of opening: checked, brought up to date, and told apart from its copies.
struct LogOpening: ~Copyable {
  let files: LogFiles
  let connection: SQLiteConnection
  let notes: WitnessNotes
  let identity: FileIdentity
  /// Another way to the files, by its name at SQLite; nil for the usual one.
  let fileSystem: String?
  /// The word of this start.
  let start: UInt64
  /// The word that the log has: that of the start before, where a full disk had no room for this one's.
  let named: UInt64
  let state: LogState
  let floor: LogFloor
  let origin: LogOrigin

  /// - Parameter isRenewed: whether the log goes on under a new epoch, whatever the witness says.
  init(
    path: String, fileSystem: String?, schema: LogSchema, isRenewed: Bool = false, evenSealed: Bool = false
  ) throws(StoreError) {
    let files = LogFiles(log: path)
    var notes = try WitnessNotes(of: files)
    let seen = notes.finding
    // Before the log is opened, which may write to it.
    let stamp = FileStamp(of: path)
    let changedAt = stamp.map { files.lastChange($0) } ?? 0
    let isNew = try Self.isNew(files, stamp, seen)
    let (connection, fileSystem) = try Self.connect(path, fileSystem)
    let isSealed = try Self.integer("PRAGMA application_id", connection) == LogSchema.movedApplication
    guard !isSealed || isRenewed || evenSealed else { throw .moved }
    try Self.prepare(connection, schema, isNew: isNew)
    let (first, floor) = try connection.head()
    var reason: String?
    if !isNew, let stamp { reason = try Self.mismatch(first, floor, seen, stamp, changedAt, connection) }
    if isRenewed { reason = "'livery store renew' was run" }
    // No autoclosure here may take in the value that is being made: optimized, that destroys what it has not.
    let start = UInt64.random(in: .min ... .max)
    let former = try connection.startWord() ?? start
    // One that others may take for an older log must not be served under the epoch that it had.
    let isUnderway = !isNew && reason == nil
    Self.note(start, former, after: seen, &notes)
    let isNamed = try connection.begin(
      start, under: reason == nil ? first.epoch : .random(), orLater: isUnderway)
    let named = isNamed ? start : former
    if isSealed, isRenewed {
      try stored { () throws(SQLiteFailure) in
        try connection.execute("PRAGMA application_id = \(LogSchema.application)")
      }
    }
    let state = try reason == nil ? first : connection.head().state
    let found = try Self.identity(of: path)
    let trace = WitnessTrace(start: start, former: named, log: .settled(WallClock.nanoseconds))
    notes.write(Witness(state, inode: found.inode, trace))
    try notes.sync()
    identity = found
    self.files = files
    self.connection = connection
    self.fileSystem = fileSystem
    self.start = start
    self.named = named
    self.notes = notes
    self.state = state
    self.floor = floor
    origin = isNew ? .created : reason.map { .renewed(reason: $0) } ?? .resumed
  }

  /// A log that should be there and is not must not be replaced by an empty one in silence.
  private static func isNew(
    _ files: LogFiles, _ stamp: FileStamp?, _ seen: WitnessNotes.Known
  ) throws(StoreError) -> Bool {
    if let stamp, stamp.size > 0 { return false }
    guard case .witness(let seen) = seen, seen.revision > 0 else { return true }
    throw .corrupt(
      "\(files.log) is \(stamp == nil ? "missing" : "empty"), but \(files.witness) tells of a log at revision "
        + "\(seen.revision): put the log back, or delete \(files.witness) as well to begin a new one")
  }

  /// Connects for writing, by another way where the disk has no room for the usual one.
  private static func connect(
    _ path: String, _ fileSystem: String?
  ) throws(StoreError) -> (SQLiteConnection, fileSystem: String?) {
    if let connection = try readable(path, fileSystem) { return (connection, fileSystem) }
    return (try connect(path, indexInMemory, access: .writing), indexInMemory)
  }

  /// The way to files that needs no room beside them: SQLite keeps the index of what is ahead of the log in its memory,
  /// so that no other program can look into the log meanwhile.
  private static let indexInMemory = "unix-excl"

  /// A connection by which the log has been read; nil where the disk has no room for what that needs.
  private static func readable(
    _ path: String, _ fileSystem: String?
  ) throws(StoreError) -> SQLiteConnection? {
    let connection = try connect(path, fileSystem, access: .writing)
    do throws(StoreError) { _ = try integer("PRAGMA application_id", connection) } catch {
      guard case .full = error, fileSystem == nil else { throw error }
      return nil
    }
    return connection
  }

  static func connect(
    _ path: String, _ fileSystem: String?, access: SQLiteAccess
  ) throws(StoreError) -> SQLiteConnection {
    do {
      let connection = try SQLiteConnection(path: path, vfs: fileSystem, access: access)
      try connection.execute("PRAGMA busy_timeout = 5000")
      return connection
    } catch { throw .unusable("\(path) can't be opened: \(error.message)") }
  }

  /// Refuses other programs' files before anything is written into them.
  private static func prepare(
    _ connection: SQLiteConnection, _ schema: LogSchema, isNew: Bool
  ) throws(StoreError) {
    let version = Int(try integer("PRAGMA user_version", connection))
    let application = try integer("PRAGMA application_id", connection)
    let isEmpty = try integer("SELECT count(*) FROM sqlite_master", connection) == 0
    let isOurs = [LogSchema.application, LogSchema.movedApplication].contains(application)
    if !isOurs, !(isNew || isEmpty) || application != 0 {
      throw .unusable("the file is a database of another program")
    }
    if version > schema.version { throw .newerVersion(found: version, known: schema.version) }
    if !isNew, version < 1 { throw .corrupt("the file holds no log") }
    try stored { () throws(SQLiteFailure) in
      _ = try connection.rows("PRAGMA journal_mode = WAL") { $0[0] }
      try connection.execute("PRAGMA synchronous = FULL")
      // What is taken out is not written over with zeros, which many builds of SQLite do by themselves: on a full disk
      // there is no room for an image of zeros, so that no image could be deleted.
      _ = try connection.rows("PRAGMA secure_delete = FAST") { $0[0] }
      if version < schema.version { try migrate(connection, to: schema, from: version) }
    }
  }

  private static func migrate(
    _ connection: SQLiteConnection, to schema: LogSchema, from version: Int
  ) throws(SQLiteFailure) {
    try connection.execute("BEGIN IMMEDIATE")
    for step in schema.migrations[version...] { try connection.execute(step) }
    if version < LogSchema.versionWithContents, schema.version >= LogSchema.versionWithContents {
      try connection.nameContents()
    }
    if version == 0 {
      let word = Fingerprint()
      try connection.run(
        "INSERT INTO log (id, epoch, head, fingerprint, floor, floor_fingerprint) VALUES (1, ?, 0, ?, 0, ?)",
        [.text("\(Epoch.random())"), .word(word), .word(word)])
    }
    if version == 0 { try connection.execute("PRAGMA application_id = \(LogSchema.application)") }
    try connection.execute("PRAGMA user_version = \(schema.version)")
    try connection.execute("COMMIT")
  }

  /// Why this can't be taken for the log that the witness saw; nil when it can.
  private static func mismatch(
    _ state: LogState, _ floor: LogFloor, _ seen: WitnessNotes.Known, _ stamp: FileStamp, _ changedAt: Int64,
    _ connection: SQLiteConnection
  ) throws(StoreError) -> String? {
    guard case .witness(let seen) = seen else {
      if case .nothing = seen { return state.head == 0 ? nil : "its witness file is missing" }
      return "its witness file is damaged"
    }
    if seen.epoch != state.epoch { return "its witness file belongs to another log" }
    if seen.inode != stamp.inode { return "the file was replaced" }
    if seen.revision > state.head {
      return "it ends at revision \(state.head), but had reached \(seen.revision)"
    }
    let hasGoneOn = seen.revision < state.head
    if try connection.fingerprint(at: seen.revision, state, floor) != seen.fingerprint {
      return "revision \(seen.revision) is another than it was"
    }
    return seen.trace?.doubt(
      stamp, changedAt: changedAt, start: try connection.startWord(), hasGoneOn: hasGoneOn,
      in: SystemBoot.current)
  }

  /// Has the witness name this start before the log does: a process that is killed in between leaves the log with the
  /// word before, or with this one.
  private static func note(
    _ start: UInt64, _ former: UInt64, after seen: WitnessNotes.Known, _ notes: inout WitnessNotes
  ) {
    guard case .witness(var known) = seen else { return }
    known.trace = WitnessTrace(start: start, former: former, log: .changing)
    notes.write(known)
  }

  private static func identity(of path: String) throws(StoreError) -> FileIdentity {
    guard let identity = FileIdentity(of: path) else {
      throw .unusable("\(path) vanished while it was opened")
    }
    return identity
  }

  private static func integer(_ sql: String, _ connection: SQLiteConnection) throws(StoreError) -> Int64 {
    let values = try stored { () throws(SQLiteFailure) in try connection.rows(sql) { $0[0] } }
    guard case .integer(let number)? = values.first else { throw .corrupt("the file's header is damaged") }
    return number
  }
}

extension SQLiteConnection {
  /// Has the log name a start, under an epoch.
  func begin(_ start: UInt64, under epoch: Epoch) throws(SQLiteFailure) {
    try run("UPDATE log SET epoch = ?, start = ? WHERE id = 1", [.text("\(epoch)"), .text(start.hex16)])
    // The file is another from each start on: who puts back only what differs from a copy puts it back too.
    _ = try rows("PRAGMA wal_checkpoint(TRUNCATE)") { $0[0] }
  }

  /// The same at the opening.
  /// - Parameter orLater: whether it can be put off where there is no room for it.
  /// - Returns: false where it was.
  fileprivate func begin(
    _ start: UInt64, under epoch: Epoch, orLater mayWait: Bool
  ) throws(StoreError) -> Bool {
    do throws(StoreError) {
      try stored { () throws(SQLiteFailure) in try begin(start, under: epoch) }
      return true
    } catch {
      guard case .full = error, mayWait else { throw error }
      return false
    }
  }
}
