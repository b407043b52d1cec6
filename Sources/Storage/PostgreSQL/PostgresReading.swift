internal import Bindings
internal import Changes
internal import Themes

/// What answers of the server become; a row that is not as it was written is damage.
extension PostgresResult {
  func decoded<Element>(_ table: Table, _ read: (RestoredRow) -> Element?) throws(StoreError) -> [Element] {
    var elements: [Element] = []
    for row in rows {
      guard let element = read(RestoredRow(row)) else {
        throw .corrupt("a row of \(table.postgresName) is not as it was written")
      }
      elements.append(element)
    }
    return elements
  }

  func log() throws(StoreError) -> PostgresLog {
    guard let row = first else { throw .corrupt("the row of livery.log is missing") }
    guard let log = PostgresLog(row) else { throw .corrupt("the row of livery.log is not as it was written") }
    guard log.readableFrom <= PostgresSchema.version else {
      throw .newerVersion(found: log.schema, known: PostgresSchema.version)
    }
    return log
  }

  func changes() throws(StoreError) -> [WrittenChange] { try decoded(.changes) { WrittenChange($0) } }

  /// The rows of a ledger's table, but for images.
  private func ledgerRows(_ table: Table) throws(StoreError) -> [Ledger.Row] {
    try decoded(table) { row in
      switch table.name {
      case Table.activations.name: Activation(row).map { .activation($0) }
      case Table.schedules.name: Schedule(row).map { .schedule($0) }
      case Table.uploads.name: Upload(row).map { .upload($0) }
      case Table.documents.name: KeptDocument(unread: row).map { .document($0) }
      default: Ledger.Row(digest: row)
      }
    }
  }

  /// The rows of any table of a ledger, images with their bytes where they can be sent from.
  func rows(of table: Table) throws(StoreError) -> [Ledger.Row] {
    guard table.name == Table.images.name else { return try ledgerRows(table) }
    var rows: [Ledger.Row] = []
    for row in try decoded(table, { ImageRow($0) }) { rows.append(.image(try row.image())) }
    return rows
  }
}

extension PostgresConnection {
  /// The tables that a ledger is made of.
  private static let parts: [Table] = ledgerTables + [.documents]
  /// Those that are read whole.
  static let ledgerTables: [Table] = [.activations, .schedules, .uploads, .digests, .images]

