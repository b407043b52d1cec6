internal import Bindings
internal import Changes
internal import Documents
internal import Themes

/// Reading a log from either database.
extension LogConnection {
  /// Reads and checks the state and the newest changes.
  func open(tail: Int) throws(StoreError) -> (head: Head, state: LogState, tail: [Change]) {
    let tables = Table.ofState.map { SQLStatement($0.select) } + [SQLStatement(DocumentStatements.newest)]
    let results = try read(
      [SQLStatement(Head.select), SQLStatement(LogQueries.tail, .integer(Int64(tail)))] + tables)
    let head = try Head(rows: results[0])
    let state = try state(of: head, results[2...], Table.ofState + [.documents])
    let first = max(head.floor.revision, state.head - min(state.head, UInt64(tail)))
    let chain = try results[1].writtenChanges().chain(after: first, floor: head.floor, limit: tail)
    guard (chain.last?.revision ?? first) == state.head else {
      throw .corrupt("the log does not reach its head, \(state.head)")
    }
    return (head, state, chain)
  }

  /// Reads the whole log.
  func contents() throws(StoreError) -> LogContents {
    let results = try read(
      [
        SQLStatement(Head.select), SQLStatement(LogQueries.allChanges),
        SQLStatement(DocumentStatements.whole),
        SQLStatement(Table.receipts.select),
      ] + Table.ofState.map { SQLStatement($0.select) })
    let head = try Head(rows: results[0])
    return try LogContents(
      state: try state(of: head, results[4...], Table.ofState), floor: head.floor,
      changes: try results[1].writtenChanges(),
      documents: try results[2].decoded(.documents) { DocumentVersion($0) },
      records: try results[3].decoded(.receipts) { IdempotencyRecord($0) })
  }

  private func state(
    of head: Head, _ results: ArraySlice<[Row]>, _ tables: [Table]
  ) throws(StoreError) -> LogState {
    var state = head.state
    for (rows, table) in zip(results, tables) { state.absorb(try rows.stateRows(of: table)) }
    let newest = state.activations.values.map(\.latest).max() ?? 0
    guard newest <= state.head else { throw .corrupt("an activation is newer than the log's head") }
    return state
  }

  /// Reads the changes after a revision; nil if the log no longer reaches back so far.
  func changes(after revision: UInt64, limit: Int) throws(StoreError) -> [Change]? {
    let results = try read([
      SQLStatement(Head.select),
      SQLStatement(LogQueries.changesFrom, .number(revision), .integer(Int64(limit) + 1)),
    ])
    let floor = try Head(rows: results[0]).floor
    guard revision >= floor.revision else { return nil }
    return try results[1].writtenChanges().chain(after: revision, floor: floor, limit: limit)
  }

  func history(of channel: String, before revision: UInt64, limit: Int) throws(StoreError) -> [Change] {
    let span: [ColumnValue] = [.number(revision), .integer(Int64(limit))]
    let statement =
      channel == Snapshot.everyChannel
      ? SQLStatement(LogQueries.history, span)
      : SQLStatement(LogQueries.channelHistory, [.text(channel)] + span)
    return try read([statement])[0].writtenChanges().map(\.change)
  }

  func document(of theme: String, at revision: UInt64) throws(StoreError) -> DocumentVersion? {
    try read([SQLStatement(DocumentStatements.one, .text(theme), .number(revision))])[0]
      .decoded(.documents) { DocumentVersion($0) }.first
  }

  /// Reads the fingerprint of the log at a revision; nil if the log does not reach it.
  func fingerprint(at revision: UInt64) throws(StoreError) -> Fingerprint? {
    try read([SQLStatement(LogQueries.fingerprint, .number(revision))])[0].first?[0].word
  }
}

extension Array where Element: ColumnRow {
  /// Decodes rows of a table. Throws if a row is damaged.
  func decoded<Part>(
    _ table: Table, _ read: (Element) throws(StoreError) -> Part?
  ) throws(StoreError) -> [Part] {
    var parts: [Part] = []
    parts.reserveCapacity(count)
    for row in self {
      guard let part = try read(row) else {
        throw .corrupt("a row of \(table.name) is not as it was written")
      }
      parts.append(part)
    }
    return parts
  }

  func writtenChanges() throws(StoreError) -> [WrittenChange] {
    try decoded(.changes) { row throws(StoreError) in WrittenChange(row) }
  }

  /// Decodes rows of a table that is part of the state.
  func stateRows(of table: Table) throws(StoreError) -> [LogState.Row] {
    try decoded(table) { row throws(StoreError) in try LogState.Row(row, of: table) }
  }
}
