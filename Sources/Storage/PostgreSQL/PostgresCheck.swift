internal import Bindings
package import Changes

/// Checks a database as a server would use it. It changes nothing, but writes the log's row as it is.
package struct PostgresCheck {
  private let address: PostgresAddress
  private let timeouts = Timeouts()
  private static let rounds = 20

  package init(_ address: PostgresAddress) { self.address = address }

  /// Returns the findings, the basic ones first.
  package func findings() throws(StoreError) -> [StoreFinding] {
    var findings = try hosts()
    let search = PrimarySearch(try address.servers(for: "check"))
    let found = try stored { () throws(PostgresFailure) in try search.find(within: timeouts.look) }
    let (line, deadline) = (found.connection, MonotonicTime.now + timeouts.start)
    findings += try line.withConnection { live throws(StoreError) in
      try Self.server(live, deadline) + Self.link(live, found.parameters)
    }
    findings += address.warnings().map { StoreFinding("password", $0, .advice) }
    let rights = try line.withConnection { live throws(StoreError) in try Self.rights(live, deadline) }
    findings.append(rights ?? Self.noTables)
    guard let rights, rights.weight != .obstacle else { return findings }
    let version = try line.withConnection { live throws(StoreError) in
      try PostgresWriter.version(live, deadline)
    }
    findings.append(Self.tables(version))
    findings += try line.withConnection { live throws(StoreError) in try Self.figures(live, deadline) }
    return findings + [try notices(line, found.parameters, deadline)]
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

/// The server.
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
    guard let role = results[0].first else { throw .unusable("the server does not report the current role") }
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

  /// Nil if the role sees no table.
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

/// The speed of turns and notices.
extension PostgresCheck {
  private static func figures(
    _ live: PostgresConnection, _ deadline: MonotonicTime
  ) throws(StoreError) -> [StoreFinding] {
    let results = try stored { () throws(PostgresFailure) in
      try live.run(
        PostgresStatement(
          "SELECT count(*), count(DISTINCT files) FROM livery.replicas "
            + "WHERE seen > \(PostgresLog.now) - \(PostgresListener.life)"
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

  /// Sends notices from another connection.
  private func notices(
    _ line: LockedConnection, _ server: PostgresParameters, _ deadline: MonotonicTime
  ) throws(StoreError) -> StoreFinding {
    guard let sender = try? LockedConnection.connect(to: server, until: deadline) else {
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
        return StoreFinding("notices", "do not arrive; servers poll once a second", .advice)
      }
      times.append(time)
    }
    return StoreFinding("notices", "arrive after \(times.median)")
  }

  /// Returns the time that a notice took; nil if it did not arrive.
  private static func notice(
    _ channel: String, from sender: LockedConnection, to line: LockedConnection, _ deadline: MonotonicTime
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

/// The settings of a PostgreSQL that a log depends on.
struct PostgresSettings: Sendable {
  /// Such as `17.2`.
  let version: String
  let isUTF8: Bool
  /// The settings against loss in a power cut that are off.
  let lacking: [String]
  /// `synchronous_standby_names`; empty if no standby is synchronous.
  let standbys: String

  private static let guards = ["fsync", "full_page_writes"]

  init(of live: PostgresConnection, until deadline: MonotonicTime) throws(StoreError) {
    let names = ["server_version", "server_encoding", "synchronous_standby_names"] + Self.guards
    let columns = names.map { "current_setting('\($0)')" }.joined(separator: ", ")
    let results = try stored { () throws(PostgresFailure) in
      try live.run(PostgresStatement("SELECT \(columns)"), until: deadline)
    }
    guard let row = results[0].first else { throw .unusable("the server does not report its settings") }
    version = row[0].text ?? ""
    isUTF8 = row[1].text == "UTF8"
    standbys = row[2].text ?? ""
    lacking = Self.guards.indices.filter { row[3 + $0].text == "off" }.map { Self.guards[$0] }
  }
}
