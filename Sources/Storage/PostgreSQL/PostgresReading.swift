internal import Bindings
internal import Changes
internal import Documents
internal import Themes

extension PostgresResult {
  /// The log's only row.
  func log() throws(StoreError) -> PostgresLog { try PostgresLog(rows: Array(rows)) }

  func changes() throws(StoreError) -> [WrittenChange] { try Array(rows).writtenChanges() }
}

extension PostgresConnection {
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

  /// What was written since a position.
  func update(
    since position: LogPosition, until deadline: MonotonicTime
  ) throws(StoreError) -> (log: PostgresLog, update: LogUpdate) {
    for tables in [Self.oftenEdited, Self.edited] {
      let results = try read(
        [PostgresStatement(PostgresLog.selectText)] + Self.newsStatements(since: position, of: tables),
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
        (condition ?? "\(table.selectText) WHERE \(table.columns[0].name)")
        + " IN (SELECT key FROM livery.edits WHERE \(Self.isNew) AND part = '\(part)')"
    }
  }

  /// What most switches edit. Each further table that is asked for costs the engine as much as the rest of a look.
  static let oftenEdited = [EditedTable("activation", .activations)]
  private static let edited =
    oftenEdited + [
      EditedTable("schedule", .schedules), EditedTable("upload", .uploads), EditedTable("digest", .digests),
      EditedTable("image", .images),
      EditedTable("document", .documents, where: "\(DocumentStatements.newestText) AND theme"),
    ]

  static func newsStatements(since position: LogPosition, of tables: [EditedTable]) -> [PostgresStatement] {
    let version = PostgresValue.number(Int64(clamping: position.version))
    return [
      PostgresStatement(
        "\(Table.changes.selectText) WHERE revision > $1::bigint AND revision <= $1::bigint + \(newsLimit) "
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
    let edits = results[1].rows.compactMap { Edit($0) }
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
    if let files = log.files { rows.append(.files(files)) }
    var present: Set<[String]> = []
    for (table, result) in zip(tables, results.dropFirst(2)) {
      for row in try Array(result.rows).stateRows(of: table.table) {
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

  init?(_ row: PostgresRow) {
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

extension LogState.Row {
  /// How a commit notes that it touched the row; nil for a change, which is found by its revision.
  var edit: (part: String, key: String)? {
    switch self {
    case .change, .files: nil
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
