internal import Bindings
package import Changes

/// A check of a database, done as a server would use it. It changes nothing, but writes the log's row unchanged.
package struct PostgresCheck {
  private let address: PostgresAddress
  private let timeouts = Timeouts()
  fileprivate static let rounds = 20

  package init(_ address: PostgresAddress) { self.address = address }

  /// Returns the findings, the basic ones first.
  package func findings() throws(StoreError) -> [StoreFinding] {
    let hosts = try hosts()
    let search = PrimarySearch(try address.servers(for: "check"))
    let found = try stored { () throws(PostgresFailure) in try search.find(within: timeouts.look) }
    let (deadline, passwords) = (MonotonicTime.now + timeouts.start, address.warnings())
    let findings = try found.connection.session(until: deadline) { session throws(StoreError) in
      let server = try session.server() + session.link(found.parameters)
      let (rights, tables) = try session.tables()
      return (
        server + passwords.map { StoreFinding("password", $0, .advice) } + [rights] + tables, !tables.isEmpty
      )
    }
    guard findings.1 else { return hosts + findings.0 }
    return hosts + findings.0 + [try notices(found.connection, found.parameters, deadline)]
  }

  /// Finds out the role of each host in the URL.
  private func hosts() throws(StoreError) -> [StoreFinding] {
    try address.servers(for: "check").map { server in
      let name = server["host"] ?? server["hostaddr"] ?? "this machine"
      do throws(PostgresFailure) {
        let found = try PrimarySearch([server]).find(within: timeouts.look)
        let timeline = UInt64(found.place.timeline, radix: 16) ?? 0
        return StoreFinding("host", "\(name) takes writes, on timeline \(timeline)")
      } catch { return StoreFinding("host", "\(name): \(error)", .advice) }
    }
  }

  /// Measures notices, which are sent on another connection.
  private func notices(
    _ receiver: LockedConnection, _ server: PostgresParameters, _ deadline: MonotonicTime
  ) throws(StoreError) -> StoreFinding {
    guard let sender = try? LockedConnection.connect(to: server, until: deadline) else {
      throw .away("a second connection was refused")
    }
    let channel = "livery_check_\(UInt64.random(in: .min ... .max).hex16)"
    try receiver.session(until: deadline) { session throws(StoreError) in
      _ = try session.run(PostgresStatement("LISTEN \(channel)"))
    }
    var times: [Duration] = []
    for _ in 0..<Self.rounds {
      let began = MonotonicTime.now
      try sender.session(until: deadline) { session throws(StoreError) in
        _ = try session.run(PostgresStatement("SELECT pg_notify($1, '')", .text(channel)))
      }
      guard try Self.waitForNotice(receiver, until: .now + .seconds(1)) else {
        return StoreFinding("notices", "do not arrive; servers poll once a second", .advice)
      }
      times.append(.now - began)
    }
    return StoreFinding("notices", "arrive after \(times.median)")
  }

  private static func waitForNotice(
    _ receiver: LockedConnection, until deadline: MonotonicTime
  ) throws(StoreError) -> Bool {
    while MonotonicTime.now < deadline {
      let isThere = try receiver.withConnection { connection throws(StoreError) in
        try stored { () throws(PostgresFailure) in try !connection.notices().isEmpty }
      }
      if isThere { return true }
      SystemThread.sleep(for: .microseconds(100))
    }
    return false
  }
}

extension PostgresSession {
  fileprivate func server() throws(StoreError) -> [StoreFinding] {
    let settings = try PostgresSettings(of: self)
    let (standbys, lacking) = (settings.standbys, settings.lacking.joined(separator: " and "))
    let role = try run(
      PostgresStatement(
        "SELECT rolname, rolsuper OR rolreplication OR rolcreaterole FROM pg_roles WHERE rolname = current_user"
      )
    )[0].first
    guard let role else { throw .unusable("the server does not report the current role") }
    let name = role[0].text ?? ""
    return [
      StoreFinding("server", "PostgreSQL \(settings.version)"),
      settings.isUTF8
        ? StoreFinding("encoding", "UTF-8")
        : StoreFinding("encoding", "not UTF-8; make the database with ENCODING 'UTF8'", .obstacle),
      lacking.isEmpty
        ? StoreFinding("disk", "what is acknowledged survives a power cut")
        : StoreFinding("disk", "\(lacking) off: a power cut may lose what was acknowledged", .advice),
      standbys.isEmpty
        ? StoreFinding(
          "standby",
          "none that is synchronous: a failover to another server may lose the newest changes, and begins a new epoch",
          .advice)
        : StoreFinding(
          "standby", "synchronous_standby_names = '\(standbys)': a failover loses nothing acknowledged"),
      role[1].number == 1
        ? StoreFinding(
          "role", "'\(name)' may do more than a server needs, which is to read and write rows", .advice)
        : StoreFinding("role", "'\(name)', without rights over the server"),
    ]
  }

