internal import Bindings
internal import Changes
internal import Documents
internal import Themes

/// The tables of a log in SQLite, and the migrations from older versions.
struct LogSchema: Sendable {
  /// A step from one version to the next.
  enum Step: Sendable {
    case sql(String)
    case shareTables
    case addDrafts
    case addSeries
  }

  /// The steps from the first version on.
  let steps: [Step]

  /// The `user_version` of a file that has all tables.
  var version: Int { steps.count + 1 }

  /// `application_id`: "Livy".
  static let application: Int64 = 0x4c69_7679

  /// The `application_id` of a log that was moved elsewhere: "LivM".
  static let movedApplication: Int64 = 0x4c69_764d

  static let current = LogSchema(steps: [
    .sql(
      """
      ALTER TABLE receipts ADD COLUMN status INTEGER;
      ALTER TABLE receipts ADD COLUMN headers TEXT;
      """),
    .sql("ALTER TABLE log ADD COLUMN start TEXT"),
    .sql(
      """
      CREATE TABLE documents (theme TEXT NOT NULL, since BIGINT NOT NULL, file TEXT, bytes BLOB,
        fingerprint TEXT NOT NULL, PRIMARY KEY (theme, since));
      """),
    .sql(
      """
      CREATE TABLE contents (id INTEGER PRIMARY KEY, fingerprint TEXT, bytes BLOB NOT NULL);
      CREATE INDEX contents_by_fingerprint ON contents (fingerprint);
      ALTER TABLE documents ADD COLUMN content INTEGER;
      INSERT INTO contents (id, bytes) SELECT rowid, bytes FROM documents WHERE bytes IS NOT NULL;
      UPDATE documents SET content = rowid WHERE bytes IS NOT NULL;
      ALTER TABLE documents DROP COLUMN bytes;
      CREATE INDEX documents_by_content ON documents (content);
      """),
    // A table with row numbers has a second tree: another page to write for each change.
    .sql(
      """
      ALTER TABLE touched RENAME TO old_touched;
      CREATE TABLE touched (channel TEXT NOT NULL, revision BIGINT NOT NULL, PRIMARY KEY (channel, revision))
        WITHOUT ROWID;
      INSERT INTO touched (channel, revision) SELECT channel, revision FROM old_touched;
      DROP TABLE old_touched;
      """),
    .sql(
      """
      CREATE TABLE images (file TEXT PRIMARY KEY, bytes BLOB NOT NULL, digest TEXT NOT NULL, at BIGINT NOT NULL,
        author TEXT NOT NULL, fingerprint TEXT NOT NULL);
      """),
    .shareTables,
    .addDrafts,
    .addSeries,
    .sql(
      """
      ALTER TABLE changes ADD COLUMN watch TEXT;
      ALTER TABLE activations ADD COLUMN watch TEXT;
      """),
  ])

  /// Creates the tables that PostgreSQL has too: contents by their SHA-256, the fingerprint of the files in the log's row,
  /// control characters of notes escaped.
  private static func shareTables(_ connection: SQLiteConnection) throws(SQLiteFailure) {
    try connection.execute(
      """
      ALTER TABLE log DROP COLUMN start;
      ALTER TABLE log ADD COLUMN files TEXT;
      ALTER TABLE log ADD COLUMN replaced BIGINT NOT NULL DEFAULT 0;
      UPDATE log SET files = (SELECT digest FROM digests WHERE theme = char(0) || 'files');
      DELETE FROM digests WHERE theme = char(0) || 'files';
      DELETE FROM receipts WHERE status IS NULL;
      DROP INDEX documents_by_content;
      ALTER TABLE documents RENAME TO old_documents;
      ALTER TABLE contents RENAME TO old_contents;
      \(definition(of: .documents));
      \(definition(of: .contents));
      \(Table.indexes[0].inSQLite);
      """)
    for table in ["changes", "activations", "schedules"] { try escapeNotes(of: table, connection) }
    for id in try connection.rows("SELECT id FROM old_contents").map({ $0[0] }) {
      try shareContent(id, connection)
    }
    try connection.execute(
      """
      INSERT INTO documents (theme, since, fingerprint)
        SELECT theme, since, fingerprint FROM old_documents WHERE content IS NULL;
      DROP TABLE old_documents;
      DROP TABLE old_contents;
      """)
    try connection.run(SQLStatement(DocumentStatements.countAgain, .integer(-1)))
  }

