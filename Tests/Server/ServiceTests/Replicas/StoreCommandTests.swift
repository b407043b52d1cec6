import Foundation
import ServerAccess
import TestServer
import TestSupport
import Testing

/// `livery store` on logs in PostgreSQL.
@Suite struct `livery store` {
  private let cluster: PostgresCluster
  private let database: String
  private let folder: Folder

  init() throws {
    cluster = try PostgresCluster.shared.get()
    database = try cluster.newDatabase()
    folder = try Folder()
    try folder.write(Fleet.themes)
  }

  private var url: String { cluster.url(of: database) }

  private func copy(_ source: String, _ target: String, _ flags: String...) throws -> RunningServer.Ending {
    try Livery.run(["store", "copy", source, target] + flags)
  }

  @Test func `copies a log into a database and back, with history, uploads, schedules and keys`() throws {
    let file = "sqlite:\(folder.path)/one.sqlite", back = "sqlite:\(folder.path)/two.sqlite"
    let key = [("Idempotency-Key", "kept")]
    var first = try Fleet.server(at: file, in: folder)
    var replica = Replica(port: first.port)
    #expect(try replica.send("PUT", "/v1/themes/up", body: #"{"extends":"night"}"#).status == 201)
    let answer = try replica.switch(to: "up", headers: key)
    #expect(
      try replica.post("/v1/schedule", #"{"theme":"year","from":"2099-01-01T00:00:00Z"}"#).status == 201)
    let history = try replica.get("/v1/history?channel=*").changes
    first.stop()

    let planned = try copy(file, url, "--dry-run")
    #expect(planned.code == 0 && planned.output.hasPrefix("Would copy "), "\(planned)")
    #expect(
      try cluster.run("SELECT count(*) FROM pg_tables WHERE schemaname = 'livery'", in: database) == "0\n")
    let copied = try copy(file, url)
    #expect(copied.code == 0 && copied.output.contains("under a new epoch"), "\(copied)")
    #expect(try copy(file, url).output.hasPrefix("Nothing to do"))
    #expect(try copy(url, back).code == 0)

    for store in [url, back] {
      first = try Fleet.server(at: store, in: folder)
      replica = Replica(port: first.port)
      #expect(try replica.get("/v1/history?channel=*").changes == history)
      #expect(try replica.get("/v1/active").text.contains(#""theme":"up""#))
      #expect(try replica.get("/v1/schedule").text.contains("2099-01-01"))
      let again = try replica.switch(to: "up", headers: key)
      #expect(again["idempotency-replayed"] == "true" && again.body == answer.body, "\(again.text)")
      first.stop()
    }
    // It has gone on by nothing, and is still known.
    #expect(try copy(url, back).output.hasPrefix("Nothing to do"))
  }

  @Test func `moves a log, so that clients notice nothing and nothing goes on where it was`() throws {
    let file = "sqlite:\(folder.path)/one.sqlite", back = "sqlite:\(folder.path)/two.sqlite"
    var server = try Fleet.server(at: file, in: folder)
    let seen = try Replica(port: server.port).switch(to: "night").cursor
    server.stop()
    for (source, target) in [(file, url), (url, back)] {
      #expect(try copy(source, target, "--move", "--dry-run").output.hasPrefix("Would copy 1 changes"))
      let moved = try copy(source, target, "--move")
      #expect(moved.code == 0 && moved.output.contains("clients notice nothing"), "\(moved)")
      #expect(try copy(source, target, "--move").output.hasPrefix("Nothing to do"), "also after it broke off")
      let refused = try copy(source, "sqlite:\(folder.path)/three.sqlite")
      #expect(refused.code == 1 && refused.errors.contains("was moved"), "\(refused)")
      let sealed = try Livery.run(
        ["serve", "--config", folder.config, "--state", folder.state, "--listen", "127.0.0.1:0"],
        environment: ["LIVERY_STORE": source])
      #expect(sealed.code == 1 && sealed.errors.contains("'livery store renew'"), "\(sealed.errors)")
      server = try Fleet.server(at: target, in: folder)
      let replica = Replica(port: server.port)
      #expect(try replica.get("/v1/changes?since=\(seen)&wait=0").status == 204, "the cursor is good")
      #expect(try replica.get("/v1/active").text.contains("night"))
      server.stop()
    }
    for source in [file, url] {
      #expect(try Livery.run(["store", "renew"], environment: ["LIVERY_STORE": source]).code == 0)
      server = try Fleet.server(at: source, in: folder)
      #expect(try Replica(port: server.port).get("/v1/changes?since=\(seen)&wait=0").status == 410)
      server.stop()
    }
    #expect(try Livery.run(["store", "renew", "--move"]).code == 2)
  }

