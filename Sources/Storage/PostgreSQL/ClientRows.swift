internal import Bindings
internal import Changes

/// The clients of the servers of a log, which each server writes for the others: a row for each channel that has clients
/// there. The table is not logged, since a failover or a crash only costs the figures until the next exchange.
struct ClientRows: Sendable {
  static let table = """
    CREATE UNLOGGED TABLE livery.clients (server TEXT NOT NULL, channel TEXT NOT NULL, started BIGINT NOT NULL,
      figures TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (server, channel))
    """

  /// The rows of this server, as they were written last.
  private var written: [String: String] = [:]
  /// Indicates whether the table may have rows of this server that are not among these.
  private var mustClear = true
  private var others: [String: Server] = [:]
  /// The time from which rows of other servers are new.
  private var newFrom: Int64 = 0

  private struct Server: Sendable {
    var startedAt = Timestamp(milliseconds: 0)
    var figures: [String: ClientFigures] = [:]
    var at: Int64 = 0
  }

  /// A transaction that begins before another may end after it, within the timeouts of both.
  private static let overlap: Int64 = 5000
  private static let isAlive =
    "place IS NOT NULL AND seen >= \(PostgresLog.now) - \(PostgresStatement.life)"

  /// Returns the rows to write: those that differ from the ones written last. A channel that has no clients any more gets an
  /// empty text.
  func changes(to clients: ServerClients) -> [String: String] {
    var rows = clients.figures.mapValues(\.text)
    for channel in written.keys where rows[channel] == nil { rows[channel] = "" }
    return rows.filter { written[$0.key] != $0.value }
  }

  /// Returns the statements of an exchange in a transaction. The last two before its end read.
  /// - Parameter changes: the rows to write; nil for a mere reading.
  func statements(of id: String, _ changes: [String: String]?, startedAt: Timestamp) -> [PostgresStatement] {
    var statements: [PostgresStatement] = [.begin, .reportLimits]
    if mustClear, changes != nil {
      statements.append(PostgresStatement("DELETE FROM livery.clients WHERE server = $1", .text(id)))
    }
    if let changes { statements += Self.writing(id, changes, startedAt) }
    return statements + [
      PostgresStatement("SELECT count(*) FROM livery.clients WHERE server = $1", .text(id)),
      PostgresStatement(
        """
        SELECT id, \(PostgresLog.now) - seen, channel, started, figures, at, \(PostgresLog.now)
          FROM livery.replicas LEFT JOIN livery.clients ON server = id AND at >= $2::bigint
          WHERE \(Self.isAlive) AND id <> $1
        """, .text(id), .integer(newFrom)),
      PostgresStatement("COMMIT"),
    ]
  }

  private static func writing(
    _ id: String, _ changes: [String: String], _ startedAt: Timestamp
  ) -> [PostgresStatement] {
    guard !changes.isEmpty else { return [] }
    let names = changes.keys.sorted()
    return [
      PostgresStatement(
        """
        INSERT INTO livery.clients (server, channel, started, figures, at)
          SELECT $1, channel, $2::bigint, figures, \(PostgresLog.now)
            FROM unnest($3::text[], $4::text[]) AS changed (channel, figures)
          ON CONFLICT (server, channel) DO UPDATE SET started = excluded.started, figures = excluded.figures,
            at = excluded.at
        """, .text(id), .timestamp(startedAt), .array(names), .array(names.map { changes[$0] ?? "" })),
      PostgresStatement(
        """
        DELETE FROM livery.clients WHERE (server, channel) IN (SELECT server, channel FROM livery.clients
          WHERE server <> $1 AND server NOT IN (SELECT id FROM livery.replicas) FOR UPDATE SKIP LOCKED)
        """, .text(id)),
    ]
  }

