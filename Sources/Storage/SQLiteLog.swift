internal import Bindings
internal import Changes

/// The only row of SQLite's table `log`.
struct SQLiteHead: LogHead {
  static let select = SQLQuery(
    "SELECT epoch, head, fingerprint, floor, floor_fingerprint, files FROM livery.log")

  /// Its version is 0: the only writer counts its commits from the opening on.
  let position: LogPosition
  let floor: LogFloor
  let files: Fingerprint?

  init?(_ row: some ColumnRow) {
    guard let epoch = row[0].text.flatMap({ Epoch(hexadecimal: $0.utf8) }), let head = row[1].number,
      let fingerprint = row[2].word, let floor = row[3].number, let floorFingerprint = row[4].word,
      floor <= head
    else { return nil }
    position = LogPosition(epoch: epoch, version: 0, head: head, fingerprint: fingerprint)
    self.floor = LogFloor(revision: floor, fingerprint: floorFingerprint)
    files = row[5].word
  }

  func check() {}
}

extension SQLiteConnection: LogConnection {
  typealias Row = SQLRow
  typealias Head = SQLiteHead

  func read(_ statements: [SQLStatement]) throws(StoreError) -> [[SQLRow]] {
    try stored { () throws(SQLiteFailure) in try execute("BEGIN") }
    do throws(StoreError) {
      let results = try stored { () throws(SQLiteFailure) in
        var results: [[SQLRow]] = []
        for statement in statements { results.append(try run(statement)) }
        try execute("COMMIT")
        return results
      }
      return results
    } catch {
      // The first failure is reported. If the rollback fails too, the next one ends the transaction.
      try? execute("ROLLBACK")
      throw error
    }
  }

  @discardableResult
  func run(_ statement: SQLStatement) throws(SQLiteFailure) -> [SQLRow] {
    try run(statement.query.inSQLite, statement.values)
  }

  func record(for key: String) throws(StoreError) -> IdempotencyRecord? {
    try stored { () throws(SQLiteFailure) in try run(SQLStatement(Self.receipt, .text(key))) }
      .decoded(.receipts) { row throws(StoreError) in IdempotencyRecord(row) }.first
  }

  private static let receipt = SQLQuery("\(Table.receipts.selectText) WHERE key = $1")

  /// Returns the number in the first column of the first row.
  func number(_ sql: String) throws(SQLiteFailure) -> Int64? {
    guard case .integer(let number)? = try rows(sql).first?[0] else { return nil }
    return number
  }

  /// Runs a PRAGMA that returns rows.
  @discardableResult
  func pragma(_ words: String) throws(SQLiteFailure) -> SQLRow? { try rows("PRAGMA \(words)").first }

  /// Moves the commits from the write-ahead log into the log's file. Returns whether all were moved.
  func checkpoint(_ mode: String) throws(SQLiteFailure) -> Bool {
    guard let row = try pragma("wal_checkpoint(\(mode))") else { return false }
    return row[0].number == 0 && row[1].number == row[2].number
  }
}

/// A log's file that was just opened: checked, migrated, and compared with its witness.
struct SQLiteLog {
  let path: String
  let connection: SQLiteConnection
  /// The name of a SQLite VFS; nil for the default.
  let fileSystem: String?
  let identity: FileIdentity
  let head: SQLiteHead
  let origin: LogOrigin
  let witness: Witness

  /// - Parameters:
  ///   - isRenewed: whether the log continues under a new epoch in any case.
  ///   - evenSealed: whether a log that was moved to another store may be opened.
  init(
    path: String, fileSystem: String?, schema: LogSchema, isRenewed: Bool = false, evenSealed: Bool = false
  ) throws(StoreError) {
    let witness = try Witness(of: path)
    // Opening the log may modify its files.
    let stamp = FileStamp(of: path)
    let modifiedAt = max(stamp?.modifiedAt ?? 0, FileStamp(of: "\(path)-wal")?.modifiedAt ?? 0)
    let isNew = try Self.isNew(path, stamp, witness)
    let (connection, fileSystem) = try Self.connect(path, fileSystem)
    let isSealed = try Self.number("PRAGMA application_id", connection) == LogSchema.movedApplication
    guard !isSealed || isRenewed || evenSealed else { throw .moved }
    try Self.prepare(connection, schema, isNew: isNew)
    guard let identity = FileIdentity(of: path) else {
      throw .unusable("\(path) vanished while it was opened")
    }
    // A process that was killed before a sync leaves a commit that the next power cut would take back. On a full disk this
    // fails, and the witness finds the loss.
    _ = try? connection.checkpoint("PASSIVE")
    var head = try SQLiteHead(rows: try connection.read([SQLStatement(SQLiteHead.select)])[0])
    var reason = isNew ? nil : witness.doubt(head.position, identity, modifiedAt: modifiedAt)
    if isRenewed { reason = "'livery store renew' was run" }
    if reason != nil {
      // Clients may know another history under the old epoch.
      try stored { () throws(SQLiteFailure) in
        try connection.run(SQLStatement(LogQueries.setEpoch, .text("\(Epoch.random())")))
        if isSealed, isRenewed { try connection.execute("PRAGMA application_id = \(LogSchema.application)") }
        _ = try connection.checkpoint("TRUNCATE")
      }
      head = try SQLiteHead(rows: try connection.read([SQLStatement(SQLiteHead.select)])[0])
    }
    self.witness = witness
    try witness.begin(head.position, identity)
    (self.path, self.connection, self.fileSystem) = (path, connection, fileSystem)
    (self.identity, self.head) = (identity, head)
    origin = isNew ? .created : reason.map { .renewed(reason: $0) } ?? .resumed
  }

