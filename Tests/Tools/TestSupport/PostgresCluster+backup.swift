/// A backup of a log inside its own database.
extension PostgresCluster {
  private static let tables = ["log", "changes", "touched", "activations", "digests", "edits"]

  /// Keeps a copy of the log.
  package func backUpLog(in database: String) throws {
    let steps = Self.tables.map { "CREATE TABLE public.\($0) AS SELECT * FROM livery.\($0)" }
    try run(steps.joined(separator: "; "), in: database)
  }

  package func putBackLog(in database: String) throws {
    let steps = Self.tables.map {
      "DELETE FROM livery.\($0); INSERT INTO livery.\($0) SELECT * FROM public.\($0)"
    }
    try run("BEGIN; \(steps.joined(separator: "; ")); COMMIT", in: database)
  }
}