  /// Takes the results of the statements. Returns the other servers that live.
  mutating func take(_ results: [[PostgresRow]], _ changes: [String: String]?) -> [ServerClients] {
    if let changes {
      written.merge(changes) { $1 }
      mustClear = false
    }
    let count = results.dropLast(2).last?.first?[0].number
    // The rows are gone after a failover or a crash, or if this server was taken for one that ended.
    if count.map({ Int(clamping: $0) }) != written.count { (written, mustClear) = ([:], true) }
    var living: [ServerClients] = []
    var servers: [String: Server] = [:]
    var silences: [String: Int64] = [:]
    for row in results.dropLast().last ?? [] {
      guard let id = row[0].text, case .integer(let silence) = row[1], case .integer(let now) = row[6] else {
        continue
      }
      var server = servers[id] ?? others[id] ?? Server()
      if let channel = row[2].text, let startedAt = row[3].timestamp, let text = row[4].text,
        let at = row[5].timestamp?.milliseconds
      {
        server.startedAt = startedAt
        server.figures[channel] = ClientFigures(text: text)
        server.at = max(server.at, at)
      }
      servers[id] = server
      silences[id] = max(0, min(silence, now - server.at))
      newFrom = max(newFrom, now - Self.overlap)
    }
    others = servers
    for (id, server) in servers {
      living.append(
        ServerClients(
          startedAt: server.startedAt, figures: server.figures,
          age: .milliseconds(silences[id] ?? 0)))
    }
    return living
  }

  /// Forgets everything, since the log may be at another server.
  mutating func forget() { self = ClientRows() }
}

extension ClientFigures {
  private static let rowSize = 1024

  /// The figures as texts, each after its length, in a row of limited size: the rarer reasons that it has no room for are
  /// counted as others.
  var text: String {
    let times = back.filled.reduce(into: [Int](repeating: 0, count: TimeSketch.size)) {
      $0[$1.bucket] = $1.count
    }
    let numbers = [[toldInAll, held, back.longest], counts.map { Int($0) }, times]
    let head = ([change.description] + numbers.map(\.packed)).counted
    var limit = Self.groupLimit
    while true {
      let reasons = groupedRefusals(limit: limit).flatMap { [$0.reason, String($0.count)] }.counted
      if head.utf8.count + reasons.utf8.count <= Self.rowSize || limit == 0 { return head + reasons }
      limit -= 1
    }
  }

  /// Returns nil for an empty text, and for one that another version wrote.
  init?(text: String) {
    guard let texts = [String](counted: text), texts.count >= 4, texts.count % 2 == 0,
      let change = Cursor(texts[0])
    else { return nil }
    let numbers = texts[1...3].compactMap { [Int](packed: $0) }
    guard numbers.count == 3, numbers[0].count == 3, numbers[2].count == TimeSketch.size else { return nil }
    self.init(change: change, counts: numbers[1].map { UInt32(clamping: $0) })
    (toldInAll, held) = (numbers[0][0], numbers[0][1])
    back.merge(numbers[2].enumerated().map { (bucket: $0, count: $1) }, longest: numbers[0][2])
    refusals = stride(from: 4, to: texts.count, by: 2).map {
      Refusals(reason: texts[$0], count: Int(texts[$0 + 1]) ?? 0)
    }
  }
}

extension [Int] {
  private static let first = UInt8(ascii: "?")

  /// The numbers in few ASCII characters: five bits in each, the lowest first, and a sixth one if more follow. After a zero
  /// stands the number of zeros.
  fileprivate var packed: String {
    var bytes: [UInt8] = []
    func add(_ number: Int) {
      var rest = UInt64(clamping: number)
      while rest > 31 {
        bytes.append(Self.first + UInt8(rest & 31 | 32))
        rest >>= 5
      }
      bytes.append(Self.first + UInt8(rest))
    }
    var rest = self[...]
    while let number = rest.popFirst() {
      add(number)
      guard number == 0 else { continue }
      let others = rest.prefix { $0 == 0 }
      add(others.count + 1)
      rest = rest.dropFirst(others.count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns nil for another text, or one of too many numbers.
  fileprivate init?(packed text: String) {
    var (words, number, shift) = ([Int](), 0, 0)
    for byte in text.utf8 {
      guard (Self.first...Self.first + 63).contains(byte), shift <= 40 else { return nil }
      number |= Int((byte - Self.first) & 31) << shift
      shift += 5
      guard byte - Self.first < 32 else { continue }
      words.append(number)
      (number, shift) = (0, 0)
    }
    self = []
    var rest = words[...]
    while let number = rest.popFirst() {
      guard number == 0 else {
        append(number)
        continue
      }
      guard let zeros = rest.popFirst(), count + zeros <= TimeSketch.size else { return nil }
      append(contentsOf: repeatElement(0, count: zeros))
    }
  }
}
