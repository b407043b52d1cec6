internal import Bindings
internal import Changes

/// Themes' documents as they were, in a table of their own.
extension SQLiteConnection {
  /// One of a revision takes the place of another of the same.
  func keep(_ document: KeptDocument) throws(SQLiteFailure) {
    try run(
      "DELETE FROM documents WHERE theme = ? AND since = ?",
      [.text(document.theme), .number(document.since)])
    try run(Table.documents.insert, document.columns)
  }

  /// The oldest go where those that are followed by another of their theme take more than so many bytes.
  func makeRoomForDocuments(_ room: Int) throws(SQLiteFailure) {
    try run(
      """
      DELETE FROM documents WHERE rowid IN (
        SELECT id FROM (
          SELECT id, SUM(size) OVER (ORDER BY since DESC, id DESC) AS total FROM (
            SELECT rowid AS id, since, COALESCE(LENGTH(bytes), 0) AS size,
              LEAD(since) OVER (PARTITION BY theme ORDER BY since) AS next FROM documents)
          WHERE next IS NOT NULL)
        WHERE total > ?)
      """, [.integer(Int64(room))])
  }

  /// Takes out what no revision from the floor on needs.
  func forgetDocuments(below floor: UInt64) throws(SQLiteFailure) {
    try run(
      """
      DELETE FROM documents WHERE EXISTS (SELECT 1 FROM documents AS newer
        WHERE newer.theme = documents.theme AND newer.since > documents.since AND newer.since <= ?)
      """, [.number(floor)])
  }

  func document(of theme: String, at revision: UInt64) throws(StoreError) -> KeptDocument? {
    try documents(
      where: "WHERE theme = ? AND since <= ? ORDER BY since DESC LIMIT 1", [.text(theme), .number(revision)]
    ).first
  }

  /// The newest of each theme.
  func documents() throws(StoreError) -> [Ledger.Row] {
    try documents(
      where: "WHERE since = (SELECT MAX(since) FROM documents AS other WHERE other.theme = documents.theme)",
      []
    ).map { .document($0) }
  }

  private func documents(
    where condition: String, _ values: [ColumnValue]
  ) throws(StoreError) -> [KeptDocument] {
    try decoded(.documents, condition, values) { KeptDocument($0) }
  }
}
