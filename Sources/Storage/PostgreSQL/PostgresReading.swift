internal import Bindings
internal import Changes
internal import Documents
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

  /// The rows of a state's table, but for images.
  private func stateRows(_ table: Table) throws(StoreError) -> [LogState.Row] {
    try decoded(table) { row in
      switch table.name {
      case Table.activations.name: Activation(row).map { .activation($0) }
      case Table.schedules.name: Schedule(row).map { .schedule($0) }
      case Table.uploads.name: Upload(row).map { .upload($0) }
      case Table.documents.name: DocumentVersion(unread: row).map { .document($0) }
      default: LogState.Row(digest: row)
      }
    }
  }

  /// The rows of any table of a state, images with their bytes where they can be sent from.
  func rows(of table: Table) throws(StoreError) -> [LogState.Row] {
    guard table.name == Table.images.name else { return try stateRows(table) }
    var rows: [LogState.Row] = []
    for row in try decoded(table, { ImageRow($0) }) { rows.append(.image(try row.image())) }
    return rows
  }
}

extension PostgresConnection {
  /// The tables that a state is made of.
  private static let parts: [Table] = stateTables + [.documents]
  /// Those that are read whole.
  static let stateTables: [Table] = [.activations, .schedules, .uploads, .digests, .images]

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

  /// The state and the newest changes.
  func open(
    tail: Int, until deadline: MonotonicTime
  ) throws(StoreError) -> (log: PostgresLog, state: LogState, tail: [Change]) {
    let newest = PostgresStatement(
      "\(Table.changes.postgresSelect) WHERE revision >= (SELECT greatest(floor, head - $1::bigint) FROM livery.log) "
        + "ORDER BY revision", .number(Int64(tail)))
    let results = try read(
      [PostgresStatement(PostgresLog.select)]
        + Self.stateTables.map { PostgresStatement($0.postgresSelect) }
        + [PostgresStatement(PostgresDocuments.newest)] + [
          newest
        ],
      until: deadline)
    let log = try results[0].log()
    var state = log.state
    for (table, result) in zip(Self.parts, results.dropFirst()) {
      state.absorb(try result.rows(of: table))
    }
    let head = state.head
    guard state.activations.values.allSatisfy({ $0.latest <= head }) else {
      throw .corrupt("an activation is newer than the log's head")
    }
    let first = max(log.floor.revision, head - min(head, UInt64(tail)))
    let chain = try results[results.count - 1].changes().chain(after: first, floor: log.floor, limit: tail)
    guard (chain.last?.revision ?? first) == head else {
      throw .corrupt("the log does not reach its head, \(head)")
    }
    return (log, state, chain)
  }

  /// What was written since a position.
  func update(
    since position: LogPosition, until deadline: MonotonicTime
  ) throws(StoreError) -> (log: PostgresLog, update: LogUpdate) {
    for tables in [Self.oftenEdited, Self.edited] {
      let results = try read(
        [PostgresStatement(PostgresLog.select)] + Self.newsStatements(since: position, of: tables),
        until: deadline)
      let log = try results[0].log()
      if let update = try Self.update(Array(results.dropFirst()), of: tables, since: position, log) {
        return (log, update)
      }
    }
    throw .corrupt("a row of livery.edits names a table that is not there")
  }

  /// The same within a turn, when nobody else can write.
  func update(
    since position: LogPosition, _ log: PostgresLog, until deadline: MonotonicTime
  ) throws(StoreError) -> LogUpdate {
    if position == log.position { return .nothing }
    guard position.epoch == log.position.epoch, position.version < log.position.version else {
      return .reopen
    }
    let results = try stored { () throws(PostgresFailure) in
      try run(Self.newsStatements(since: position, of: Self.edited), until: deadline)
    }
    return try Self.update(results, of: Self.edited, since: position, log) ?? .reopen
  }

  /// Who is further back than so many commits or changes reads everything anew.
  private static let newsLimit = 10_000

