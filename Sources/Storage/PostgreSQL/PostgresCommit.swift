internal import Bindings
internal import Changes
internal import Synchronization

/// The statements of a commit, and the position of the log after it.
struct PostgresCommit: Sendable {
  let position: LogPosition
  /// A random word that is stored with the commit. A commit in doubt is found by it.
  let word = UInt64.random(in: .min ... .max).hex16
  private(set) var statements: [PostgresStatement] = []

  /// - Parameter documentRoom: the limit for earlier documents, in bytes.
  init(_ commit: LogCommit, after before: LogPosition, documentRoom: Int) {
    position = before.advanced(by: commit)
    // A statement can't write a row twice, so the last edit of each row counts.
    var edits: [EditedRow: RowEdit] = [:]
    for edit in commit.edits { edits[EditedRow(edit)] = edit }
    let themes = Set(commit.documents.map(\.theme)).sorted()
    if !themes.isEmpty {
      statements.append(PostgresStatement(Self.countReplaced.text, .array(themes)))
    }
    addEdits(edits.values)
    if !themes.isEmpty {
      statements += DocumentStatements.makeRoom(documentRoom).map { PostgresStatement($0) }
    }
    addNotes(on: edits.keys)
    statements += commit.headStatements.map { PostgresStatement($0) }
    if let epoch = commit.epoch {
      statements.append(
        PostgresStatement("UPDATE livery.log SET epoch = $1, epochs = epochs || ' ' || $1", .text("\(epoch)"))
      )
    }
    let times = commit.rows.compactMap { row in
      if case .change(let change, _) = row { change.at } else { nil }
    }
    statements.append(update(at: times.max()))
  }

  private static let countReplaced = DocumentStatements.countReplaced(themes: "= ANY($1::text[])")

  /// Adds one statement for each table in which rows are written, and for each in which rows are deleted.
  private mutating func addEdits(_ edits: some Sequence<RowEdit>) {
    let byTable = Dictionary(grouping: edits) { $0.table.name }
    for table in Table.all {
      var (rows, keys): ([[ColumnValue]], [String]) = ([], [])
      for edit in byTable[table.name] ?? [] {
        switch edit {
        case .put(_, let values): rows.append(values)
        case .delete(_, let key): keys.append(key)
        }
      }
      if !rows.isEmpty { statements.append(table.postgresPut(rows)) }
      if !keys.isEmpty {
        statements.append(
          PostgresStatement(
            "DELETE FROM livery.\(table.name) WHERE \(table.columns[0].name) = ANY($1::text[])", .array(keys))
        )
      }
    }
  }

  /// Lists the edited rows, for servers that follow the log, and the word of the commit.
  private mutating func addNotes(on rows: some Sequence<EditedRow>) {
    let tables = Dictionary(EditedTable.all.map { ($0.part, $0) }) { $1 }
    let edited = Set(rows.compactMap { row in tables[row.part]?.note(of: row.key[0].text ?? "") })
    let notes = edited.sorted { $0.lexicographicallyPrecedes($1) } + [["commit", word]]
    statements.append(
      Table.edits.postgresPut(notes.map { [.number(position.version), .text($0[0]), .text($0[1])] }))
  }

  private func update(at: Timestamp?) -> PostgresStatement {
    PostgresStatement(
      """
      UPDATE livery.log SET version = $1::bigint, head = $2::bigint, fingerprint = $3, at = greatest(at, $4::bigint),
        \(PostgresLog.noteStandby)
      """,
      .number(position.version), .number(position.head), .text(position.fingerprint.word.hex16),
      .integer(at?.milliseconds ?? 0))
  }
}

/// The key of an edited row.
private struct EditedRow: Hashable {
  let part: String
  let key: [ColumnValue]

  init(_ edit: RowEdit) {
    part = edit.table.part
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

extension Table {
  static let edits = Table(
    "edits", key: 3, conflict: .fails, ["version": .integer, "part": .text, "key": .text])

  /// The name of the table in the list of edited rows: the singular.
  var part: String { String(name.dropLast()) }

  /// Writes rows by one statement, which takes whole columns.
  fileprivate func postgresPut(_ rows: [[ColumnValue]]) -> PostgresStatement {
    PostgresStatement(putText, columns.indices.map { column in ColumnValue.array(rows.map { $0[column] }) })
  }

  /// The SQL texts of the tables. Composing them for each commit took a tenth of the writer's time.
  private static let putTexts = Mutex<[String: String]>([:])

  private var putText: String {
    if let text = Self.putTexts.withLock({ $0[name] }) { return text }
    let list = columns.map(\.name).joined(separator: ", ")
    let marks = columns.enumerated().map { "$\($0 + 1)::\($1.type.inPostgres)[]" }.joined(separator: ", ")
    let text = "INSERT INTO livery.\(name) (\(list)) SELECT * FROM unnest(\(marks))\(conflictClause)"
    Self.putTexts.withLock { $0[name] = text }
    return text
  }
}

extension Table.ColumnType {
  fileprivate var inPostgres: String {
    switch self {
    case .integer, .optionalInteger: "bigint"
    case .text, .optionalText: "text"
    case .optionalReal: "double precision"
    case .bytes: "bytea"
    }
  }
}