  /// Reads several things in one reading: what is answered is of one moment.
  func read(
    _ statements: [PostgresStatement], until deadline: MonotonicTime
  ) throws(StoreError) -> [PostgresResult] {
    let all =
      [PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")] + statements
      + [PostgresStatement("COMMIT")]
    let results = try stored { () throws(PostgresFailure) in try run(all, until: deadline) }
    return Array(results.dropFirst().dropLast())
  }

  /// The ledger and the newest changes.
  func open(
    tail: Int, until deadline: MonotonicTime
  ) throws(StoreError) -> (log: PostgresLog, ledger: Ledger, tail: [Change]) {
    let newest = PostgresStatement(
      "\(Table.changes.postgresSelect) WHERE revision >= (SELECT greatest(floor, head - $1::bigint) FROM livery.log) "
        + "ORDER BY revision", .number(Int64(tail)))
    let results = try read(
      [PostgresStatement(PostgresLog.select)]
        + Self.ledgerTables.map { PostgresStatement($0.postgresSelect) }
        + [PostgresStatement(PostgresDocuments.newest)] + [
          newest
        ],
      until: deadline)
    let log = try results[0].log()
    var ledger = log.ledger
    for (table, result) in zip(Self.parts, results.dropFirst()) {
      ledger.absorb(try result.rows(of: table))
    }
    let head = ledger.head
    guard ledger.activations.values.allSatisfy({ $0.latest <= head }) else {
      throw .corrupt("an activation is newer than the log's head")
    }
    let first = max(log.floor.revision, head - min(head, UInt64(tail)))
    let chain = try results[results.count - 1].changes().chain(after: first, floor: log.floor, limit: tail)
    guard (chain.last?.revision ?? first) == head else {
      throw .corrupt("the log does not reach its head, \(head)")
    }
    return (log, ledger, chain)
  }

  /// What was written since a standing.
  func news(
    since standing: LogStanding, until deadline: MonotonicTime
  ) throws(StoreError) -> (log: PostgresLog, news: LogNews) {
    let results = try read(
      [PostgresStatement(PostgresLog.select)] + Self.newsStatements(since: standing), until: deadline)
    let log = try results[0].log()
    return (log, try Self.news(Array(results.dropFirst()), since: standing, log))
  }

  /// The same within a turn, when nobody else can write.
  func news(
    since standing: LogStanding, _ log: PostgresLog, until deadline: MonotonicTime
  ) throws(StoreError) -> LogNews {
    if standing == log.standing { return .nothing }
    guard standing.epoch == log.standing.epoch, standing.version < log.standing.version else {
      return .reopen
    }
    let results = try stored { () throws(PostgresFailure) in
      try run(Self.newsStatements(since: standing), until: deadline)
    }
    return try Self.news(results, since: standing, log)
  }

  /// Who is further back than so many changes reads everything anew.
  private static let newsLimit = 10_000

  static func newsStatements(since standing: LogStanding) -> [PostgresStatement] {
    let version = PostgresValue.number(Int64(clamping: standing.version))
    let edited = [
      ("activation", Table.activations), ("schedule", .schedules), ("upload", .uploads), ("digest", .digests),
      ("image", .images),
    ]
    .map { part, table in
      PostgresStatement(
        "\(table.postgresSelect) WHERE \(table.columns[0]) IN "
          + "(SELECT key FROM livery.edits WHERE version > $1::bigint AND part = '\(part)')", version)
    }
    return [
      // Each commit leaves at least one edit: without the first of them the others tell too little.
      PostgresStatement(
        "SELECT count(*) FROM livery.edits WHERE version = $1::bigint + 1 AND part = 'commit'", version),
      PostgresStatement(
        "\(Table.changes.postgresSelect) WHERE revision > $1::bigint ORDER BY revision LIMIT $2::bigint",
        .number(Int64(clamping: standing.head)), .number(Int64(newsLimit))),
      PostgresStatement("SELECT DISTINCT part, key FROM livery.edits WHERE version > $1::bigint", version),
    ] + edited + [
      PostgresStatement(
        "\(PostgresDocuments.newest) AND theme IN "
          + "(SELECT key FROM livery.edits WHERE version > $1::bigint AND part = 'document')", version)
    ]
  }

  static func news(
    _ results: [PostgresResult], since standing: LogStanding, _ log: PostgresLog
  ) throws(StoreError) -> LogNews {
    if standing == log.standing { return .nothing }
    guard standing.epoch == log.standing.epoch, standing.version < log.standing.version,
      results[0].first?[0].number == 1
    else { return .reopen }
    let changes = try results[1].changes()
    guard (changes.last?.change.revision ?? standing.head) == log.standing.head,
      standing.fingerprint(before: changes.first) == (changes.first?.fingerprint ?? log.standing.fingerprint)
    else { return .reopen }
    var rows = changes.map { Ledger.Row.change($0.change, $0.fingerprint) }
    var present: Set<[String]> = []
    for (table, result) in zip(parts, results.dropFirst(3)) {
      for row in try result.rows(of: table) {
        rows.append(row)
        present.insert(row.edit.map { [$0.part, $0.key] } ?? [])
      }
    }
    for row in results[2].rows.map({ RestoredRow($0) }) {
      guard let part = row[0].text, let key = row[1].text, !present.contains([part, key]) else { continue }
      if let absence = Ledger.Row(absent: part, key) { rows.append(absence) }
    }
    return .rows(rows, log.standing)
  }
}

extension LogStanding {
  /// The fingerprint that the next change must have; without one, the log. A log that has lost something and gone on
  /// another way, past this standing, has another one there.
  fileprivate func fingerprint(before next: WrittenChange?) -> Fingerprint {
    next.map { fingerprint.extended(by: $0.change) } ?? fingerprint
  }
}

extension PostgresStatement {
  /// The fingerprint that the log has at a revision; no row where it reaches neither so far nor back so far.
  static func fingerprint(at revision: UInt64) -> PostgresStatement {
    PostgresStatement(
      """
      SELECT fingerprint FROM livery.changes WHERE revision = $1::bigint
        UNION ALL SELECT floor_fingerprint FROM livery.log WHERE floor = $1::bigint
      """, .number(Int64(clamping: revision)))
  }
}

extension Ledger.Row {
  /// How a commit notes that it touched the row; nil for a change, which is found by its revision.
  var edit: (part: String, key: String)? {
    switch self {
    case .change: nil
    case .activation(let activation): ("activation", activation.channel)
    case .schedule(let schedule): ("schedule", schedule.id)
    case .noSchedule(let id): ("schedule", id)
    case .upload(let upload): ("upload", upload.name)
    case .noUpload(let name): ("upload", name)
    case .image(let image): ("image", image.file)
    case .noImage(let file): ("image", file)
    case .digest(let theme, _): ("digest", theme)
    case .noDigest(let theme): ("digest", theme)
    case .document(let document): ("document", document.theme)
    }
  }

  /// A row that was touched and is not there any more. Activations never go, and of a document one stays.
  fileprivate init?(absent part: String, _ key: String) {
    switch part {
    case "schedule": self = .noSchedule(key)
    case "upload": self = .noUpload(key)
    case "image": self = .noImage(key)
    case "digest": self = .noDigest(theme: key)
    default: return nil
    }
  }
}
