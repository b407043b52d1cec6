import Foundation
import ServerAccess
import TestServer
import TestSupport
import Testing

/// Tests what clients see when the PostgreSQL of the servers fails.
@Suite(.serialized) struct `Servers whose database fails` {
  @Test func `lose and repeat nothing when the primary is killed under load and its standby takes over`()
    throws
  {
    let cluster = try PostgresCluster(["--standby", "sync", "fsync=off"])
    let fleet = try Fleet(3, at: cluster.url(of: cluster.newDatabase(), at: cluster.hosts))
    defer { withExtendedLifetime((fleet, cluster)) {} }
    let start = try fleet.replicas[0].get("/v1/changes").cursor
    let load = Load(on: fleet.replicas, writers: 3, each: 40)
    try sideBySide(
      load.writers + [
        {
          try load.wait(for: 30)
          try cluster.order("kill")
          try cluster.order("promote")
        }
      ])
    let end = try fleet.replicas[0].switch(to: "night").cursor
    let logs = try fleet.replicas.map { try $0.notes(since: start, upTo: end) }
    #expect(
      logs[0].sorted() == load.acknowledged.keys.sorted(), "each once, and none that was acknowledged is gone"
    )
    #expect(logs.allSatisfy { $0 == logs[0] }, "in one order")
    for (note, cursor) in load.acknowledged.prefix(9) {
      let rest = try fleet.replicas[1].notes(since: cursor, upTo: end)
      #expect(
        logs[0].suffix(rest.count) == rest[...] && !rest.contains(note), "a cursor stands behind its write")
    }
  }

  @Test func `go on at the new primary when the old one falls silent, and stay there when it wakes`() throws {
    let cluster = try PostgresCluster(["--standby", "sync", "fsync=off"])
    let link = try EngineLink(to: cluster.primary)
    let database = try cluster.newDatabase()
    let standby = try #require(cluster.standby)
    let url = cluster.url(of: database, at: [link.host, "\(standby):5432"])
    let fleet = try Fleet(2, at: url)
    defer { withExtendedLifetime((fleet, cluster, link)) {} }
    let before = try fleet.replicas[0].switch(to: "night")
    #expect(before.status == 200)
    try link.become(.silent)
    try cluster.order("promote")
    let after = try fleet.replicas[1].switch(to: "year")
    #expect(after.status == 200, "\(after.text)")
    try link.become(.pass)
    let late = try Fleet.server(at: url)
    #expect(try late.get("/v1/active").text.contains("year"), "who starts now finds the new one too")
    for replica in fleet.replicas { #expect(try replica.switch(to: "night").status == 200) }
    let heads = try [cluster.primary, standby].map {
      try cluster.run("SELECT head FROM livery.log", in: database, at: $0)
    }
    #expect(heads[0] != heads[1], "what the former primary holds is of no account any more")
    let feed = try fleet.replicas[0].get("/v1/changes?since=\(before.cursor)&mode=all&wait=0")
    #expect(feed.status == 200 && feed.text.contains("year"), "the standby had it all, so the cursor is good")
  }

  @Test func `leave a former primary as soon as they can reach the new one`() throws {
    let cluster = try PostgresCluster(["--standby", "async", "fsync=off"])
    let standby = try #require(cluster.standby)
    let link = try EngineLink(to: standby)
    try link.become(.cut)
    let database = try cluster.newDatabase()
    let fleet = try Fleet(1, at: cluster.url(of: database, at: ["\(cluster.primary):5432", link.host]))
    defer { withExtendedLifetime((fleet, cluster, link)) {} }
    let replica = fleet.replicas[0]
    try cluster.order("settle")
    try cluster.order("promote")
    #expect(try replica.switch(to: "night").status == 200, "the only one that it can reach")
    let old = try replica.get("/v1/changes").cursor
    try link.become(.pass)
    try eventually {
      try cluster.run("SELECT timeline <> '00000001' FROM livery.log", in: database, at: standby) == "t\n"
    }
    #expect(try replica.switch(to: "year").status == 200)
    #expect(try cluster.run("SELECT theme FROM livery.activations", in: database, at: standby) == "year\n")
    let gone = try replica.get("/v1/changes?since=\(old)&wait=0")
    #expect(
      gone.status == 410, "the switch at the former primary is lost, and clients are told: \(gone.text)")
    #expect(gone[member: "reason"] == "epoch")
  }

  @Test func `go on reading and waiting where one is cut off, and keep nobody else from writing`() throws {
    let cluster = try PostgresCluster.shared.get()
    let link = try EngineLink(to: cluster.primary)
    let database = try cluster.newDatabase()
    let url = cluster.url(of: database, at: [link.host])
    let alone = try Fleet(1, at: url), other = try Fleet(1, at: cluster.url(of: database))
    defer { withExtendedLifetime((alone, other, link)) {} }
    let (cutOff, free) = (alone.replicas[0], other.replicas[0])
    let start = try cutOff.get("/v1/changes").cursor
    let heard = try cutOff.heard(from: start) {
      try link.become(.cut)
      let refused = try cutOff.sendOnce("POST", "/v1/active", body: #"{"theme":"year"}"#)
      #expect(refused.status == 503, "\(refused.text)")
      #expect(refused["retry-after"] != nil)
      #expect(try cutOff.get("/v1/active").text.contains("default"), "reading goes on")
      #expect(try cutOff.sendOnce("GET", "/v1/active").status == 200)
      #expect(try free.switch(to: "night").status == 200)
      #expect(try cutOff.get("/metrics").text.contains("livery_parked_clients 1\n"), "nobody was sent away")
      try link.become(.pass)
    }
    #expect(heard.text.contains("night"), "and hears it once it is back")
    #expect(try cutOff.switch(to: "year").status == 200)
  }

  @Test func `hear of a change although its notice was lost`() throws {
    let cluster = try PostgresCluster.shared.get()
    let link = try EngineLink(to: cluster.primary)
    let database = try cluster.newDatabase()
    let near = try Fleet(1, at: cluster.url(of: database))
    let far = try Fleet(1, at: cluster.url(of: database, at: [link.host]))
    defer { withExtendedLifetime((near, far, link)) {} }
    let (hearing, deaf) = (near.replicas[0], far.replicas[0])
    let start = try deaf.get("/v1/changes").cursor
    try link.become(.deaf)
    let heard = try deaf.heard(from: start) { () throws in
      #expect(try hearing.switch(to: "night").status == 200)
    }
    #expect(heard.text.contains("night"))
  }

  @Test func `do a write once whose commit was answered to nobody`() throws {
    let cluster = try PostgresCluster.shared.get()
    let link = try EngineLink(to: cluster.primary)
    let fleet = try Fleet(1, at: cluster.url(of: cluster.newDatabase(), at: [link.host]))
    defer { withExtendedLifetime((fleet, link)) {} }
    let replica = fleet.replicas[0]
    let start = try replica.get("/v1/changes").cursor
    var isDone: [Bool] = []
    for round in 0..<3 {
      try link.become(.forget)
      // Done a second time, it would be a second entry: a switch would come to nothing then.
      let reply = try replica.sendOnce(
        "POST", "/v1/schedule",
        body: #"{"theme":"night","from":"209\#(round)-01-01T00:00:00Z","note":"round-\#(round)"}"#)
      // On a machine with too much to do it may be given up before it is known.
      #expect(reply.status == 201 || reply.text.contains("not known to be done"), "\(reply.text)")
      isDone.append(reply.status == 201)
    }
    // In the log, since the same entry a second time would be one schedule.
    let entries = try replica.notes(since: start, upTo: replica.switch(to: "night").cursor)
    for round in 0..<3 {
      let times = entries.count { $0 == "round-\(round)" }
      #expect(times == 1 || times == 0 && !isDone[round], "write \(round) was done \(times) times")
    }
    let metrics = try replica.get("/metrics").text
    #expect(
      metrics.contains("\nlivery_store_doubts_total ") && !metrics.contains("livery_store_doubts_total 0\n"))
  }

  @Test func `acknowledge nothing while the synchronous standby is away, and read on`() throws {
    let cluster = try PostgresCluster(["--standby", "sync", "fsync=off"])
    let fleet = try Fleet(2, at: cluster.url(of: cluster.newDatabase()))
    defer { withExtendedLifetime((fleet, cluster)) {} }
    let replicas = fleet.replicas
    let start = try replicas[0].get("/v1/changes").cursor
    try cluster.order("detach")
    let key = [("Idempotency-Key", "once")]
    try sideBySide(
      replicas.map { replica in
        {
          let reply = try replica.sendOnce("POST", "/v1/active", headers: key, body: #"{"theme":"night"}"#)
          #expect(reply.status == 503, "\(reply.text)")
          #expect(try replica.sendOnce("GET", "/v1/active").status == 200)
        }
      })
    try cluster.order("attach")
    for replica in replicas { #expect(try replica.switch(to: "night", headers: key).status == 200) }
    let feed = try replicas[1].get("/v1/changes?since=\(start)&mode=all&wait=0&channel=*")
    #expect(feed.text.components(separatedBy: #""kind":"activated""#).count == 2, "done once: \(feed.text)")
  }

  @Test func `tell clients that their place is gone when a backup was put back`() throws {
    let cluster = try PostgresCluster.shared.get()
    let database = try cluster.newDatabase()
    let fleet = try Fleet(2, at: cluster.url(of: database))
    defer { withExtendedLifetime(fleet) {} }
    let replicas = fleet.replicas
    #expect(try replicas[0].switch(to: "night").status == 200)
    try cluster.backUpLog(in: database)
    let lost = try replicas[0].switch(to: "year").cursor
    #expect(try replicas[1].get("/v1/active", headers: [("Livery-Cursor", lost)]).text.contains("year"))
    try cluster.putBackLog(in: database)
    for replica in replicas {
      let reply = try replica.follow(from: lost)
      #expect(reply.status == 410 && reply[member: "reason"] == "epoch", "\(reply.text)")
      #expect(reply.text.contains("night"), "with what holds now")
    }
    for server in fleet.servers {
      let words = "under a new epoch"
      _ = try server.waitForLog(containing: words)
      let said = server.stop().errors.split(separator: "\n").filter { $0.contains(words) }
      #expect(said.count == 1, "the operator is told once: \(said)")
    }
  }

  @Test func `refuse a pooler, which would lose notices`() throws {
    let cluster = try PostgresCluster(["--pooler", "fsync=off"])
    let pooler = try #require(cluster.pooler)
    let url = cluster.url(of: try cluster.newDatabase(), at: [pooler])
    defer { withExtendedLifetime(cluster) {} }
    let folder = try Folder()
    try folder.write(Fleet.themes)
    let serve = ["serve", "--config", folder.config, "--state", folder.state, "--listen", "127.0.0.1:0"]
    for command in [serve, ["store", "check"]] {
      let ending = try Livery.run(command, environment: ["LIVERY_STORE": url])
      #expect(
        ending.code == 1 && ending.errors.contains("a connection pooler such as PgBouncer"), "\(ending)")
    }
  }
}

extension PostgresCluster {
  /// The primary and its standby, as a URL names them.
  var hosts: [String] { [primary] + (standby.map { [$0] } ?? []) }
}