  /// Escapes U+0000 and U+0001. SQLite's `replace` leaves U+0000 alone.
  private static func escapeNotes(of table: String, _ connection: SQLiteConnection) throws(SQLiteFailure) {
    let rows = try connection.rows(
      "SELECT rowid, note FROM \(table) WHERE instr(CAST(note AS BLOB), x'00') + instr(CAST(note AS BLOB), x'01') > 0"
    )
    for row in rows {
      try connection.rows("UPDATE \(table) SET note = $1 WHERE rowid = $2", [.note(row[1].text), row[0]])
    }
  }

  /// Moves a content of the old table, and all documents with it, to the new ones.
  private static func shareContent(_ id: ColumnValue, _ connection: SQLiteConnection) throws(SQLiteFailure) {
    let row = try connection.rows(
      "SELECT bytes, (SELECT file FROM old_documents WHERE content = $1 LIMIT 1) FROM old_contents WHERE id = $1",
      [id]
    ).first
    let source = SourceFile(name: row?[1].text ?? "", bytes: row?[0].bytes ?? [])
    let content = ColumnValue.text(SHA256.hex(of: source.bytes))
    try connection.run(SQLStatement(Table.contents.put, content, .blob(source.bytes)))
    try connection.rows(
      """
      INSERT INTO documents (content, source, theme, since, file, fingerprint)
        SELECT $1, $2, theme, since, file, fingerprint FROM old_documents WHERE content = $3
      """, [content, .word(Fingerprint(of: source)), id])
  }

  /// Updates a file from an older version; version 0 is an empty file.
  func migrate(_ connection: SQLiteConnection, from version: Int) throws(SQLiteFailure) {
    try connection.execute("BEGIN IMMEDIATE")
    if version == 0 { try Self.create(connection) }
    for step in version == 0 ? steps.dropFirst(Self.current.steps.count) : steps[(version - 1)...] {
      switch step {
      case .sql(let text): try connection.execute(text)
      case .shareTables: try Self.shareTables(connection)
      case .addDrafts:
        try connection.execute("ALTER TABLE changes ADD COLUMN origin TEXT")
        try connection.execute("ALTER TABLE uploads ADD COLUMN authors TEXT")
        for table in Table.ofDrafts { try connection.execute(Self.definition(of: table)) }
      case .addSeries:
        try connection.execute("ALTER TABLE changes ADD COLUMN occurrence TEXT")
        try connection.execute(Self.definition(of: .series))
      }
    }
    try connection.execute("PRAGMA user_version = \(self.version)")
    try connection.execute("COMMIT")
  }

  private static func create(_ connection: SQLiteConnection) throws(SQLiteFailure) {
    let log = """
      CREATE TABLE log (id INTEGER PRIMARY KEY CHECK (id = 1), epoch TEXT NOT NULL, head BIGINT NOT NULL,
        fingerprint TEXT NOT NULL, floor BIGINT NOT NULL, floor_fingerprint TEXT NOT NULL, files TEXT,
        replaced BIGINT NOT NULL DEFAULT 0)
      """
    for statement in [log] + Table.all.map(definition) + Table.indexes.map(\.inSQLite) {
      try connection.execute(statement)
    }
    try connection.rows(
      "INSERT INTO log (id, epoch, head, fingerprint, floor, floor_fingerprint) VALUES (1, $1, 0, $2, 0, $2)",
      [.text("\(Epoch.random())"), .word(Fingerprint())])
    try connection.execute("PRAGMA application_id = \(application)")
  }

  /// A table with large values keeps its row numbers; otherwise a search would read the values too.
  private static func definition(of table: Table) -> String {
    let text = table.definition(integer: "INTEGER", bytes: "BLOB").inSQLite
    return table.keyCount > 1 ? "\(text) WITHOUT ROWID" : text
  }
}

extension String {
  /// The text without the prefix of PostgreSQL's schema.
  var inSQLite: String { replacing("livery.", with: "") }
}
