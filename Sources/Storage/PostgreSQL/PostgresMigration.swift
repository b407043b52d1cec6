internal import Bindings
internal import Changes

/// Makes the tables that are missing. Replicas that start together wait for one another, so that it is done once.
extension PostgresWriter {
  /// - Returns: whether the log was made here, and what whoever runs the server should know.
  mutating func prepare(until deadline: MonotonicTime) throws(StoreError) -> (isNew: Bool, warnings: [String])
  {
    try retry(until: deadline) { live throws(StoreError) in
      let warnings = try Self.check(live, deadline)
      if try Self.version(live, deadline) == PostgresSchema.version { return (false, warnings) }
      do throws(StoreError) {
        return (try Self.migrate(live, deadline), warnings)
      } catch {
        guard case .unusable(let why) = error else { throw error }
        throw .unusable(
          "its tables can't be made or brought up to date: \(why); let the role own the database or its schema "
            + "'livery'")
      }
    }
  }

  private static func check(
    _ live: PostgresConnection, _ deadline: MonotonicTime
  ) throws(StoreError) -> [String] {
    let settings = try PostgresSettings(of: live, until: deadline)
    guard settings.isUTF8 else {
      throw .unusable("its encoding is not UTF-8; make the database with ENCODING 'UTF8'")
    }
    return settings.lacking.map {
      "PostgreSQL runs with \($0) = off: what it acknowledges may be lost in a power cut"
    }
  }

  /// The version of the tables; 0 where there are none.
  static func version(_ live: PostgresConnection, _ deadline: MonotonicTime) throws(StoreError) -> Int {
    let there = try stored { () throws(PostgresFailure) in
      try live.run(
        PostgresStatement(
          // Asked of the catalog itself: what a session has looked up by name it may remember past the lock's wait.
          "SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'livery' AND tablename = 'log')"
        ), until: deadline)
    }
    guard there[0].first?[0].number == 1 else { return 0 }
    let results = try stored { () throws(PostgresFailure) in
      try live.run(PostgresStatement("SELECT schema, readable_from FROM livery.log"), until: deadline)
    }
    guard let row = results[0].first, let schema = row[0].number, let readableFrom = row[1].number else {
      return 0
    }
    guard readableFrom <= UInt64(PostgresSchema.version) else {
      throw .newerVersion(found: Int(clamping: schema), known: PostgresSchema.version)
    }
    // A newer one that leaves room for this one stays as it is.
    return min(Int(clamping: schema), PostgresSchema.version)
  }

  /// The key of the lock under which tables are made: "Livy", as in the header of a SQLite log.
  private static let lock = PostgresValue.number(LogSchema.application)

  private static func migrate(_ live: PostgresConnection, _ deadline: MonotonicTime) throws(StoreError)
    -> Bool
  {
    _ = try stored { () throws(PostgresFailure) in
      try live.run(
        PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"),
        PostgresStatement("SELECT set_config('lock_timeout', '10s', true)"),
        PostgresStatement("SELECT pg_advisory_xact_lock($1::bigint)", lock), until: deadline)
    }
    let version = try version(live, deadline)
    var statements = PostgresSchema.migrations[version...].flatMap { $0 }.map { PostgresStatement($0) }
    if version == 0 { statements.append(PostgresStatement(PostgresSchema.firstRow)) }
    statements.append(
      PostgresStatement("UPDATE livery.log SET schema = $1::bigint", .number(Int64(PostgresSchema.version))))
    let isDone = version == PostgresSchema.version
    try live.endTurn(isDone ? [] : statements, until: deadline)
    return version == 0
  }
}
