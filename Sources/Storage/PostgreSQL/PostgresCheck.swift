internal import Bindings
package import Changes

/// Looks at a database as a server would use it. Nothing in it is changed, but that the log's row is written as it is.
package struct PostgresCheck {
  private let address: PostgresAddress
  private let patience = EnginePatience()
  private static let rounds = 20

  package init(_ address: PostgresAddress) { self.address = address }

  /// What there is to say, in the order in which one would ask.
  package func findings() throws(StoreError) -> [StoreFinding] {
    var findings = try hosts()
    let search = PostgresSearch(try address.servers(for: "check"))
    let found = try stored { () throws(PostgresFailure) in try search.find(within: patience.looking).get() }
    let (line, deadline) = (found.line, MonotonicTime.now + patience.starting)
    findings += try line.withConnection { live throws(StoreError) in
      try Self.server(live, deadline) + Self.link(live, found.parameters)
    }
    findings += address.warnings().map { StoreFinding("password", $0, .advice) }
    let rights = try line.withConnection { live throws(StoreError) in try Self.rights(live, deadline) }
    findings.append(rights ?? Self.noTables)
    guard let rights, rights.weight != .obstacle else { return findings }
    let version = try line.withConnection { live throws(StoreError) in
      try PostgresDesk.version(live, deadline)
    }
    findings.append(Self.tables(version))
    findings += try line.withConnection { live throws(StoreError) in try Self.figures(live, deadline) }
    return findings + [try notices(line, found.parameters, deadline)]
  }

  /// What each host of the URL is.
  private func hosts() throws(StoreError) -> [StoreFinding] {
    try address.servers(for: "check").map { server in
      let name = server["host"] ?? server["hostaddr"] ?? "this machine"
      switch PostgresSearch([server]).find(within: patience.looking) {
      case .success(let found):
        let timeline = UInt64(found.place.timeline, radix: 16) ?? 0
        return StoreFinding("host", "\(name) takes writes, on timeline \(timeline)")
      case .failure(let failure): return StoreFinding("host", "\(name): \(failure)", .advice)
      }
    }
  }

  private static let noTables = StoreFinding(
    "tables",
    "none that the role sees; the first server makes them where its role may, else 'livery store migrate'",
    .advice)

  private static func tables(_ version: Int) -> StoreFinding {
    let known = PostgresSchema.version
    guard version < known else {
      return StoreFinding("tables", "version \(version), as this program writes it")
    }
    return StoreFinding(
      "tables", "version \(version); 'livery store migrate' brings them to \(known)", .advice)
  }
}

/// What the server says of itself.
extension PostgresCheck {
  private static func server(
    _ live: PostgresConnection, _ deadline: MonotonicTime
  ) throws(StoreError) -> [StoreFinding] {
    let settings = try PostgresSettings(of: live, until: deadline)
    let results = try stored { () throws(PostgresFailure) in
      try live.run(
        PostgresStatement(
          "SELECT rolname, rolsuper OR rolreplication OR rolcreaterole FROM pg_roles WHERE rolname = current_user"
        ),
        until: deadline)
    }
    guard let role = results[0].first else { throw .unusable("the server does not tell whose role this is") }
    return [
      StoreFinding("server", "PostgreSQL \(settings.version)"),
      settings.isUTF8
        ? StoreFinding("encoding", "UTF-8")
        : StoreFinding("encoding", "not UTF-8; make the database with ENCODING 'UTF8'", .obstacle),
      durability(off: settings.lacking), standby(settings.standbys),
      Self.role(role[0].text ?? "", isMighty: role[1].number == 1),
    ]
  }

  private static func durability(off: [String]) -> StoreFinding {
    off.isEmpty
      ? StoreFinding("disk", "what is acknowledged survives a power cut")
      : StoreFinding(
        "disk", "\(off.joined(separator: " and ")) off: a power cut may lose what was acknowledged", .advice)
  }

  private static func standby(_ names: String) -> StoreFinding {
    names.isEmpty
      ? StoreFinding(
        "standby",
        "none that is synchronous: a failover to another server may lose the newest changes, and begins a "
          + "new epoch", .advice)
      : StoreFinding(
        "standby", "synchronous_standby_names = '\(names)': a failover loses nothing acknowledged")
  }

  private static func role(_ name: String, isMighty: Bool) -> StoreFinding {
    isMighty
      ? StoreFinding(
        "role", "'\(name)' may do more than a server needs, which is to read and write rows", .advice)
      : StoreFinding("role", "'\(name)', without rights over the server")
  }

