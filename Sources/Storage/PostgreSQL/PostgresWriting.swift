internal import Bindings
internal import Changes

/// A commit on its way to the server: what it writes, and where the log stands once it is done.
struct PostgresCommit: Sendable {
  let position: LogPosition
  /// A random word, kept with the commit: whoever is in doubt about it finds it by that.
  let word: String
  let statements: [PostgresStatement]

  /// - Parameters:
  ///   - isMoved: whether the log was on another server before.
  ///   - documentRoom: what earlier documents may take, in bytes.
  init(_ commit: LogCommit, after before: LogPosition, isMoved: Bool, documentRoom: Int) {
    position = before.advanced(by: commit)
    word = UInt64.random(in: .min ... .max).hex16
    let edits =
      Self.edits(commit, of: position.version) + [[.number(position.version), .text("commit"), .text(word)]]
    statements =
      Self.statements(commit, documentRoom)
      + [Table.edits.postgresPut(edits)].compactMap { $0 }
      + commit.headStatements.map { PostgresStatement($0) }
      + (commit.epoch.map { [Self.beginning($0)] } ?? [])
      + [Self.update(to: position, at: commit.newestChange, isMoved: isMoved)]
  }

  /// The rows that the commit touches, for those who follow the log.
  private static func edits(_ commit: LogCommit, of version: UInt64) -> [[ColumnValue]] {
    let touched = Set(commit.rows.compactMap { row in row.edit.map { [$0.part, $0.key] } })
    return touched.sorted { $0.lexicographicallyPrecedes($1) }.map {
      [.number(version), .text($0[0]), .text($0[1])]
    }
  }

  /// One statement for each table that is written, and for each that loses rows. A statement can't write a row twice, so
  /// the last edit of each row counts.
  private static func statements(_ commit: LogCommit, _ documentRoom: Int) -> [PostgresStatement] {
    var last: [EditedRow: RowEdit] = [:]
    for edit in commit.edits { last[EditedRow(edit)] = edit }
    let byTable = Dictionary(grouping: last.values) { $0.table.name }
    var statements: [PostgresStatement] = []
    let themes = Set(commit.documents.map(\.theme)).sorted()
    if !themes.isEmpty {
      let array = PostgresArray.literal(themes.map { .text($0) })
      statements.append(PostgresStatement(countReplaced.text, .text(array)))
    }
    for table in Table.all {
      var (rows, keys): ([[ColumnValue]], [String]) = ([], [])
      for edit in byTable[table.name] ?? [] {
        switch edit {
        case .put(_, let values): rows.append(values)
        case .delete(_, let key): keys.append(key)
        }
      }
      statements += [table.postgresPut(rows), table.postgresDelete(keys)].compactMap { $0 }
    }
    guard !themes.isEmpty else { return statements }
    return statements + DocumentStatements.makeRoom(documentRoom).map { PostgresStatement($0) }
  }

  private static let countReplaced = DocumentStatements.countReplaced(themes: "= ANY($1::text[])")

  private static func beginning(_ epoch: Epoch) -> PostgresStatement {
    PostgresStatement("UPDATE livery.log SET epoch = $1, epochs = epochs || ' ' || $1", .text("\(epoch)"))
  }

  /// Finding out which server this is takes PostgreSQL longer than the rest, so it is asked only where it may be another.
  private static func update(to position: LogPosition, at: Timestamp?, isMoved: Bool) -> PostgresStatement {
    PostgresStatement(
      """
      UPDATE livery.log SET version = $1::bigint, head = $2::bigint, fingerprint = $3, at = greatest(at, $4::bigint),
        \(isMoved ? PostgresLog.moveHere : PostgresLog.noteStandby)
      """,
      .number(Int64(clamping: position.version)), .number(Int64(clamping: position.head)),
      .text(position.fingerprint.word.hex16), .number(at?.milliseconds ?? 0))
  }
}

extension PostgresLog {
  /// The part of an update that says where it was made.
  static let moveHere = "(timeline, system) = (SELECT \(PostgresPlace.columns)), \(noteStandby)"

  /// The part of an update that says whether what is committed with it has a synchronous standby.
  static let noteStandby = "synced = \(isSyncedHere)"

  /// 1 on a server with a synchronous standby, else 0.
  static let isSyncedHere = "(current_setting('synchronous_standby_names') <> '')::int"

  /// Goes on under a new epoch; the last hundred are known, so that who stood under one of them finds out what
  /// became of it.
  func renewal() -> PostgresStatement {
    let epoch = Epoch.random()
    let epochs = (epochs + [epoch]).suffix(100).map(\.description).joined(separator: " ")
    return PostgresStatement(
      "UPDATE livery.log SET epoch = $1, epochs = $2, version = version + 1, sealed = 0, \(Self.moveHere)",
      .text("\(epoch)"), .text(epochs))
  }
}

/// The row that an edit is about.
private struct EditedRow: Hashable {
  let table: String
  let key: [ColumnValue]

  init(_ edit: RowEdit) {
    table = edit.table.name
    key =
      switch edit {
      case .put(let table, let values): Array(values.prefix(table.keyCount))
      case .delete(_, let key): [.text(key)]
      }
  }
}

extension RowEdit {
  fileprivate var table: Table {
    switch self {
    case .put(let table, _), .delete(let table, _): table
    }
  }
}

extension LogCommit {
  fileprivate var newestChange: Timestamp? {
    rows.compactMap { row in if case .change(let change, _) = row { change.at } else { nil } }.max()
  }
}
