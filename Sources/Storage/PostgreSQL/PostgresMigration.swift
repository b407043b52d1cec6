internal import Bindings
internal import Changes

/// Creating and updating the tables. Servers that start together wait for one another, so that it is done once.
extension PostgresSession {
  /// - Returns: whether the log was created here, and warnings for the operator.
  func prepare() throws(StoreError) -> (isNew: Bool, warnings: [String]) {
    let settings = try PostgresSettings(of: self)
    guard settings.isUTF8 else {
      throw .unusable("its encoding is not UTF-8; make the database with ENCODING 'UTF8'")
    }
    let warnings = settings.lacking.map {
      "PostgreSQL runs with \($0) = off: what it acknowledges may be lost in a power cut"
    }
    if try schemaVersion() == PostgresSchema.version { return (false, warnings) }
    do throws(StoreError) { return (try migrate(), warnings) } catch {
      guard case .unusable(let why) = error else { throw error }
      throw .unusable(
        "its tables can't be made or brought up to date: \(why); let the role own the database or its schema 'livery'"
      )
    }
  }

  /// Returns the version of the tables; 0 if there are none. Tables of a newer version that this one may use count as
  /// this one's.
  func schemaVersion() throws(StoreError) -> Int {
    let there = try run(
      // The catalog itself is read: a session may remember a name that it looked up before it waited for the lock.
      PostgresStatement(
        "SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'livery' AND tablename = 'log')"
      ))
    guard there[0].first?[0].number == 1,
      let row = try run(PostgresStatement("SELECT schema, readable_from FROM livery.log"))[0].first,
      let schema = row[0].number, let readableFrom = row[1].number
    else { return 0 }
    guard readableFrom <= UInt64(PostgresSchema.version) else {
      throw .newerVersion(found: Int(clamping: schema), known: PostgresSchema.version)
    }
    return min(Int(clamping: schema), PostgresSchema.version)
  }

  /// - Returns: whether the log was created.
  private func migrate() throws(StoreError) -> Bool {
    for _ in 1...5 {
      let isThere = try schemaVersion() > 0
      try run(
        [.begin, PostgresStatement("SELECT set_config('lock_timeout', '10s', true)")]
          + (isThere ? [PostgresStatement("LOCK TABLE livery.log IN ACCESS EXCLUSIVE MODE")] : []))
      let version = try schemaVersion()
      var statements = PostgresSchema.migrations[version...].flatMap { $0 }.map { PostgresStatement($0) }
      if version == 0 { statements.append(PostgresStatement(PostgresSchema.firstRow)) }
      if version < PostgresSchema.version {
        statements.append(
          PostgresStatement(
            "UPDATE livery.log SET schema = $1::bigint", .integer(Int64(PostgresSchema.version)))
        )
      }
      if try commit(statements, unless: Self.madeElsewhere) { return version == 0 }
    }
    throw .away("other servers make its tables again and again")
  }

  /// The SQLSTATEs with which PostgreSQL refuses to make what another session has just made. It waits for that session: an
  /// advisory lock before could be held by any role that may connect.
  private static let madeElsewhere: Set = ["23505", "42P06", "42P07"]
}

/// The settings of a PostgreSQL server that a log depends on.
struct PostgresSettings: Sendable {
  /// The version of the server, such as `17.2`.
  let version: String
  let isUTF8: Bool
  /// The settings against loss in a power cut that are off.
  let lacking: [String]
  /// The value of `synchronous_standby_names`; empty if no standby is synchronous.
  let standbys: String

  init(of session: PostgresSession) throws(StoreError) {
    let guards = ["fsync", "full_page_writes"]
    let names = ["server_version", "server_encoding", "synchronous_standby_names"] + guards
    let columns = names.map { "current_setting('\($0)')" }.joined(separator: ", ")
    guard let row = try session.run(PostgresStatement("SELECT \(columns)"))[0].first else {
      throw .unusable("the server does not report its settings")
    }
    version = row[0].text ?? ""
    isUTF8 = row[1].text == "UTF8"
    standbys = row[2].text ?? ""
    lacking = guards.indices.filter { row[3 + $0].text == "off" }.map { guards[$0] }
  }
}
