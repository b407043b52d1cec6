internal import Bindings
package import Changes
internal import Synchronization

/// A log in one SQLite file, which survives a killed process and a power cut.
///
/// One connection writes, with a write-ahead log and a sync at each commit; another one reads, so that history never waits
/// for a sync. Only one process at a time has the file, so there is no other writer. After a failed sync or write the
/// content of the disk is unknown, so the store rejects all further writes until it is opened again.
package final class SQLiteStore: ChangeStore {
  /// Locked for a whole transaction. Since there is no other writer, `decide` is called before SQLite's transaction begins.
  private let transactions = Mutex(())
  let writer: Mutex<SQLiteWriter>
  /// The connection for reading; nil while the store is released, since the last connection checkpoints, which a reader
  /// can't.
  private let reader: Mutex<SQLiteConnection?>
  private let (path, fileSystem): (String, String?)
  /// The state of the file when it was opened.
  package let origin: LogOrigin

  /// - Parameters:
  ///   - fileSystem: the name of a SQLite VFS; nil for the default.
  ///   - documentRoom: the limit for earlier documents, in bytes.
  ///   - evenSealed: whether a log that was moved to another store may be opened.
  package convenience init(
    path: String, fileSystem: String? = nil, documentRoom: Int = DocumentVersion.room,
    evenSealed: Bool = false
  ) throws(StoreError) {
    try self.init(
      path: path, fileSystem: fileSystem, schema: .current, documentRoom: documentRoom, evenSealed: evenSealed
    )
  }

  init(
    path: String, fileSystem: String? = nil, schema: LogSchema, isRenewed: Bool = false,
    documentRoom: Int = DocumentVersion.room, evenSealed: Bool = false
  ) throws(StoreError) {
    let log = try SQLiteLog(
      path: path, fileSystem: fileSystem, schema: schema, isRenewed: isRenewed, evenSealed: evenSealed)
    origin = log.origin
    let fileSystem = log.fileSystem
    (self.path, self.fileSystem) = (path, fileSystem)
    writer = Mutex(SQLiteWriter(log, schema: schema, documentRoom: documentRoom))
    reader = Mutex(try SQLiteLog.connect(path, fileSystem, access: .reading))
  }

  deinit {
    reader.withLock { $0 = nil }
    writer.withLock { $0.close() }
  }

  /// Begins a new epoch, so that clients start again. Needed after a log was restored from a copy in a way that the files
  /// do not show.
  /// - Returns: the newest revision.
  package static func renew(path: String) throws(StoreError) -> UInt64 {
    guard let stamp = FileStamp(of: path), stamp.size > 0 else {
      throw .unusable("there is no log at \(path)")
    }
    let store = try SQLiteStore(path: path, schema: .current, isRenewed: true)
    return store.writer.withLock { $0.position.head }
  }

  package func open(knowing position: LogPosition?, tail: Int) throws(StoreError) -> OpenedLog {
    try writer.withLock { writer throws(StoreError) in
      let (_, state, tail) = try writer.open(tail: tail)
      let isKnown = position.map { $0.epoch == state.epoch } ?? false
      return OpenedLog(
        state: state, tail: tail, position: writer.position, origin: isKnown ? .resumed : origin)
    }
  }

  package func transaction(
    from position: LogPosition, keys: [String], waited: Duration, decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition {
    try transactions.withLock { _ throws(StoreError) in
      let commit = decide(
        try writer.withLock { writer throws(StoreError) in try writer.begin(from: position, keys: keys) })
      return try writer.withLock { writer throws(StoreError) in
        try writer.write(commit)
        return writer.position
      }
    }
  }

  /// Checkpoints on a connection of its own, beside other transactions. The rest is moved with a later commit.
  package func tidyUp() {
    guard writer.withLock({ $0.beginMoving() }) else { return }
    if let connection = try? SQLiteLog.connect(path, fileSystem, access: .changing) {
      _ = try? connection.checkpoint("PASSIVE")
    }
    writer.withLock { $0.endMoving() }
  }

  package func update(since position: LogPosition) throws(StoreError) -> LogUpdate {
    writer.withLock { $0.update(since: position) }
  }

  /// There is no other writer, so the closure is never called.
  package func onUpdate(_ notify: @escaping @Sendable () -> Void) {}

  package func read(after revision: UInt64, limit: Int) throws(StoreError) -> [Change]? {
    try reading { reader throws(StoreError) in try reader.changes(after: revision, limit: limit) }
  }

  package func history(
    of channel: String, before revision: UInt64, limit: Int
  ) throws(StoreError) -> [Change] {
    try reading { reader throws(StoreError) in
      try reader.history(of: channel, before: revision, limit: limit)
    }
  }

  package func document(of theme: String, at revision: UInt64) throws(StoreError) -> DocumentVersion? {
    try reading { reader throws(StoreError) in try reader.document(of: theme, at: revision) }
  }

  package func tryWriting() throws(StoreError) {
    try writer.withLock { writer throws(StoreError) in try writer.tryWriting() }
  }

  package func prune(keeping retention: Retention, now: Timestamp, limit: Int) throws(StoreError) -> UInt64 {
    try writer.withLock { writer throws(StoreError) in
      try writer.prune(keeping: retention, now: now, limit: limit)
    }
  }

  private func reading<Value: Sendable>(
    _ body: (SQLiteConnection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try reader.withLock { connection throws(StoreError) in
      guard let connection else { throw .unusable("the store is closed") }
      return try body(connection)
    }
  }
}

extension SQLiteStore: PortableStore {
  func contents() throws(StoreError) -> LogContents {
    try reading { reader throws(StoreError) in try reader.contents() }
  }

  func seal() throws(StoreError) {
    try writer.withLock { writer throws(StoreError) in try writer.seal() }
  }

  func fingerprint(at revision: UInt64) throws(StoreError) -> Fingerprint? {
    try reading { reader throws(StoreError) in try reader.fingerprint(at: revision) }
  }
}
