internal import Bindings
internal import Changes

/// The tables of a log, as PostgreSQL makes them: in a schema of their own, always written with it, so that nothing
/// hangs on `search_path`.
package enum PostgresSchema {
  /// What leads from one version to the next; the first from a database without any. Only additions, each of which
  /// an older replica may live beside.
  static let migrations: [[String]] = [
    ["CREATE SCHEMA IF NOT EXISTS livery", log] + tables + Table.indexes + [servers, files],
    [
      "ALTER TABLE livery.log ADD COLUMN files TEXT",
      // The first version had it among the digests of themes.
      "UPDATE livery.log SET files = (SELECT digest FROM livery.digests WHERE theme = chr(1) || '0files')",
      "DELETE FROM livery.digests WHERE theme = chr(1) || '0files'",
    ],
  ]

  /// One row, locked by the server that writes: the lock makes the commit order the order. A sequence would commit out of
  /// order and leave holes, and a reader can't tell a hole that will be filled from one that won't.
  private static let log = """
    CREATE TABLE livery.log (id BIGINT PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL, epoch TEXT NOT NULL,
      epochs TEXT NOT NULL, version BIGINT NOT NULL, head BIGINT NOT NULL, fingerprint TEXT NOT NULL,
      floor BIGINT NOT NULL, floor_fingerprint TEXT NOT NULL, at BIGINT NOT NULL, timeline TEXT NOT NULL,
      system TEXT NOT NULL, synced BIGINT NOT NULL, schema BIGINT NOT NULL, readable_from BIGINT NOT NULL,
      replaced BIGINT NOT NULL DEFAULT 0, sealed BIGINT NOT NULL DEFAULT 0) WITH (fillfactor = 10)
    """
  /// Which rows each commit touched, and, as part 'commit', the word of its transaction, is in `edits`.
  private static let tables = (Table.all + [Table.edits]).map {
    $0.definition(integer: "BIGINT", bytes: "BYTEA")
  }
  /// The live servers, each with the files that it serves, and all such files in the order in which they came.
  private static let servers =
    "CREATE TABLE livery.replicas (id TEXT PRIMARY KEY, files TEXT NOT NULL, seen BIGINT NOT NULL)"
  private static let files =
    "CREATE TABLE livery.files (fingerprint TEXT PRIMARY KEY, number BIGINT NOT NULL)"

  package static var version: Int { migrations.count }

  /// All of it, to be run by hand in an empty database.
  package static var script: String {
    (["BEGIN"] + migrations.flatMap { $0 } + [firstRow, "COMMIT"]).map { "\($0);" }.joined(separator: "\n")
  }

  /// The oldest Livery, by the version that it knows, that may write beside this one.
  static let readableFrom = 1

  /// The fingerprint of a log without changes.
  private static let start = Fingerprint().word.hex16

  /// The log's only row, by the server that it begins on, which makes up its name and its first epoch.
  static let firstRow = """
    INSERT INTO livery.log (id, name, epoch, epochs, version, head, fingerprint, floor, floor_fingerprint, at,
      timeline, system, synced, schema, readable_from)
    SELECT 1, left(replace(gen_random_uuid()::text, '-', ''), 16), word, word, 0, 0, '\(start)', 0, '\(start)', 0,
      \(PostgresPlace.columns),
      \(PostgresLog.isSyncedHere), \(version), \(readableFrom)
    FROM (SELECT left(replace(gen_random_uuid()::text, '-', ''), 16) AS word) AS first
    """
}
