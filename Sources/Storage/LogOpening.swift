internal import Bindings
internal import Changes

/// A log's file at the moment of opening: checked, brought up to date, and told apart from its copies.
struct LogOpening: ~Copyable {
  let path: String
  let connection: SQLiteConnection
  let witness: WitnessFile
  let inode: UInt64
  let ledger: Ledger
  let floor: SQLiteConnection.Floor
  let origin: LogOrigin

  init(path: String, fileSystem: String?, schema: LogSchema) throws(StoreError) {
    let file = "\(path).witness"
    let witness = try Self.lock(file, for: path)
    let seen = try Self.read(witness)
    let isNew = try Self.isNew(path, witness: seen, file: file)
    let connection = try Self.connect(path, fileSystem, access: .writing)
    try Self.prepare(connection, schema, isNew: isNew)
    guard let inode = WitnessFile.identity(of: path)?.inode else {
      throw .unusable("\(path) vanished while it was opened")
    }
    var (ledger, floor) = try connection.head()
    let reason = isNew ? nil : try Self.mismatch(ledger, floor, seen, inode, connection)
    if reason != nil {
      try stored { () throws(SQLiteFailure) in
        try connection.run("UPDATE log SET epoch = ? WHERE id = 1", [.text("\(Epoch.random())")])
      }
      ledger = try connection.head().ledger
    }
    let now = Witness(
      epoch: ledger.epoch, revision: ledger.head, fingerprint: ledger.fingerprint, inode: inode)
    do {
      try witness.write(now.bytes)
      try witness.sync()
    } catch { throw .unusable("\(file) can't be written: \(error)") }
    self.path = path
    self.connection = connection
    self.witness = witness
    self.inode = inode
    self.ledger = ledger
    self.floor = floor
    origin = isNew ? .created : reason.map { .renewed(reason: $0) } ?? .resumed
  }

  private enum Seen {
    case nothing
    case torn
    case witness(Witness)
  }

  private static func lock(_ file: String, for path: String) throws(StoreError) -> WitnessFile {
    do throws(WitnessFileError) { return try WitnessFile(path: file) } catch {
      switch error {
      case .taken: throw .unusable("another Livery is using \(path)")
      case .system(let reason): throw .unusable(reason)
      }
    }
  }

  private static func read(_ witness: WitnessFile) throws(StoreError) -> Seen {
    do {
      let bytes = try witness.read()
      if bytes.isEmpty { return .nothing }
      return Witness(bytes: bytes).map { .witness($0) } ?? .torn
    } catch { throw .unusable("the witness file can't be read: \(error)") }
  }

  /// A log that should be there and is not must not be replaced by an empty one in silence.
  private static func isNew(_ path: String, witness: Seen, file: String) throws(StoreError) -> Bool {
    let size = WitnessFile.identity(of: path)?.size
    if let size, size > 0 { return false }
    guard case .witness(let seen) = witness, seen.revision > 0 else { return true }
    throw .corrupt(
      "\(path) is \(size == nil ? "missing" : "empty"), but \(file) tells of a log at revision \(seen.revision): "
        + "put the log back, or delete \(file) as well to begin a new one")
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
    if application != LogSchema.application, !(isNew || isEmpty) || application != 0 {
      throw .unusable("the file is a database of another program")
    }
    if version > schema.version { throw .newerVersion(found: version, known: schema.version) }
    if !isNew, version < 1 { throw .corrupt("the file holds no log") }
    try stored { () throws(SQLiteFailure) in
      _ = try connection.rows("PRAGMA journal_mode = WAL") { $0[0] }
      try connection.execute("PRAGMA synchronous = FULL")
      if version < schema.version { try migrate(connection, to: schema, from: version) }
    }
  }

  private static func migrate(
    _ connection: SQLiteConnection, to schema: LogSchema, from version: Int
  ) throws(SQLiteFailure) {
    try connection.execute("BEGIN IMMEDIATE")
    for step in schema.migrations[version...] { try connection.execute(step) }
    if version == 0 {
      let word = Fingerprint()
      try connection.run(
        "INSERT INTO log (id, epoch, head, fingerprint, floor, floor_fingerprint) VALUES (1, ?, 0, ?, 0, ?)",
        [.text("\(Epoch.random())"), .word(word), .word(word)])
    }
    try connection.execute("PRAGMA application_id = \(LogSchema.application)")
    try connection.execute("PRAGMA user_version = \(schema.version)")
    try connection.execute("COMMIT")
  }

  /// Why this can't be taken for the log that the witness saw; nil when it can.
  private static func mismatch(
    _ ledger: Ledger, _ floor: SQLiteConnection.Floor, _ seen: Seen, _ inode: UInt64,
    _ connection: SQLiteConnection
  ) throws(StoreError) -> String? {
    guard case .witness(let seen) = seen else {
      if case .nothing = seen { return ledger.head == 0 ? nil : "its witness file is missing" }
      return "its witness file is damaged"
    }
    if seen.epoch != ledger.epoch { return "its witness file belongs to another log" }
    if seen.inode != inode { return "the file was replaced" }
    if seen.revision > ledger.head {
      return "it ends at revision \(ledger.head), but had reached \(seen.revision)"
    }
    if seen.revision == ledger.head {
      return seen.fingerprint == ledger.fingerprint ? nil : "revision \(ledger.head) is another than it was"
    }
    let then = try connection.changes(where: "WHERE revision = ?", [.number(seen.revision)]).first?
      .fingerprint
    let known = seen.revision == floor.revision ? floor.fingerprint : then
    return known == seen.fingerprint ? nil : "revision \(seen.revision) is another than it was"
  }

  private static func integer(_ sql: String, _ connection: SQLiteConnection) throws(StoreError) -> Int64 {
    let values = try stored { () throws(SQLiteFailure) in try connection.rows(sql) { $0[0] } }
    guard case .integer(let number)? = values.first else { throw .corrupt("the file's header is damaged") }
    return number
  }
}
