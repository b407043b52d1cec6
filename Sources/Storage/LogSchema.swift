/// The tables of a log, as SQLite makes them.
struct LogSchema: Sendable {
  /// What leads from one version to the next; the first from an empty file.
  let migrations: [String]

  /// `user_version` of a file that has them all.
  var version: Int { migrations.count }

  /// `application_id`: "Livy".
  static let application: Int64 = 0x4c69_7679

  /// `application_id` of a log that was moved elsewhere: "LivM".
  static let movedApplication: Int64 = 0x4c69_764d

  /// As this program writes it.
  static let current = LogSchema(migrations: [
    """
    CREATE TABLE log (id INTEGER PRIMARY KEY CHECK (id = 1), epoch TEXT NOT NULL, head BIGINT NOT NULL,
      fingerprint TEXT NOT NULL, floor BIGINT NOT NULL, floor_fingerprint TEXT NOT NULL);
    CREATE TABLE changes (revision INTEGER PRIMARY KEY, kind TEXT NOT NULL, theme TEXT NOT NULL, previous TEXT,
      channels TEXT NOT NULL, at BIGINT NOT NULL, author TEXT NOT NULL, note TEXT, differences TEXT,
      schedule TEXT, transition DOUBLE PRECISION, etag TEXT, fingerprint TEXT NOT NULL);
    CREATE TABLE touched (channel TEXT NOT NULL, revision BIGINT NOT NULL, PRIMARY KEY (channel, revision));
    CREATE TABLE activations (channel TEXT PRIMARY KEY, theme TEXT NOT NULL, previous TEXT,
      revision BIGINT NOT NULL, latest BIGINT NOT NULL, at BIGINT NOT NULL, author TEXT NOT NULL, note TEXT,
      base TEXT NOT NULL, is_default INTEGER NOT NULL, fingerprint TEXT NOT NULL);
    CREATE TABLE schedules (id TEXT PRIMARY KEY, channel TEXT NOT NULL, theme TEXT NOT NULL,
      starts BIGINT NOT NULL, ends BIGINT, author TEXT NOT NULL, note TEXT, phase TEXT NOT NULL,
      revision BIGINT NOT NULL, fingerprint TEXT NOT NULL);
    CREATE TABLE uploads (name TEXT PRIMARY KEY, file TEXT NOT NULL, bytes BLOB NOT NULL, at BIGINT NOT NULL,
      author TEXT NOT NULL, fingerprint TEXT NOT NULL);
    CREATE TABLE digests (theme TEXT PRIMARY KEY, digest TEXT NOT NULL);
    CREATE TABLE receipts (key TEXT PRIMARY KEY, request TEXT NOT NULL, answer BLOB NOT NULL,
      at BIGINT NOT NULL, fingerprint TEXT NOT NULL);
    CREATE INDEX receipts_by_age ON receipts (at);
    """,
    """
    ALTER TABLE receipts ADD COLUMN status INTEGER;
    ALTER TABLE receipts ADD COLUMN headers TEXT;
    """,
    "ALTER TABLE log ADD COLUMN start TEXT",
    """
    CREATE TABLE documents (theme TEXT NOT NULL, since BIGINT NOT NULL, file TEXT, bytes BLOB,
      fingerprint TEXT NOT NULL, PRIMARY KEY (theme, since));
    """,
    """
    CREATE TABLE contents (id INTEGER PRIMARY KEY, fingerprint TEXT, bytes BLOB NOT NULL);
    CREATE INDEX contents_by_fingerprint ON contents (fingerprint);
    ALTER TABLE documents ADD COLUMN content INTEGER;
    INSERT INTO contents (id, bytes) SELECT rowid, bytes FROM documents WHERE bytes IS NOT NULL;
    UPDATE documents SET content = rowid WHERE bytes IS NOT NULL;
    ALTER TABLE documents DROP COLUMN bytes;
    CREATE INDEX documents_by_content ON documents (content);
    """,
    // One page less to write for each change: a table that has rowids is two trees.
    """
    ALTER TABLE touched RENAME TO old_touched;
    CREATE TABLE touched (channel TEXT NOT NULL, revision BIGINT NOT NULL, PRIMARY KEY (channel, revision))
      WITHOUT ROWID;
    INSERT INTO touched (channel, revision) SELECT channel, revision FROM old_touched;
    DROP TABLE old_touched;
    """,
    """
    CREATE TABLE images (file TEXT PRIMARY KEY, bytes BLOB NOT NULL, digest TEXT NOT NULL, at BIGINT NOT NULL,
      author TEXT NOT NULL, fingerprint TEXT NOT NULL);
    """,
  ])

  /// The first version whose documents lie beside their themes, each once.
  static let versionWithContents = 5
}