  private static func link(_ live: PostgresConnection, _ server: PostgresParameters) -> [StoreFinding] {
    guard let protocolName = live.tls else {
      let isSocket = server["host"].map { $0.hasPrefix("/") } ?? true
      return [
        StoreFinding(
          "link", isSocket ? "a socket of this machine" : "without TLS", isSocket ? .fact : .advice)
      ]
    }
    let mode = server["sslmode"] ?? "prefer"
    return [
      mode == "verify-full"
        ? StoreFinding("link", "\(protocolName), to the server that the URL names")
        : StoreFinding(
          "link", "\(protocolName), to anybody (sslmode=\(mode)); use sslmode=verify-full", .advice)
    ]
  }

  /// Nil where there is no table that the role sees.
  private static func rights(
    _ live: PostgresConnection, _ deadline: MonotonicTime
  ) throws(StoreError) -> StoreFinding? {
    let results = try stored { () throws(PostgresFailure) in
      try live.run(
        PostgresStatement(
          """
          SELECT bool_and(has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
            AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE'))
          FROM pg_class AS c JOIN pg_namespace AS n ON relnamespace = n.oid
          WHERE nspname = 'livery' AND has_schema_privilege(n.oid, 'USAGE') AND relkind = 'r'
          """), until: deadline)
    }
    guard let mayAll = results[0].first?[0].number else { return nil }
    return mayAll == 1
      ? StoreFinding("rights", "the role may read and write all tables")
      : StoreFinding(
        "rights",
        "the role may not read and write all tables; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN "
          + "SCHEMA livery to it, and USAGE on the schema", .obstacle)
  }
}

/// How fast it is.
extension PostgresCheck {
  private static func figures(
    _ live: PostgresConnection, _ deadline: MonotonicTime
  ) throws(StoreError) -> [StoreFinding] {
    let results = try stored { () throws(PostgresFailure) in
      try live.run(
        PostgresStatement(
          "SELECT count(*), count(DISTINCT files) FROM livery.replicas "
            + "WHERE seen > \(PostgresLog.now) - \(PostgresEar.life)"
        ),
        PostgresStatement(PostgresLog.selectText), until: deadline)
    }
    let log = try results[1].log()
    let servers = results[0].first.flatMap { $0[0].number } ?? 0
    let sorts = results[0].first.flatMap { $0[1].number } ?? 0
    var times: [Duration] = []
    for _ in 0..<rounds {
      let began = MonotonicTime.now
      _ = try live.beginTurn(keys: [], until: deadline)
      try live.endTurn([.sameAgain], until: deadline)
      times.append(.now - began)
    }
    return [
      StoreFinding("log", "at revision \(log.position.head), under epoch \(log.position.epoch)"),
      StoreFinding(
        "servers", "\(servers) running" + (sorts > 1 ? ", with \(sorts) sorts of files" : ""),
        sorts > 1 ? .advice : .fact),
      StoreFinding("turn", "\(times.median) for a write that waits for nobody"),
    ]
  }

  /// Sends notices to itself by another connection.
  private func notices(
    _ line: PostgresLine, _ server: PostgresParameters, _ deadline: MonotonicTime
  ) throws(StoreError) -> StoreFinding {
    var race = PostgresRace(to: [server])
    guard case .success(let sender)? = race.next(until: deadline)?.outcome else {
      throw .away("a second connection was refused")
    }
    let channel = "livery_check_\(UInt64.random(in: .min ... .max).hex16)"
    try stored { () throws(PostgresFailure) in
      try line.withConnection { live throws(PostgresFailure) in
        _ = try live.run(PostgresStatement("LISTEN \(channel)"), until: deadline)
      }
    }
    var times: [Duration] = []
    for _ in 0..<Self.rounds {
      guard let time = try Self.notice(channel, from: sender, to: line, deadline) else {
        return StoreFinding(
          "notices",
          "do not arrive, as behind a pooler that gives each transaction another session: servers look five "
            + "times a second", .advice)
      }
      times.append(time)
    }
    return StoreFinding("notices", "arrive after \(times.median)")
  }

  /// How long a notice took; nil where it did not come.
  private static func notice(
    _ channel: String, from sender: PostgresLine, to line: PostgresLine, _ deadline: MonotonicTime
  ) throws(StoreError) -> Duration? {
    let began = MonotonicTime.now
    try stored { () throws(PostgresFailure) in
      try sender.withConnection { live throws(PostgresFailure) in
        _ = try live.run(PostgresStatement("SELECT pg_notify($1, '')", .text(channel)), until: deadline)
      }
    }
    let end = MonotonicTime.now + .seconds(1)
    while MonotonicTime.now < end {
      let isThere = try stored { () throws(PostgresFailure) in
        try line.withConnection { live throws(PostgresFailure) in try !live.notices().isEmpty }
      }
      if isThere { return .now - began }
      SystemThread.sleep(for: .microseconds(100))
    }
    return nil
  }
}

extension [Duration] {
  /// In milliseconds, with a digit after the point.
  fileprivate var median: String {
    let middle = sorted()[count / 2]
    return "\(Double((middle / .microseconds(100)).rounded()) / 10) ms"
  }
}
