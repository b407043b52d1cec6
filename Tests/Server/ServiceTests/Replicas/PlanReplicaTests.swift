import Bindings
import Changes
import Documents
import Foundation
import ServerAccess
import Service
import TestServer
import TestSupport
import Testing
import Themes

/// A plan that repeats, at two servers of one log. One of them is killed.
@Suite struct `A plan of servers that share a database` {
  @Test func `begins and ends once, by the clock of the database, although that of a server is ahead`() throws
  {
    let faults = try FaultInjection()
    try faults.setClock(ahead: 5)
    let url = try PostgresCluster.shared.get().database()
    func ahead() throws -> RunningServer {
      try RunningServer(
        files: Fleet.themes, environment: faults.environment.merging(["LIVERY_STORE": url]) { $1 })
    }
    var servers = try [ahead(), Fleet.server(at: url)]
    func reach(_ theme: String) throws {
      for server in servers {
        try eventually { try server.get("/v1/active").text.contains(#""theme":"\#(theme)""#) }
      }
    }
    let start = try #require(servers[0].get("/v1/changes")["livery-cursor"])
    let now = Timestamp.now.milliseconds
    let from = LocalTime(inUTC: Timestamp(milliseconds: now - now % 1000 + 8000))
    let until = from + 12_000
    let span = #""from":"\#(from)","until":"\#(until)""#
    let body = #"{"theme":"night",\#(span),"repeat":"FREQ=DAILY","zone":"UTC"}"#
    #expect(try servers[1].post("/v1/schedule", body).status == 201)
    try reach("night")
    servers[0].signal(SIGKILL)
    servers[0] = try ahead()
    try reach("default")
    for server in servers { try server.awaitLook() }
    let feed = try servers[1].get("/v1/changes?since=\(start)&channel=main&mode=all&wait=0")
    let switches = try feed.page().changes.filter { $0.kind == "activated" }
    #expect(switches.count == 2, "\(feed.text)")
    for (one, moment) in zip(switches, [from, until]) { #expect(one.at >= moment.inUTC.description) }
  }
}
