internal import Bindings
internal import Changes

/// The log's only row, with the place and the time of the server from which it was read.
struct PostgresLog: LogHead, Sendable {
  /// A random word that identifies the log permanently.
  let name: String
  let position: LogPosition
  /// The newest epochs, the present one last.
  let epochs: [Epoch]
  let floor: LogFloor
  /// The time of the newest change: none after it is earlier.
  let at: Timestamp
  /// The server on which the last commit was made.
  let written: PostgresPlace
  /// The server from which the row was read.
  let present: PostgresPlace
  /// Indicates whether the last commit had a synchronous standby.
  let isSynced: Bool
  let readableFrom: Int
  let schema: Int
  /// Indicates whether the log was moved to another store.
  let isSealed: Bool
  let files: Fingerprint?
  /// The server's clock.
  let clock: Timestamp

  /// Indicates whether the row was written on another server, or before this server was promoted.
  var isMoved: Bool { written != present }

  /// The SQL for the server's clock in milliseconds.
  static let now = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

  static let selectText = """
    SELECT name, epoch, epochs, version, head, fingerprint, floor, floor_fingerprint, at, timeline, system, synced,
      schema, readable_from, \(now),
      \(PostgresPlace.columns), sealed, files
    FROM livery.log
    """
  static let select = SQLQuery(selectText)

  init?(_ row: some ColumnRow) {
    guard let name = row[0].text, let epoch = row[1].text.flatMap({ Epoch(hexadecimal: $0.utf8) }),
      let epochs = row[2].text, let version = row[3].number, let head = row[4].number,
      let fingerprint = row[5].word, let floor = row[6].number, let floorFingerprint = row[7].word,
      let at = row[8].timestamp, let timeline = row[9].text, let system = row[10].text,
      let synced = row[11].number, let schema = row[12].number, let readableFrom = row[13].number,
      let clock = row[14].timestamp, let present = PostgresPlace(row[15], row[16]),
      let sealed = row[17].number, floor <= head
    else { return nil }
    self.name = name
    position = LogPosition(epoch: epoch, version: version, head: head, fingerprint: fingerprint)
    self.epochs = epochs.split(separator: " ").compactMap { Epoch(hexadecimal: $0.utf8) }
    self.floor = LogFloor(revision: floor, fingerprint: floorFingerprint)
    self.at = at
    written = PostgresPlace(timeline: timeline, system: system)
    self.present = present
    isSynced = synced == 1
    self.schema = Int(clamping: schema)
    self.readableFrom = Int(clamping: readableFrom)
    self.clock = clock
    isSealed = sealed == 1
    files = row[18].word
  }

  func check() throws(StoreError) {
    guard readableFrom <= PostgresSchema.version else {
      throw .newerVersion(found: schema, known: PostgresSchema.version)
    }
  }
}

/// The server that holds a log. Its timeline goes up when a standby becomes the primary.
struct PostgresPlace: Sendable, Hashable {
  let timeline: String
  let system: String

  /// The SQL for both. The timeline is that of the write-ahead log: `pg_control_checkpoint()` has the old one for a while
  /// after a promotion. On a standby this fails, as it should.
  static let columns =
    "substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), (SELECT system_identifier::text FROM pg_control_system())"

  /// The SQL for both as one text.
  static let text = "(SELECT concat_ws(' ', \(columns)))"
}

extension PostgresPlace {
  init?(_ timeline: ColumnValue, _ system: ColumnValue) {
    guard let timeline = timeline.text, let system = system.text else { return nil }
    self.init(timeline: timeline, system: system)
  }
}