  /// Returns whether there is no log yet. Throws if the witness knows one, which must not silently begin again.
  private static func isNew(
    _ path: String, _ stamp: FileStamp?, _ witness: Witness
  ) throws(StoreError) -> Bool {
    if let stamp, stamp.size > 0 { return false }
    guard let revision = witness.lastRevision else { return true }
    throw .corrupt(
      "\(path) is \(stamp == nil ? "missing" : "empty"), but \(path).witness is from a log at revision "
        + "\(revision): put the log back, or delete \(path).witness as well to begin a new one")
  }

  /// Connects for writing. If the disk has no room for the index of the write-ahead log, the index is kept in memory.
  private static func connect(
    _ path: String, _ fileSystem: String?
  ) throws(StoreError) -> (SQLiteConnection, fileSystem: String?) {
    let connection = try connect(path, fileSystem, access: .writing)
    do throws(StoreError) { _ = try number("PRAGMA application_id", connection) } catch {
      guard case .full = error, fileSystem == nil else { throw error }
      return (try connect(path, indexInMemory, access: .writing), indexInMemory)
    }
    return (connection, fileSystem)
  }

  /// The SQLite VFS that keeps the index of the write-ahead log in memory. No other program can read the log then.
  private static let indexInMemory = "unix-excl"

  static func connect(
    _ path: String, _ fileSystem: String?, access: SQLiteAccess
  ) throws(StoreError) -> SQLiteConnection {
    do {
      let connection = try SQLiteConnection(path: path, vfs: fileSystem, access: access)
      try connection.execute("PRAGMA busy_timeout = 5000")
      return connection
    } catch { throw .unusable("\(path) can't be opened: \(error.message)") }
  }

  /// Migrates the file and sets the connection up. Throws if the file belongs to another program, before anything is
  /// written into it.
  private static func prepare(
    _ connection: SQLiteConnection, _ schema: LogSchema, isNew: Bool
  ) throws(StoreError) {
    let version = Int(try number("PRAGMA user_version", connection))
    let application = try number("PRAGMA application_id", connection)
    let isEmpty = try number("SELECT count(*) FROM sqlite_master", connection) == 0
    let isOurs = [LogSchema.application, LogSchema.movedApplication].contains(application)
    if !isOurs, !(isNew || isEmpty) || application != 0 {
      throw .unusable("the file is a database of another program")
    }
    if version > schema.version { throw .newerVersion(found: version, known: schema.version) }
    if !isNew, version < 1 { throw .corrupt("the file holds no log") }
    try stored { () throws(SQLiteFailure) in
      try connection.pragma("journal_mode = WAL")
      try connection.execute("PRAGMA synchronous = FULL")
      // Many builds of SQLite overwrite deleted content with zeros. On a full disk there is no room for the zeros of an
      // image, so none could be deleted.
      try connection.pragma("secure_delete = FAST")
      if version < schema.version { try schema.migrate(connection, from: version) }
    }
  }

  private static func number(_ sql: String, _ connection: SQLiteConnection) throws(StoreError) -> Int64 {
    guard let number = try stored({ () throws(SQLiteFailure) in try connection.number(sql) }) else {
      throw .corrupt("the file's header is damaged")
    }
    return number
  }
}

/// Runs `body`, and throws SQLite's failures as errors of a store.
func stored<Value>(_ body: () throws(SQLiteFailure) -> Value) throws(StoreError) -> Value {
  do { return try body() } catch { throw StoreError(error) }
}

extension StoreError {
  init(_ failure: SQLiteFailure) {
    switch failure.reason {
    case .full: self = .full(failure.words)
    case .corrupt: self = .corrupt(failure.message)
    case .notADatabase: self = .corrupt("the file is not a database")
    case .busy:
      self = .unusable(
        "another process is using it (\(failure.message)). Give this one a folder of its own with --state, or ask the "
          + "server that runs, without --offline")
    case .readOnly, .cannotOpen: self = .unusable(failure.message)
    case .sync: self = .failed("the disk did not take what was written (fsync): \(failure.words)")
    case .io: self = .failed(failure.words)
    case .other: self = .failed(failure.message)
    }
  }
}
