import Bindings
import Foundation
import ServerAccess
import Synchronization
import TestServer
import TestSupport
import Testing

/// Tests a server whose PostgreSQL can't be reached.
@Suite struct `A server whose database is away` {
  private let cluster: PostgresCluster
  private let database: String
  private let link: EngineLink
  /// By the cable that a test may cut.
  private let url: String

  init() throws {
    cluster = try PostgresCluster.shared.get()
    database = try cluster.newDatabase()
    link = try EngineLink(to: cluster.primary)
    url = cluster.url(of: database, at: [link.host])
  }

  @Test func `starts from what it knew, and takes in what was written meanwhile once it is back`() throws {
    let folder = try Folder()
    try folder.write(Fleet.themes)
    var server = try Fleet.server(at: url, in: folder)
    let upload = try Replica(port: server.port).send("PUT", "/v1/themes/up", body: #"{"extends":"night"}"#)
    #expect(upload.status == 201, "\(upload.text)")
    let seen = try Replica(port: server.port).switch(to: "up").cursor
    server.stop()
    try link.become(.cut)
    server = try Fleet.server(at: url, in: folder)
    let replica = Replica(port: server.port)
    #expect(try replica.sendOnce("GET", "/v1/active").text.contains(#""theme":"up""#))
    #expect(try replica.sendOnce("GET", "/v1/theme").status == 200, "an upload is served too")
    #expect(
      try replica.sendOnce("GET", "/v1/changes?since=\(seen)&wait=0").status == 204, "its cursors are good")
    let history = try replica.sendOnce("GET", "/v1/history?channel=*&limit=1")
    #expect(history.status == 200 && history.text.contains(#""theme":"up""#), "\(history.text)")
    let next = try #require(history[member: "next"])
    let rest = try replica.sendOnce("GET", "/v1/history?channel=*&before=\(next)")
    #expect(rest.status == 200 && rest[member: "next"] == nil, "memory holds all that the log does")
    #expect(try replica.sendOnce("POST", "/v1/active", body: #"{"theme":"year"}"#).status == 503)
    let other = try Fleet(1, at: cluster.url(of: database))
    defer { withExtendedLifetime((other, server)) {} }
    #expect(try other.replicas[0].switch(to: "year").status == 200)
    try link.become(.pass)
    let feed = try replica.follow(from: seen)
    #expect(feed.status == 200 && feed.text.contains(#""theme":"year""#), "\(feed.text)")
    #expect(try replica.switch(to: "night").status == 200)
  }

  @Test func `answers a write at its end though a lock of the database holds up the commit`() throws {
    let server = try Fleet.server(at: cluster.url(of: database))
    let held = try HeldSession(cluster, in: database)
    let (client, body) = (RawConnection(port: server.port), #"{"theme":"night"}"#)
    client.send(
      "POST /v1/active HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    try server.waitForParked(1)
    server.signal(SIGTERM)
    let answer = try #require(client.answer())
    #expect(answer.status == 503 && answer.text.contains("It is not known to be done"))
    #expect(client.isAtEnd && !client.wasReset)
    try held.release()
    #expect(server.ending().code == 0)
  }

  @Test func `holds a write while the database is away for a moment, and does it then`() throws {
    let fleet = try Fleet(1, at: url)
    defer { withExtendedLifetime(fleet) {} }
    let replica = fleet.replicas[0]
    var statuses: [Int] = []
    // On an overloaded machine even a short pause may take longer than a write is held.
    for round in 0..<5 where statuses.last != 200 {
      try link.become(.cut)
      try eventually { try replica.get("/readyz").text.contains(#""reachable":false"#) }
      let status = Mutex(0)
      try sideBySide([
        {
          let body = #"{"theme":"\#(round % 2 == 0 ? "night" : "year")"}"#
          let reply = try replica.sendOnce("POST", "/v1/active", body: body)
          status.withLock { $0 = reply.status }
        },
        {
          // So that the write comes before the database does, most likely.
          usleep(300_000)
          try link.become(.pass)
        },
      ])
      statuses.append(status.withLock { $0 })
    }
    #expect(statuses.last == 200, "\(statuses)")
    #expect(Set(statuses).isSubset(of: [200, 503]))
  }

  @Test func `holds who comes with a cursor that it does not know, and does not say that it is bad`() throws {
    let fleet = try Fleet(1, at: url), other = try Fleet(1, at: cluster.url(of: database))
    defer { withExtendedLifetime((fleet, other)) {} }
    let replica = fleet.replicas[0]
    try link.become(.cut)
    try eventually { try replica.get("/metrics").text.contains("livery_store_writable 0\n") }
    let ahead = try other.replicas[0].switch(to: "night").cursor
    let reply = Mutex<HTTPClient.ServerReply?>(nil)
    try sideBySide([
      {
        let answer = try replica.sendOnce("GET", "/v1/changes?since=\(ahead)&wait=50")
        reply.withLock { $0 = answer }
      },
      { try eventually { try replica.get("/metrics").text.contains("livery_parked_clients 1\n") } },
    ])
    let answer = try #require(reply.withLock { $0 })
    #expect(answer.status == 503 && answer["retry-after"] != nil, "\(answer.text)")
    #expect(try replica.sendOnce("GET", "/v1/active", headers: [("Livery-Cursor", ahead)]).status == 503)
    try link.become(.pass)
    #expect(try replica.get("/v1/changes?since=\(ahead)&wait=0").status == 204, "it was good")
  }

  @Test func `says so in one line when it goes and one when it comes, and to whoever balances`() throws {
    let folder = try Folder()
    try folder.write(Fleet.themes)
    let server = try Fleet.server(at: url, in: folder)
    let replica = Replica(port: server.port)
    try eventually { try replica.sendOnce("GET", "/readyz?fresh=60").text.contains(#""reachable":true"#) }
    for wrong in ["0", "-1", "x", "", "1.5"] {
      #expect(try replica.get("/readyz?fresh=\(wrong)").status == 400)
    }
    try link.become(.cut)
    try eventually { try replica.get("/readyz").text.contains(#""reachable":false"#) }
    try eventually { try replica.sendOnce("GET", "/readyz?fresh=1").status == 503 }
    let ready = try replica.sendOnce("GET", "/readyz")
    #expect(ready.status == 200, "reading goes on, so who does not ask is not sent away")
    #expect(ready.text.contains("seenSeconds"))
    let metrics = try replica.get("/metrics").text
    #expect(metrics.contains("livery_store_reachable 0\n"))
    try eventually { try replica.get("/metrics").text.contains("livery_store_writable 0\n") }
    // A refused write changes no metric.
    for _ in 0..<3 {
      #expect(try replica.sendOnce("POST", "/v1/active", body: #"{"theme":"year"}"#).status == 503)
    }
    try link.become(.pass)
    #expect(try replica.switch(to: "night").status == 200)
    try eventually { try replica.get("/metrics").text.contains("livery_store_writable 1\n") }
    let again = try replica.get("/metrics").text
    #expect(again.contains("livery_store_reachable 1\n"))
    #expect(again.contains("\nlivery_store_reconnects_total "))
    #expect(!again.contains("livery_store_reconnects_total 0\n"), "it was found again")
    #expect(again.contains("livery_store_turn_seconds_count"))
    #expect(try replica.get("/readyz?fresh=60").status == 200)
    _ = try server.waitForLog(containing: "can be written again")
    let lines = server.stop().errors.split(separator: "\n").filter { $0.contains("The change log can") }
    #expect(lines.count == 2, "\(lines)")
  }
}
