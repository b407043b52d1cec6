import Foundation
import ServerAccess
import TestServer
import TestSupport
import Testing

/// Servers over one log whose config folders are not the same, as during a deploy.
@Suite struct `Servers with different files` {
  private static let later = Fleet.themes.merging(["themes/night.json": #"{"title":"Later"}"#]) { $1 }
  private static let more = Fleet.themes.merging(["themes/moon.json": "{}"]) { $1 }

  private func folder(_ files: [String: String]) throws -> Folder {
    let folder = try Folder()
    try folder.write(files)
    return folder
  }

  private func history(at replica: Replica) throws -> String { try replica.get("/v1/history?channel=*").text }

  private func updates(in history: String) -> Int {
    history.components(separatedBy: #""kind":"updated""#).count - 1
  }

  private func isInForce(_ replica: Replica) throws -> Bool {
    try replica.sendOnce("GET", "/readyz").text.contains(#""inForce":true"#)
  }

  @Test func `tell each change of a deploy once, and do not tell it back`() throws {
    let url = try PostgresCluster.shared.get().database()
    let folders = try [folder(Fleet.themes), folder(Fleet.themes)]
    var servers = try folders.map { try Fleet.server(at: url, in: $0) }
    func replica(_ index: Int) -> Replica { Replica(port: servers[index].port) }
    let start = try replica(0).switch(to: "night").cursor
    // In place at the first, by a restart at the second.
    try folders[0].write(Self.later)
    servers[0].signal(SIGHUP)
    _ = try servers[0].waitForLog(containing: "Read the config folder again")
    #expect(try isInForce(replica(0)))
    let feed = try replica(1).follow(from: start)
    #expect(feed.text.contains(#""kind":"updated""#), "\(feed.text)")
    try eventually { try !isInForce(replica(1)) }
    #expect(try replica(1).get("/metrics").text.contains("livery_config_in_force 0\n"))
    #expect(try replica(1).sendOnce("GET", "/readyz").status == 200, "its own files are served all the same")
    // A server that restarts with the old files does not announce them.
    servers[1].stop()
    servers[1] = try Fleet.server(at: url, in: folders[1])
    #expect(try !isInForce(replica(1)))
    servers[1].signal(SIGHUP)
    _ = try servers[1].waitForLog(containing: "Read the config folder again")
    let once = try history(at: replica(0))
    #expect(updates(in: once) == 1, "\(once)")
    try folders[1].write(Self.later)
    servers[1].signal(SIGHUP)
    _ = try servers[1].waitForLog(containing: "Read the config folder again", times: 2)
    #expect(try isInForce(replica(1)))
    let end = try replica(1).switch(to: "year").cursor
    #expect(try replica(0).get("/v1/active", headers: [("Livery-Cursor", end)]).text.contains("year"))
    let whole = try history(at: replica(0))
    #expect(updates(in: whole) == 1, "told once: \(whole)")
  }

  @Test func `answer 503 for a theme that another has, and show no other in its place`() throws {
    let url = try PostgresCluster.shared.get().database()
    let server = try Fleet.server(at: url, in: folder(Fleet.themes))
    let newer = try Fleet.server(at: url, in: folder(Self.more))
    let (here, there) = (Replica(port: server.port), Replica(port: newer.port))
    let seen = try there.switch(to: "moon").cursor
    let headers = [("Livery-Cursor", seen)]
    #expect(try here.get("/v1/active", headers: headers).text.contains("moon"))
    for target in ["/v1/theme", "/v1/theme.css", "/v1/appearance?for=UIView"] {
      let reply = try here.sendOnce("GET", target)
      #expect(
        reply.status == 503 && reply[member: "type"] == "urn:livery:problem:theme-not-here",
        "\(target): \(reply.text)")
      #expect(reply["retry-after"] != nil)
    }
    #expect(try here.sendOnce("GET", "/v1/theme?theme=night").status == 200)
    let ready = try here.sendOnce("GET", "/readyz")
    #expect(ready.status == 503 && ready.text.contains("moon in main"), "\(ready.text)")
    #expect(try there.sendOnce("GET", "/v1/theme").status == 200)
    // A server that starts without the theme is no reason to refuse it: others have newer files.
    let late = try Fleet.server(at: url, in: folder(Fleet.themes))
    #expect(try Replica(port: late.port).sendOnce("GET", "/v1/theme").status == 503)
    let end = try there.switch(to: "night").cursor
    #expect(try here.get("/v1/theme", headers: [("Livery-Cursor", end)]).status == 200)
    #expect(try here.sendOnce("GET", "/readyz").status == 200)
  }

  @Test func `show each client the old look, then the new one, once`() throws {
    let url = try PostgresCluster.shared.get().database()
    let folder = try folder(Fleet.themes)
    let server = try Fleet.server(at: url, in: folder)
    let old = Replica(port: server.port)
    let before = try old.switch(to: "night").cursor
    let newer = try Fleet.server(at: url, in: self.folder(Self.later))
    let new = Replica(port: newer.port)
    let told = try old.follow(from: before)
    #expect(told.text.contains(#""kind":"updated""#), "\(told.text)")
    func theme(_ replica: Replica, _ headers: (String, String)..., form: String = "") throws
      -> HTTPClient.ServerReply
    {
      try replica.sendOnce("GET", "/v1/theme\(form)", headers: headers)
    }
    let (oldTag, newTag) = (try theme(old)["etag"] ?? "", try theme(new)["etag"] ?? "")
    #expect(oldTag != newTag)
    #expect(try theme(old, ("If-None-Match", oldTag)).status == 304)
    #expect(try theme(old, ("If-None-Match", newTag)).status == 304, "it has a newer look already")
    let later = try theme(old, ("Livery-Cursor", told.cursor))
    #expect(
      later.status == 503 && later[member: "type"] == "urn:livery:problem:theme-not-here", "\(later.text)")
    #expect(later["retry-after"] != nil)
    #expect(try theme(old, ("Livery-Cursor", before)).status == 200, "it has not heard of the newer look")
    // Clients that a balancer sends to and fro, each with the last look that it was shown.
    for form in ["", ".css"] {
      var (tag, looks) = (try theme(old, form: form)["etag"] ?? "", 0)
      for number in 0..<12 {
        let reply = try theme(number % 3 == 0 ? new : old, ("If-None-Match", tag), form: form)
        guard reply.status == 200 else { continue }
        (tag, looks) = (reply["etag"] ?? "", looks + 1)
      }
      #expect(looks == 1, "\(form)")
    }
    try folder.write(Self.later)
    server.signal(SIGHUP)
    _ = try server.waitForLog(containing: "Read the config folder again")
    #expect(try theme(old, ("Livery-Cursor", told.cursor))["etag"] == newTag)
  }

  @Test func `send nobody to one where an upload does not fit its files`() throws {
    let url = try PostgresCluster.shared.get().database()
    let server = try Fleet.server(at: url, in: folder(Fleet.themes))
    let newer = try Fleet.server(at: url, in: folder(Self.more))
    let (here, there) = (Replica(port: server.port), Replica(port: newer.port))
    #expect(try there.send("PUT", "/v1/themes/up", body: #"{"extends":"moon"}"#).status == 201)
    let seen = try there.switch(to: "up").cursor
    #expect(try here.get("/v1/active", headers: [("Livery-Cursor", seen)]).text.contains("up"))
    #expect(try here.sendOnce("GET", "/v1/theme")[member: "type"] == "urn:livery:problem:theme-not-here")
    #expect(try here.sendOnce("GET", "/readyz").status == 503)
    #expect(try there.sendOnce("GET", "/readyz").status == 200)
  }
}
