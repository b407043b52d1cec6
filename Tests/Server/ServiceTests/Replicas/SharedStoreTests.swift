import Foundation
import ServerAccess
import Synchronization
import TestServer
import TestSupport
import Testing
import Themes

@Suite struct `Servers that share a database` {
  @Test func `answer a client parked at one when another is switched, with the same cursor`() throws {
    let fleet = try Fleet(3)
    defer { withExtendedLifetime(fleet) {} }
    let replicas = fleet.replicas
    let start = try replicas[1].get("/v1/changes").cursor
    let woken = try replicas[1].heard(from: start) { () throws in
      #expect(try replicas[0].switch(to: "night").status == 200)
    }
    #expect(woken.status == 200)
    #expect(woken.text.contains(#""theme":"night""#))
    let cursor = woken.cursor
    for replica in replicas {
      let feed = try replica.get(
        "/v1/changes?since=\(start)&mode=all&wait=0", headers: [("Livery-Cursor", cursor)])
      #expect(feed.text == woken.text || feed.cursor == cursor)
    }
  }

  @Test func `do one of equal writes with a key, and give all its answer`() throws {
    let fleet = try Fleet(3)
    defer { withExtendedLifetime(fleet) {} }
    let replicas = fleet.replicas
    let answers = Mutex<[String]>([])
    try sideBySide(
      (0..<9).map { number in
        { @Sendable () throws in
          let reply = try replicas[number % 3].switch(to: "night", headers: [("Idempotency-Key", "one")])
          answers.withLock { $0.append("\(reply.status) \(reply.text)") }
        }
      })
    #expect(Set(answers.withLock { $0 }).count == 1)
    #expect(
      try replicas[2].get("/v1/history").text.components(separatedBy: #""kind":"activated""#).count == 2)
  }

  @Test func `do one of the writes that build on one cursor, and tell the others of the conflict`() throws {
    let fleet = try Fleet(3)
    defer { withExtendedLifetime(fleet) {} }
    let replicas = fleet.replicas
    let cursor = try replicas[0].get("/v1/changes").cursor
    let statuses = Mutex<[Int]>([])
    try sideBySide(
      (0..<6).map { number in
        { @Sendable () throws in
          let theme = number % 2 == 0 ? "night" : "year"
          let reply = try replicas[number % 3].switch(to: theme, buildsOn: cursor)
          statuses.withLock { $0.append(reply.status) }
        }
      })
    #expect(statuses.withLock { $0.sorted() } == [200, 409, 409, 409, 409, 409])
    #expect(
      try replicas[1].get("/v1/history").text.components(separatedBy: #""kind":"activated""#).count == 2)
  }

  @Test func `switch to a theme that was uploaded at another a moment ago`() throws {
    let fleet = try Fleet(2)
    defer { withExtendedLifetime(fleet) {} }
    let replicas = fleet.replicas
    for round in 0..<5 {
      let name = "up\(round)"
      let put = try replicas[round % 2].send(
        "PUT", "/v1/themes/\(name)", body: "{}")
      #expect(put.status == 201)
      let reply = try replicas[(round + 1) % 2].switch(to: name)
      #expect(reply.status == 200, "\(reply.text)")
    }
  }

  @Test func `serve an image that was uploaded at another a moment ago`() throws {
    let fleet = try Fleet(2)
    defer { withExtendedLifetime(fleet) {} }
    let replicas = fleet.replicas
    let svg = Array("<svg>shared</svg>".utf8)
    let put = try fleet.servers[0].send("PUT", "/v1/images/shared.svg", bytes: svg)
    #expect(put.status == 201, "\(put.text)")
    let url = try #require(put["location"])
    // A later change: a server that shows it also has the image.
    let cursor = try replicas[0].switch(to: "night").cursor
    let answer = try replicas[1].get(url, headers: [("Livery-Cursor", cursor)])
    #expect(answer.status == 200 && answer.body == svg)
  }

  @Test func `fire a schedule once, by the clock of the engine`() throws {
    let (fleet, faults) = (try Fleet(2), try FaultInjection())
    try faults.setClock(ahead: 3600)
    let environment = faults.environment.merging(["LIVERY_STORE": fleet.url]) { $1 }
    let fast = try RunningServer(files: Fleet.themes, environment: environment)
    defer { withExtendedLifetime((fleet, fast)) {} }
    let replicas = [fleet.replicas[0], Replica(port: fast.port), fleet.replicas[1]]
    let start = try replicas[0].get("/v1/changes").cursor
    func moment(_ seconds: Double) -> String {
      ISO8601DateFormatter().string(from: Date().addingTimeInterval(seconds))
    }
    func fire(_ theme: String, in channel: String, at moment: String) throws -> FeedPage.Entry {
      let body = #"{"theme":"\#(theme)","channel":"\#(channel)","from":"\#(moment)","note":"due"}"#
      let entered = try replicas[1].post("/v1/schedule", body)
      #expect(entered.status == 201, "\(entered.text)")
      // From before it was entered: on a slow machine it may have fired by now.
      var cursor = start
      while true {
        let feed = try replicas[2].get(
          "/v1/changes?since=\(cursor)&channel=\(channel)&mode=all&wait=5",
          headers: [("Livery-Cursor", entered.cursor)])
        try #require(feed.status == 200 || feed.status == 204, "\(feed.text)")
        let changes = feed.status == 200 ? try feed.page().changes : []
        if let fired = changes.first(where: { $0.kind == "activated" && $0.note == "due" }) { return fired }
        cursor = feed.cursor
      }
    }
    let soon = moment(2)
    let fired = try fire("year", in: "main", at: soon)
    #expect(
      fired.at.prefix(19) >= soon.prefix(19) && fired.at.prefix(19) <= moment(0).prefix(19),
      "\(fired.at) for \(soon); one server's clock is an hour ahead")
    _ = try replicas[0].switch(to: "night")
    #expect(try replicas[0].post("/v1/active", #"{"theme":"night","channel":"probe"}"#).status == 200)
    // The server that applies this schedule checks all channels.
    let looked = try fire("default", in: "probe", at: moment(-60))
    let all = try replicas[1].get("/v1/history", headers: [("Livery-Cursor", looked.cursor)]).text
    #expect(all.components(separatedBy: #""theme":"year""#).count == 3, "entered once, fired once: \(all)")
  }

  @Test func `keep what was acknowledged when the one that acknowledged it is killed`() throws {
    let fleet = try Fleet(2)
    defer { withExtendedLifetime(fleet) {} }
    let replicas = fleet.replicas
    let acknowledged = try replicas[0].switch(to: "night").cursor
    fleet.servers[0].signal(SIGKILL)
    #expect(try replicas[1].switch(to: "year").status == 200)
    #expect(try replicas[1].get("/v1/changes?since=\(acknowledged)&wait=0&mode=all").status == 200)
    let again = try Fleet.server(at: fleet.url)
    #expect(try again.get("/v1/changes?since=\(acknowledged)&wait=0&mode=all").text.contains("year"))
  }

  @Test func `refuse a state folder that another server has`() throws {
    let fleet = try Fleet(1)
    let ending = try Livery.run(
      [
        "serve", "--config", fleet.servers[0].folder.config, "--state", fleet.servers[0].folder.state,
        "--listen",
        "127.0.0.1:0",
      ],
      environment: ["LIVERY_STORE": fleet.url])
    #expect(ending.code == 1)
    #expect(ending.errors.contains("another Livery has the same state folder"), "\(ending.errors)")
  }

  @Test func `do not start without a database, and say why without the password`() throws {
    let cluster = try PostgresCluster.shared.get()
    let folder = try Folder()
    try folder.write(RunningServer.oneTheme)
    let url = cluster.url(of: "nowhere").replacingOccurrences(of: "livery@", with: "livery:hushhush@")
    let ending = try Livery.run(
      ["serve", "--config", folder.config, "--state", folder.state, "--listen", "127.0.0.1:0"],
      environment: ["LIVERY_STORE": url])
    #expect(ending.code == 1)
    #expect(ending.errors.contains("\"nowhere\" does not exist"), "\(ending.errors)")
    #expect(!ending.errors.contains("hushhush"))
  }
}