  @Test func `copies into nothing that holds another log, and from nowhere`() throws {
    let one = "sqlite:\(folder.path)/one.sqlite"
    for (store, theme) in [(one, "night"), (url, "year")] {
      let server = try Fleet.server(at: store, in: folder)
      #expect(try Replica(port: server.port).switch(to: theme).status == 200)
      server.stop()
    }
    let other = try copy(one, url)
    #expect(
      other.code == 1 && other.errors.contains("holds another log already; name a place that has none"),
      "\(other.errors)")
    let nowhere = try copy("sqlite:\(folder.path)/none", url)
    #expect(nowhere.code == 1 && nowhere.errors.contains("there is no log at"), "\(nowhere.errors)")
    let secret = try copy(one, url.replacingOccurrences(of: "livery@", with: "livery:hushhush@"))
    #expect(secret.code == 1 && !secret.errors.contains("hushhush"), "\(secret.errors)")
    #expect(try copy("memory:", url).errors.contains("A log is copied from and to"))
    #expect(try Livery.run(["store", "copy", one]).code == 2)
    #expect(try Livery.run(["store", "renew", "--dry-run"]).code == 2)
  }

  @Test func `makes the tables for servers whose role may only read and write rows`() throws {
    let environment = ["LIVERY_STORE": url]
    let planned = try Livery.run(["store", "migrate", "--dry-run"], environment: environment)
    #expect(planned.output.contains("would be brought from version 0"), "\(planned)")
    #expect(
      try Livery.run(["store", "migrate"], environment: environment).output.contains("was brought from"))
    #expect(try Livery.run(["store", "migrate"], environment: environment).output.contains("is up to date"))
    let role = "r" + database
    try cluster.run(
      """
      CREATE ROLE \(role) LOGIN CONNECTION LIMIT 4; GRANT USAGE ON SCHEMA livery TO \(role);
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA livery TO \(role)
      """, in: database)
    let server = try Fleet.server(at: url.replacingOccurrences(of: "livery@", with: "\(role)@"), in: folder)
    #expect(try Replica(port: server.port).switch(to: "night").status == 200)
    let files = try Livery.run(["store", "migrate", "--store", "sqlite:x"])
    #expect(files.code == 1 && files.errors.contains("Only tables in PostgreSQL"), "\(files.errors)")
  }

  @Test func `says how a database is, and exits 1 where no server can work`() throws {
    let environment = ["LIVERY_STORE": url]
    let empty = try Livery.run(["store", "check"], environment: environment)
    #expect(empty.code == 0 && empty.output.contains("none that the role sees"), "\(empty)")
    #expect(
      try cluster.run("SELECT count(*) FROM pg_namespace WHERE nspname = 'livery'", in: database) == "0\n")
    let server = try Fleet.server(at: url, in: folder)
    let before = try Replica(port: server.port).switch(to: "night").cursor
    let report = try Livery.run(["store", "check"], environment: environment)
    #expect(report.code == 0, "\(report)")
    for words in [
      "takes writes, on timeline 1", "PostgreSQL ", "UTF-8", "fsync off", "none that is synchronous",
      "a socket",
      "version 6", "at revision 1", "1 running", "turn ", "arrive after",
    ] { #expect(report.output.contains(words), "\(words): \(report.output)") }
    #expect(try Replica(port: server.port).get("/v1/changes").cursor == before, "nothing was changed")
    let role = "r" + database
    try cluster.run("CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA livery TO \(role)", in: database)
    let other = url.replacingOccurrences(of: "livery@", with: "\(role)@")
    let barred = try Livery.run(["store", "check"], environment: ["LIVERY_STORE": other])
    #expect(barred.code == 1 && barred.output.contains("GRANT SELECT"), "\(barred)")
    #expect(try Livery.run(["store", "check", "--store", "sqlite:x"]).code == 1)
    #expect(try Livery.run(["store", "check", "now"]).code == 2)
  }

  @Test func `names a snapshot for which PostgreSQL keeps what servers have written since`() throws {
    let server = try Fleet.server(at: url, in: folder)
    defer { withExtendedLifetime(server) {} }
    let held = try HeldSession(
      cluster, in: database, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SELECT 'held' FROM livery.log")
    try cluster.run(
      "DO $$ BEGIN FOR i IN 1..5100 LOOP PERFORM txid_current(); COMMIT; END LOOP; END $$", in: database)
    let environment = ["LIVERY_STORE": url]
    let report = try Livery.run(["store", "check"], environment: environment)
    #expect(report.code == 0 && report.output.contains("! snapshot"), "\(report)")
    try held.release()
    #expect(try !Livery.run(["store", "check"], environment: environment).output.contains("snapshot"))
  }

  @Test func `prints a schema that a database takes as it is`() throws {
    let script = try Livery.run("store", "schema").output
    try cluster.run(script, in: database)
    let server = try Fleet.server(at: url, in: folder)
    #expect(try Replica(port: server.port).switch(to: "night").status == 200)
  }

  @Test func `leaves a server that is too old for the new tables reading, and it says so`() throws {
    let server = try Fleet.server(at: url, in: folder)
    let replica = Replica(port: server.port)
    let seen = try replica.switch(to: "night").cursor
    try cluster.run("UPDATE livery.log SET schema = 99, readable_from = 99", in: database)
    let said = try server.waitForLog(containing: "newer Livery (format 99")
    #expect(said.contains("writes are refused"), "\(said)")
    for target in ["/v1/active", "/v1/theme", "/v1/history", "/v1/changes", "/readyz"] {
      #expect(try replica.sendOnce("GET", target).status == 200, "\(target)")
    }
    #expect(try replica.sendOnce("GET", "/v1/active").text.contains("night"))
    #expect(try replica.sendOnce("GET", "/v1/changes?since=\(seen)&wait=0").status == 204)
    let refused = try replica.sendOnce("POST", "/v1/active", body: #"{"theme":"year"}"#)
    #expect(refused.status == 503 && refused.text.contains("newer Livery"), "\(refused.text)")
    #expect(try replica.sendOnce("GET", "/readyz").text.contains(#""reachable":true"#))
    try eventually { try replica.sendOnce("GET", "/readyz?fresh=1").status == 503 }
    #expect(try cluster.run("SELECT head FROM livery.log", in: database) == "1\n")
  }

  @Test func `has a log go on under a new epoch`() throws {
    var running = try Fleet.server(at: url, in: folder)
    let before = try Replica(port: running.port).switch(to: "night").cursor
    running.stop()
    let renewed = try Livery.run(["store", "renew"], environment: ["LIVERY_STORE": url])
    #expect(renewed.code == 0 && renewed.output.contains("under a new epoch"), "\(renewed)")
    running = try Fleet.server(at: url, in: folder)
    #expect(try Replica(port: running.port).get("/v1/changes?since=\(before)&wait=0").status == 410)
  }
}