  /// A table of which edits tell.
  struct EditedTable: Sendable {
    let part: String
    let table: Table
    let select: String
    /// Bounded on both sides: PostgreSQL takes an open range of a table that it has not yet analyzed for a third of it,
    /// and reads all of it.
    static let isNew = "version > $1::bigint AND version <= $1::bigint + \(newsLimit)"

    init(_ part: String, _ table: Table, where condition: String? = nil) {
      (self.part, self.table) = (part, table)
      select =
        (condition ?? "\(table.postgresSelect) WHERE \(table.columns[0])")
        + " IN (SELECT key FROM livery.edits WHERE \(Self.isNew) AND part = '\(part)')"
    }
  }

  /// What most switches edit. Each further table that is asked for costs the engine as much as the rest of a look.
  static let oftenEdited = [EditedTable("activation", .activations)]
  private static let edited =
    oftenEdited + [
      EditedTable("schedule", .schedules), EditedTable("upload", .uploads), EditedTable("digest", .digests),
      EditedTable("image", .images),
      EditedTable("document", .documents, where: "\(PostgresDocuments.newest) AND theme"),
    ]

  static func newsStatements(since position: LogPosition, of tables: [EditedTable]) -> [PostgresStatement] {
    let version = PostgresValue.number(Int64(clamping: position.version))
    return [
      PostgresStatement(
        "\(Table.changes.postgresSelect) WHERE revision > $1::bigint AND revision <= $1::bigint + \(newsLimit) "
          + "ORDER BY revision", .number(Int64(clamping: position.head))),
      PostgresStatement(
        "SELECT part, key, min(version) FROM livery.edits WHERE \(EditedTable.isNew) GROUP BY part, key",
        version),
    ] + tables.map { PostgresStatement($0.select, version) }
  }

  /// - Returns: nil where something else was edited than was asked for.
  static func update(
    _ results: [PostgresResult], of tables: [EditedTable], since position: LogPosition, _ log: PostgresLog
  ) throws(StoreError) -> LogUpdate? {
    if position == log.position { return .nothing }
    guard position.epoch == log.position.epoch, position.version < log.position.version,
      log.position.version - position.version <= newsLimit
    else { return .reopen }
    let edits = results[1].rows.compactMap { Edit(RestoredRow($0)) }
    // Each commit leaves at least one edit: without the first of them the others tell too little.
    guard edits.contains(where: { $0.isCommit && $0.version == position.version + 1 }) else { return .reopen }
    guard edits.allSatisfy({ edit in edit.isCommit || tables.contains { $0.part == edit.part } }) else {
      return nil
    }
    let changes = try results[0].changes()
    guard (changes.last?.change.revision ?? position.head) == log.position.head,
      position.fingerprint(before: changes.first) == (changes.first?.fingerprint ?? log.position.fingerprint)
    else { return .reopen }
    var rows = changes.map { LogState.Row.change($0.change, $0.fingerprint) }
    var present: Set<[String]> = []
    for (table, result) in zip(tables, results.dropFirst(2)) {
      for row in try result.rows(of: table.table) {
        rows.append(row)
        present.insert(row.edit.map { [$0.part, $0.key] } ?? [])
      }
    }
    for edit in edits where !present.contains([edit.part, edit.key]) {
      if let absence = LogState.Row(absent: edit.part, edit.key) { rows.append(absence) }
    }
    return .rows(rows, log.position)
  }
}

/// That a commit touched a row, or, under a word of its own, that there was one.
private struct Edit {
  let part: String
  let key: String
  /// The first that did, of those that were asked for.
  let version: UInt64

  var isCommit: Bool { part == "commit" }

  init?(_ row: RestoredRow) {
    guard let part = row[0].text, let key = row[1].text, let version = row[2].number else { return nil }
    (self.part, self.key, self.version) = (part, key, version)
  }
}

extension LogPosition {
  /// The fingerprint that the next change must have; without one, the log. A log that has lost something and gone on
  /// another way, past this position, has another one there.
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

extension LogState.Row {
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
