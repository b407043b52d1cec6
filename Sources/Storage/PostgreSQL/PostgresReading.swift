internal import Bindings
internal import Changes

/// A table whose edited rows a commit lists in `edits`.
struct EditedTable: Sendable {
  let table: Table
  let select: String
  var part: String { table.part }

  /// Indicates whether servers of earlier versions don't know the table. They would take its name in `edits` for damage, so
  /// its edits are listed among the words of commits, which they skip.
  private var isNotedAsCommit: Bool { Table.later.contains { $0.name == table.name } }

  /// A server that is further behind than so many commits or changes opens the log again.
  private static let limit = 10_000
  /// Bounded on both sides: for an open range of a table that it has not yet analyzed, PostgreSQL expects a third of it, and
  /// reads all of it.
  private static let isNew = "version > $1::bigint AND version <= $1::bigint + \(limit)"

  private init(_ table: Table, where condition: String? = nil) {
    self.table = table
    select =
      (condition ?? "\(table.selectText) WHERE \(table.columns[0].name)")
      + " IN (SELECT key FROM livery.edits WHERE \(Self.isNew) AND part = '\(table.part)')"
  }

  private init(notedAsCommit table: Table) {
    self.table = table
    select =
      "\(table.selectText) WHERE '\(table.part):' || \(table.columns[0].name) "
      + "IN (SELECT key FROM livery.edits WHERE \(Self.isNew) AND part = 'commit')"
  }

  /// Returns the part and the key under which the edit of a row is listed.
  func note(of key: String) -> [String] { isNotedAsCommit ? ["commit", "\(part):\(key)"] : [part, key] }

  /// The tables that most switches edit. Reading one more table takes PostgreSQL as long as the rest of the reading.
  static let usual = [EditedTable(.activations)]
  static let all =
    usual + [
      EditedTable(.schedules), EditedTable(.uploads), EditedTable(.digests), EditedTable(.images),
      EditedTable(.documents, where: "\(DocumentStatements.newestText) AND theme"),
    ] + Table.later.map(EditedTable.init(notedAsCommit:))

  /// Returns the statements that read the changes, the list of edited rows, and those rows.
  static func statements(since position: LogPosition, of tables: [EditedTable]) -> [PostgresStatement] {
    [
      PostgresStatement(
        "\(Table.changes.selectText) WHERE revision > $1::bigint AND revision <= $1::bigint + \(limit) "
          + "ORDER BY revision", .number(position.head)),
      PostgresStatement(
        "SELECT part, key, min(version) FROM livery.edits WHERE \(isNew) GROUP BY part, key",
        .number(position.version)),
    ] + tables.map { PostgresStatement($0.select, .number(position.version)) }
  }

  fileprivate static func canUpdate(_ position: LogPosition, to log: PostgresLog) -> Bool {
    position.epoch == log.position.epoch && position.version < log.position.version
      && log.position.version - position.version <= limit
  }
}

extension PostgresSession {
  /// Reads what was written since a position, in one consistent reading.
  func update(since position: LogPosition) throws(StoreError) -> (log: PostgresLog, update: LogUpdate) {
    for tables in [EditedTable.usual, EditedTable.all] {
      let results = try read(
        [PostgresStatement(PostgresLog.selectText)] + EditedTable.statements(since: position, of: tables))
      let log = try PostgresLog(rows: results[0])
      if let update = try LogUpdate(Array(results.dropFirst()), of: tables, since: position, log) {
        return (log, update)
      }
    }
    throw .corrupt("a row of livery.edits names a table that is not there")
  }

  /// Reads what was written since a position, within a transaction that holds the lock.
  func update(since position: LogPosition, _ log: PostgresLog) throws(StoreError) -> LogUpdate {
    if position == log.position { return .nothing }
    guard EditedTable.canUpdate(position, to: log) else { return .reopen }
    let results = try run(EditedTable.statements(since: position, of: EditedTable.all))
    return try LogUpdate(results, of: EditedTable.all, since: position, log) ?? .reopen
  }
}

extension LogUpdate {
  /// Creates the update from the results of `EditedTable.statements`; nil if other tables were edited too.
  init?(
    _ results: [[PostgresRow]], of tables: [EditedTable], since position: LogPosition, _ log: PostgresLog
  ) throws(StoreError) {
    self = .reopen
    if position == log.position { self = .nothing }
    guard EditedTable.canUpdate(position, to: log) else { return }
    let edits = results[1].compactMap { Edit($0) }
    // Each commit leaves at least one edit: if the first is missing, the list is incomplete.
    guard edits.contains(where: { $0.isCommit && $0.version == position.version + 1 }) else { return }
    guard edits.allSatisfy({ edit in edit.isCommit || tables.contains { $0.part == edit.part } }) else {
      return nil
    }
    let changes = try results[0].writtenChanges()
    guard (changes.last?.change.revision ?? position.head) == log.position.head,
      position.fingerprint(before: changes.first) == (changes.first?.fingerprint ?? log.position.fingerprint)
    else { return }
    var rows = changes.map { LogState.Row.change($0.change, $0.fingerprint) }
    if let files = log.files { rows.append(.files(files)) }
    var present: Set<[String]> = []
    for (table, result) in zip(tables, results.dropFirst(2)) {
      rows += try result.stateRows(of: table.table)
      present.formUnion(result.map { [table.part, $0[0].text ?? ""] })
    }
    rows += edits.filter { edit in !edit.parts.contains { present.contains([$0, edit.key]) } }.compactMap(
      \.absence)
    self = .rows(rows, log.position)
  }
}

/// An edited row, or, as part `commit`, the word of a commit. That part has edits of later tables too, with a colon in the key.
private struct Edit {
  let part: String
  let key: String
  /// The version of the first commit, among the commits that were read, that edited it.
  let version: UInt64

  var isCommit: Bool { part == "commit" }

  init?(_ row: PostgresRow) {
    guard let part = row[0].text, let key = row[1].text, let version = row[2].number else { return nil }
    let names = part == "commit" ? key.split(separator: ":", maxSplits: 1).map(String.init) : []
    (self.part, self.key, self.version) =
      names.count == 2 ? (names[0], names[1], version) : (part, key, version)
  }

  /// The tables that may have the row. A schedule leaves one of its tables for the other if it begins to repeat.
  var parts: [String] {
    let ofPlans = [Table.schedules.part, Table.series.part]
    return ofPlans.contains(part) ? ofPlans : [part]
  }

  /// The deletion of the row; nil for a row that can't be deleted.
  var absence: LogState.Row? {
    switch part {
    case Table.schedules.part, Table.series.part: .noSchedule(key)
    case Table.uploads.part: .noUpload(key)
    case Table.images.part: .noImage(key)
    case Table.digests.part: .noDigest(theme: key)
    case Table.drafts.part: .noDraft(key)
    case Table.draftEnds.part: .noDraftEnd(key)
    default: nil
    }
  }
}

extension LogPosition {
  /// The fingerprint that the next change must have, or the log if there is none. A log that lost changes and then
  /// continued past this position has another fingerprint there.
  fileprivate func fingerprint(before next: WrittenChange?) -> Fingerprint {
    next.map { fingerprint.extended(by: $0.change) } ?? fingerprint
  }
}
