internal import Bindings
internal import Changes

/// The tables of a log in PostgreSQL. They are in a schema that every statement names, so that `search_path` does not matter.
package enum PostgresSchema {
  /// The statements that lead from each version to the next, first from an empty database. They only add, so that older
  /// servers can still use the tables.
  static let migrations: [[String]] = [
    ["CREATE SCHEMA IF NOT EXISTS livery", log] + tables + Table.indexes + [servers, files],
    [
      "ALTER TABLE livery.log ADD COLUMN files TEXT",
      // The first version had it among the digests of themes.
      "UPDATE livery.log SET files = (SELECT digest FROM livery.digests WHERE theme = chr(1) || '0files')",
      "DELETE FROM livery.digests WHERE theme = chr(1) || '0files'",
    ],
    // A new database has the columns already.
    [
      "ALTER TABLE livery.changes ADD COLUMN IF NOT EXISTS origin TEXT",
      "ALTER TABLE livery.uploads ADD COLUMN IF NOT EXISTS authors TEXT",
    ] + Table.ofDrafts.map(definition),
    ["ALTER TABLE livery.replicas ADD COLUMN position TEXT, ADD COLUMN place TEXT"],
    ["ALTER TABLE livery.changes ADD COLUMN IF NOT EXISTS occurrence TEXT", definition(of: .series)],
    [
      "ALTER TABLE livery.changes ADD COLUMN IF NOT EXISTS watch TEXT",
      "ALTER TABLE livery.activations ADD COLUMN IF NOT EXISTS watch TEXT", ClientRows.table,
    ],
  ]

  /// A table with one row, which the server that writes locks, so that revisions follow the commit order. A sequence would
  /// leave gaps, and a reader can't know which gaps will be filled.
  private static let log = """
    CREATE TABLE livery.log (id BIGINT PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL, epoch TEXT NOT NULL,
      epochs TEXT NOT NULL, version BIGINT NOT NULL, head BIGINT NOT NULL, fingerprint TEXT NOT NULL,
      floor BIGINT NOT NULL, floor_fingerprint TEXT NOT NULL, at BIGINT NOT NULL, timeline TEXT NOT NULL,
      system TEXT NOT NULL, synced BIGINT NOT NULL, schema BIGINT NOT NULL, readable_from BIGINT NOT NULL,
      replaced BIGINT NOT NULL DEFAULT 0, sealed BIGINT NOT NULL DEFAULT 0) WITH (fillfactor = 10)
    """
  /// The shared tables, and `edits`: the rows that each commit edited, and, as part `commit`, the word of the commit.
  private static let tables =
    (Table.all.filter { table in !Table.later.contains { $0.name == table.name } }
    + [Table.edits]).map(definition)

  private static func definition(of table: Table) -> String {
    table.definition(integer: "BIGINT", bytes: "BYTEA")
  }
  /// The live servers with the files that they serve, and all such files in order of arrival. Later versions add the
  /// position of the log that each server remembers, and the place of the log when it reported that.
  private static let servers =
    "CREATE TABLE livery.replicas (id TEXT PRIMARY KEY, files TEXT NOT NULL, seen BIGINT NOT NULL)"
  private static let files =
    "CREATE TABLE livery.files (fingerprint TEXT PRIMARY KEY, number BIGINT NOT NULL)"

  package static var version: Int { migrations.count }

  /// The script that creates all tables in an empty database.
  package static var script: String {
    (["BEGIN"] + migrations.flatMap { $0 } + [firstRow, "COMMIT"]).map { "\($0);" }.joined(separator: "\n")
  }

  /// The oldest version whose servers may use the tables too.
  static let readableFrom = 1

  /// The fingerprint of a log without changes.
  private static let start = Fingerprint().word.hex16

  /// Inserts the log's only row, with a random name and a random epoch.
  static let firstRow = """
    INSERT INTO livery.log (id, name, epoch, epochs, version, head, fingerprint, floor, floor_fingerprint, at,
      timeline, system, synced, schema, readable_from)
    SELECT 1, left(replace(gen_random_uuid()::text, '-', ''), 16), word, word, 0, 0, '\(start)', 0, '\(start)', 0,
      \(PostgresPlace.columns),
      \(PostgresLog.isSyncedHere), \(version), \(readableFrom)
    FROM (SELECT left(replace(gen_random_uuid()::text, '-', ''), 16) AS word) AS first
    """
}
