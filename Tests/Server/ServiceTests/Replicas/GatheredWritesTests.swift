import ServerAccess
import Storage
import TestServer
import TestSupport
import Testing

/// Writes that come while others hold the lock of a shared log.
@Suite struct `Writes that gather behind a lock` {
  private let cluster: PostgresCluster
  private let database: String
  private let other: ServedPublisher
  private let served: ServedPublisher

  init() throws {
    cluster = try PostgresCluster.shared.get()
    database = try cluster.newDatabase()
    let address = try PostgresAddress(url: cluster.url(of: database))
    // However slow the machine, no write is given up.
    var timeouts = Timeouts()
    (timeouts.write, timeouts.look, timeouts.start) = (.seconds(240), .seconds(60), .seconds(240))
    served = try ServedPublisher(store: PostgresStore(address, timeouts: timeouts))
    other = try ServedPublisher(store: PostgresStore(address, timeouts: timeouts))
  }

  private func count(_ sql: String) throws -> Int {
    Int(try cluster.run(sql, in: database).filter { $0 != "\n" }) ?? -1
  }

  private func version() throws -> Int { try count("SELECT version FROM livery.log") }

  /// Sends a switch of a channel of its own, without reading the response.
  private func send(
    _ channel: String, key: String? = nil, to server: ServedPublisher? = nil
  ) throws -> TestConnection {
    let (connection, body) = (try (server ?? served).connect(), #"{"theme":"night","channel":"\#(channel)"}"#)
    let header = key.map { "Idempotency-Key: \($0)\r\n" } ?? ""
    try connection.send(
      "POST /v1/active HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\(header)"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    return connection
  }

  @Test func `all share the turn that waited for it`() throws {
    let first = try send("kept", key: "kept").answer()
    #expect(first.status == 200)
    // A server that writes alone decides before it waits for the lock, so the other writes before the last of these.
    #expect(try send("elsewhere", to: other).answer().status == 200)
    #expect(try send("last").answer().status == 200)
    let (before, held) = (try version(), try HeldSession(cluster, in: database))
    let early = try send("early")
    try eventually {
      try count(
        """
        SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
          AND application_name LIKE 'livery/%/writer' AND wait_event_type = 'Lock'
        """) == 1
    }
    let late = try (1...4).map { try send("late\($0)") }
    served.awaitParked(5)
    // Responses for keys are read when a transaction begins, so these wait for the next one.
    let keyed = try send("keyed", key: "new")
    let again = try send("kept", key: "kept")
    served.awaitParked(7)
    try held.release()
    for connection in [early] + late { #expect(try connection.answer().status == 200) }
    let replayed = try again.answer()
    #expect(replayed["idempotency-replayed"] == "true" && replayed.text == first.text)
    #expect(try keyed.answer().status == 200)
    #expect(try version() == before + 2, "one commit for all without a key, and one for the others")
    #expect(try count("SELECT count(*) FROM livery.touched WHERE channel LIKE 'late%'") == 4)
    #expect(try count("SELECT count(*) FROM livery.touched WHERE channel = 'kept'") == 1)
    #expect(try send("keyed", key: "new").answer()["idempotency-replayed"] == "true")
  }
}
