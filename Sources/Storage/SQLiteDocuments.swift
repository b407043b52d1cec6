internal import Bindings
internal import Changes
internal import Documents
internal import Themes

/// Themes' documents as they were. What they hold lies in a table of its own, once for all themes and revisions that
/// have it.
extension SQLiteConnection {
  /// One of a revision takes the place of another of the same.
  /// - Returns: at most so many bytes are now those of an earlier document.
  func keep(_ document: DocumentVersion) throws(SQLiteFailure) -> Int {
    let replaced = try integer(
      "SELECT COALESCE(MAX(LENGTH(bytes)), 0) FROM contents WHERE id = "
        + "(SELECT content FROM documents WHERE theme = ? ORDER BY since DESC LIMIT 1)",
      [.text(document.theme)])
    try run(
      "DELETE FROM documents WHERE theme = ? AND since = ?", [.text(document.theme), .number(document.since)])
    var content = ColumnValue.null
    if let source = document.source, let fingerprint = document.fingerprint {
      content = .integer(try self.content(of: source, fingerprint))
    }
    let file = document.source.map { String($0.baseName) }
    let values: [ColumnValue] = [
      .text(document.theme), .number(document.since), .optional(file), content,
      .word(Fingerprint(of: document)),
    ]
    try run("INSERT INTO documents (theme, since, file, content, fingerprint) VALUES (?, ?, ?, ?, ?)", values)
    return Int(replaced)
  }

  /// The number of a document's bytes, which are written where they are not there yet.
  private func content(of source: SourceFile, _ fingerprint: Fingerprint) throws(SQLiteFailure) -> Int64 {
    let values: [ColumnValue] = [.word(fingerprint), .blob(source.bytes)]
    let found = try rows("SELECT id FROM contents WHERE fingerprint = ? AND bytes = ?", values) { $0[0] }
    if case .integer(let id)? = found.first { return id }
    try run("INSERT INTO contents (fingerprint, bytes) VALUES (?, ?)", values)
    return try integer("SELECT last_insert_rowid()")
  }

  /// The bytes of documents that are followed by another of their theme.
  func earlierDocumentBytes() throws(SQLiteFailure) -> Int {
    Int(try integer("SELECT COALESCE(SUM(size), 0) FROM (\(Self.earlierDocuments))"))
  }

  /// The oldest go, so many that there is room for some more.
  func makeRoomForDocuments(_ room: Int) throws(SQLiteFailure) {
    try run(
      """
      DELETE FROM documents WHERE rowid IN (
        SELECT row FROM (
          SELECT row, SUM(size) OVER (ORDER BY since DESC, row DESC) AS total FROM (\(Self.earlierDocuments)))
        WHERE total > ?)
      """, [.integer(Int64(room - room / 8))])
    try forgetContents()
  }

  /// With the size of what they hold, which counts for the newest that holds it.
  private static let earlierDocuments = """
    SELECT row, since, CASE WHEN 1 = ROW_NUMBER() OVER (PARTITION BY content ORDER BY since DESC, row DESC)
        THEN COALESCE(LENGTH(bytes), 0) ELSE 0 END AS size
      FROM (SELECT rowid AS row, since, content, LEAD(since) OVER (PARTITION BY theme ORDER BY since) AS next
        FROM documents) LEFT JOIN contents ON contents.id = content
      WHERE next IS NOT NULL
    """

  /// Takes out what no revision from the floor on needs.
  func forgetDocuments(below floor: UInt64) throws(SQLiteFailure) {
    try run(
      """
      DELETE FROM documents WHERE EXISTS (SELECT 1 FROM documents AS newer
        WHERE newer.theme = documents.theme AND newer.since > documents.since AND newer.since <= ?)
      """, [.number(floor)])
    // That a theme is gone need not be known where nobody can ask for a time when it was there.
    try run(
      """
      DELETE FROM documents WHERE content IS NULL AND since <= ? AND NOT EXISTS (SELECT 1 FROM documents AS newer
        WHERE newer.theme = documents.theme AND newer.since > documents.since)
      """, [.number(floor)])
    try forgetContents()
  }

  private func forgetContents() throws(SQLiteFailure) {
    try run("DELETE FROM contents WHERE NOT EXISTS (SELECT 1 FROM documents WHERE content = contents.id)")
  }

  private static let whole =
    "SELECT theme, since, file, bytes, documents.fingerprint FROM documents "
    + "LEFT JOIN contents ON contents.id = content"

  func document(of theme: String, at revision: UInt64) throws(StoreError) -> DocumentVersion? {
    try documents(
      "\(Self.whole) WHERE theme = ? AND since <= ? ORDER BY since DESC LIMIT 1",
      [.text(theme), .number(revision)]
    ) { DocumentVersion($0) }.first
  }

  /// Of all themes and revisions.
  func allDocuments() throws(StoreError) -> [DocumentVersion] {
    try documents(Self.whole, []) { DocumentVersion($0) }
  }

  /// The newest of each theme, without what it holds.
  func documents() throws(StoreError) -> [LogState.Row] {
    try documents(
      "SELECT theme, since, contents.fingerprint, documents.fingerprint FROM documents "
        + "LEFT JOIN contents ON contents.id = content "
        + "WHERE since = (SELECT MAX(since) FROM documents AS other WHERE other.theme = documents.theme)", []
    ) { DocumentVersion(unread: $0) }.map { .document($0) }
  }

  private func documents(
    _ sql: String, _ values: [ColumnValue], read: (borrowing SQLiteRow) -> DocumentVersion?
  ) throws(StoreError) -> [DocumentVersion] {
    var documents: [DocumentVersion] = []
    for document in try stored({ () throws(SQLiteFailure) in try rows(sql, values, read: read) }) {
      guard let document else { throw .corrupt("a row of documents is not as it was written") }
      documents.append(document)
    }
    return documents
  }

  /// Writes down the fingerprints of what documents hold, in a log of a version that had none.
  func nameContents() throws(SQLiteFailure) {
    let next =
      "SELECT id, file, contents.bytes FROM contents JOIN documents ON content = id "
      + "WHERE contents.fingerprint IS NULL LIMIT 1"
    while let row = try rows(next, read: { ($0[0], $0[1], $0[2]) }).first {
      let source = SourceFile(name: row.1.text ?? "", bytes: row.2.bytes ?? [])
      try run("UPDATE contents SET fingerprint = ? WHERE id = ?", [.word(Fingerprint(of: source)), row.0])
    }
  }

  private func integer(_ sql: String, _ values: [ColumnValue] = []) throws(SQLiteFailure) -> Int64 {
    guard case .integer(let number)? = try rows(sql, values, read: { $0[0] }).first else { return 0 }
    return number
  }
}
