internal import Bindings
internal import Changes
internal import Documents

/// A copy of a shared log for a start while PostgreSQL is away: SQLite logs with the newest changes and the state without
/// documents. The images and drafts, which may be many megabytes, are in a second file, which is written only if they have
/// changed.
struct LogCopy: Sendable {
  let file: String
  private var imageFile: String { "\(file).images" }

  /// Selects the number of changes. If they don't begin at the floor, the first is left out: its fingerprint begins the chain.
  private static let count =
    "SELECT count(*) - coalesce(min(revision) > (SELECT floor FROM log) + 1, 0) FROM changes"

  /// Reads the log; nil if the file is missing or damaged. Damaged images are left out.
  func read() -> OpenedLog? {
    guard let log = try? SQLiteLog.connect(file, nil, access: .reading), isCurrent(log),
      let count = try? log.number(Self.count), let opened = try? log.open(tail: Int(count))
    else { return nil }
    var state = opened.state
    if let images = try? SQLiteLog.connect(imageFile, nil, access: .reading), isCurrent(images),
      let results = try? images.read(Self.large.map { SQLStatement($0.select) }),
      let rows = try? zip(results, Self.large).map({ try $0.stateRows(of: $1) })
    {
      state.absorb(rows.joined())
    }
    return OpenedLog(state: state, tail: opened.tail, position: opened.head.position, origin: .resumed)
  }

  /// The tables of the second file.
  private static let large = [Table.images] + Table.ofDrafts

  private func isCurrent(_ log: SQLiteConnection) -> Bool {
    (try? log.number("PRAGMA user_version")) == Int64(LogSchema.current.version)
  }

  func write(_ opened: OpenedLog, withImages: Bool) throws(StoreError) {
    let state = opened.state
    // The fingerprints of the changes are not in memory, so the chain of the copy begins anywhere.
    var fingerprint = Fingerprint()
    let changes = opened.tail.map { change in
      fingerprint = fingerprint.extended(by: change)
      return LogState.Row.change(change, fingerprint)
    }
    if withImages { try write(state.largeRows, of: state, to: imageFile) }
    try write(changes + state.rows, of: state, to: file)
  }

  /// Writes a log to a new file, which then replaces the old one. Nothing is synced: after a power cut it may be damaged.
  private func write(_ rows: [LogState.Row], of state: LogState, to file: String) throws(StoreError) {
    let draft = "\(file).new"
    do { try File.write([], to: draft, replacing: true) } catch { throw .unusable(error.cause) }
    let log = try SQLiteLog.connect(draft, nil, access: .changing)
    let floor = LogFloor(revision: state.floor, fingerprint: Fingerprint())
    try stored { () throws(SQLiteFailure) in
      try log.execute("PRAGMA synchronous = OFF")
      try log.pragma("journal_mode = OFF")
      try LogSchema.current.migrate(log, from: 0)
      try log.execute("BEGIN")
      for edit in rows.flatMap(\.edits) { try log.run(edit.statement) }
      try log.run(SQLStatement(LogQueries.setEpoch, .text("\(state.epoch)")))
      try log.run(SQLStatement(LogQueries.setHead, .number(state.head), .word(state.fingerprint)))
      try log.run(LogQueries.set(floor))
      try log.execute("COMMIT")
    }
    guard WitnessFile.rename(draft, to: file) else { throw .unusable("\(draft) can't be renamed") }
  }
}