  fileprivate func link(_ server: PostgresParameters) -> [StoreFinding] {
    guard let protocolName = connection.tls else {
      let isSocket = server["host"].map { $0.hasPrefix("/") } ?? true
      return [isSocket ? .init("link", "a socket of this machine") : .init("link", "without TLS", .advice)]
    }
    let mode = server["sslmode"] ?? "prefer"
    return [
      mode == "verify-full"
        ? StoreFinding("link", "\(protocolName), to the server that the URL names")
        : StoreFinding(
          "link", "\(protocolName), to anybody (sslmode=\(mode)); use sslmode=verify-full", .advice)
    ]
  }

  /// Returns the finding on the rights of the role, and those on the tables if it may use them.
  fileprivate func tables() throws(StoreError) -> (rights: StoreFinding, tables: [StoreFinding]) {
    let rights = try run(
      PostgresStatement(
        """
        SELECT bool_and(has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
          AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE'))
        FROM pg_class AS c JOIN pg_namespace AS n ON relnamespace = n.oid
        WHERE nspname = 'livery' AND has_schema_privilege(n.oid, 'USAGE') AND relkind = 'r'
        """))
    guard let mayAll = rights[0].first?[0].number else {
      let hint = "the first server makes them where its role may, else 'livery store migrate'"
      return (StoreFinding("tables", "none that the role sees; \(hint)", .advice), [])
    }
    guard mayAll == 1 else {
      let hint =
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA livery to it, and USAGE on the schema"
      return (StoreFinding("rights", "the role may not read and write all tables; \(hint)", .obstacle), [])
    }
    let (version, known) = (try schemaVersion(), PostgresSchema.version)
    let tables =
      version < known
      ? StoreFinding("tables", "version \(version); 'livery store migrate' brings them to \(known)", .advice)
      : StoreFinding("tables", "version \(version), as this program writes it")
    return (StoreFinding("rights", "the role may read and write all tables"), [tables] + (try figures()))
  }

  private func figures() throws(StoreError) -> [StoreFinding] {
    let live =
      "SELECT count(*), count(DISTINCT files) FROM livery.replicas WHERE seen > \(PostgresLog.now) - "
    let results = try run(
      PostgresStatement("\(live)\(PostgresStatement.life)"), PostgresStatement(PostgresLog.selectText))
    let log = try PostgresLog(rows: results[1])
    let (servers, sorts) = (results[0].first?[0].number ?? 0, results[0].first?[1].number ?? 0)
    var times: [Duration] = []
    for _ in 0..<PostgresCheck.rounds {
      let began = MonotonicTime.now
      try tryWriting()
      times.append(.now - began)
    }
    return [
      StoreFinding("log", "at revision \(log.position.head), under epoch \(log.position.epoch)"),
      StoreFinding(
        "servers", "\(servers) running" + (sorts > 1 ? ", with \(sorts) sorts of files" : ""),
        sorts > 1 ? .advice : .fact),
      StoreFinding("turn", "\(times.median) for a write that waits for nobody"),
    ] + (try oldSnapshot())
  }

  /// Finds a snapshot for which PostgreSQL keeps all versions of the log's row. Each write reads those that are kept.
  private func oldSnapshot() throws(StoreError) -> [StoreFinding] {
    let ages = PostgresStatement(
      """
      SELECT greatest(
        (SELECT max(age(backend_xmin)) FROM pg_catalog.pg_stat_activity WHERE pid <> pg_backend_pid()
          AND (datname = current_database() OR backend_type = 'walsender')),
        (SELECT max(age(xmin)) FROM pg_catalog.pg_replication_slots))
      """)
    guard let age = try run(ages)[0].first?[0].number, age > Self.oldestSnapshot else { return [] }
    let words = "\(age) transactions have ended since the oldest snapshot was taken, as by pg_dump"
    return [
      StoreFinding(
        "snapshot", "\(words); until it ends, each write takes longer than the one before", .advice)
    ]
  }

  /// The age from which a snapshot makes writes noticeably slower, in transactions.
  private static let oldestSnapshot: UInt64 = 5000
}

extension [Duration] {
  /// The median in milliseconds, with a digit after the point.
  fileprivate var median: String {
    let middle = sorted()[count / 2]
    return "\(Double((middle / .microseconds(100)).rounded()) / 10) ms"
  }
}

/// A finding of `livery store check` about a database.
package struct StoreFinding: Sendable, Hashable {
  /// The meaning of a finding for a server.
  package enum Weight: Sendable, Hashable {
    case fact
    /// It works, and could be better.
    case advice
    /// A server can't work so.
    case obstacle
  }

  /// The subject, one word.
  package let subject: String
  package let words: String
  package let weight: Weight

  init(_ subject: String, _ words: String, _ weight: Weight = .fact) {
    (self.subject, self.words, self.weight) = (subject, words, weight)
  }
}
