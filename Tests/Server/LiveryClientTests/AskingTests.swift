import Foundation
import TestServer
import Testing

@testable import LiveryClient

/// The requests of a client, and the connections that it uses.
@Suite struct `Asking a server` {
  @Test func `while nothing changes one request is held, and asked again when its wait ends`() async throws {
    let room = try MisbehavingServer.shared.room("good")
    var settings = TestApp.quiet
    settings.wait = 1
    let app = try TestApp(room.url)
    var listening = Listening(app.start(settings))
    _ = await listening.theme()
    let report = try await room.report(requests: 5)
    #expect(
      report.requests.prefix(5).map { $0.headers["prefer"] } == [nil] + Array(repeating: "wait=1", count: 4))
    #expect(report.most == 1)
    listening.stop()
    #expect(await listening.theme() == nil, "told once")
  }

  @Test func `where the server leads it, it waits there, without its tag, and follows`() async throws {
    let room = try MisbehavingServer.shared.room("leading")
    let app = try TestApp(room.url)
    var listening = Listening(app.start())
    _ = await listening.theme()
    let requests = Array(try await room.report(requests: 4).requests.prefix(4))
    try #require(requests.count == 4)
    #expect(requests.map { $0.target.contains("held=") } == [false, true, true, true], "\(requests)")
    #expect(requests[3].target.hasSuffix("&slot=3"))
    #expect(
      requests.dropFirst().allSatisfy { $0.headers["if-none-match"] == nil && $0.headers["prefer"] == nil })
    try await room.set(("accent", "#ff0000"))
    #expect(await listening.theme()?.colors["accent"] == "#ff0000")
    try await room.set(("behavior", "good"), ("accent", "#00ff00"))
    #expect(await listening.theme()?.colors["accent"] == "#00ff00")
    // It begins anew where nothing leads it on.
    var report = try await room.report()
    while report.requests.last?.target.contains("held=") != false {
      report = try await room.report(requests: report.count + 1)
    }
    listening.stop()
  }

  @Test func `what comes again with the tag it has is told once`() async throws {
    let room = try MisbehavingServer.shared.room("forgetful")
    let app = try TestApp(room.url)
    var listening = Listening(app.start())
    _ = await listening.theme()
    _ = try await room.report(requests: 2)
    listening.stop()
    #expect(await listening.theme() == nil)
  }

  @Test func `a change is kept as it came, with its tag`() async throws {
    let room = try MisbehavingServer.shared.room("good")
    let app = try TestApp(room.url)
    var listening = Listening(app.start())
    _ = await listening.theme()
    let former = try await room.report(requests: 2).requests[1].headers["if-none-match"]
    // Members that the client does not know are stored too.
    let body = ##"{ "theme": "new", "colors": {"accent":  "#ff0000"}, "unheard": [1, 2.50] }"##
    try await room.set(("text", body))
    _ = await listening.theme()
    let lines = try String(contentsOf: await app.kept(holding: "#ff0000"), encoding: .utf8).split(
      separator: "\n")
    let next = try await room.request { ![nil, former].contains($0.headers["if-none-match"]) }
    let tag = try #require(next.headers["if-none-match"])
    #expect(lines == ["livery theme 1", "\(room.url)/v1/theme", "\(tag)", "\(body.utf8.count)", "\(body)"])
    listening.stop()
  }

  @Test func `a redirect to another host is followed without the token, one that stays with it`() async throws
  {
    let server = try MisbehavingServer.shared
    let elsewhere = server.room("good")
    for (host, token) in [("localhost", nil), ("127.0.0.1", "Bearer secret")] {
      let room = server.room("moved")
      try await room.set(("location", "http://\(host):\(server.port)/\(elsewhere.name)/v1/theme"))
      let seen = try await elsewhere.report().count
      let app = try TestApp(room.url)
      var listening = Listening(app.start { "secret" })
      #expect(await listening.theme()?.name == "stand-in")
      let requests = try await elsewhere.report(requests: seen + 2).requests.dropFirst(seen)
      for request in requests { #expect(request.headers["authorization"] == token, "\(host)") }
      let asked = try await room.report().requests
      #expect(asked.allSatisfy { $0.headers["authorization"] == "Bearer secret" })
      listening.stop()
      _ = try await elsewhere.report(open: 0)
    }
  }

  @Test func `in the background no connection stays open, not even one that is idle`() async throws {
    // Where clients share a server, another one's request may be held on this one's connection.
    let server = try MisbehavingServer()
    let room = server.room("hasty")
    let app = try TestApp(room.url)
    let livery = app.start()
    var listening = Listening(livery)
    _ = await listening.theme()
    // It polls, and keeps its connection from one request to the next.
    _ = try await room.report(requests: 2, open: 0)
    livery.suspend()
    #expect(try await room.report(connected: 0).connected == 0)
    try await room.set(("behavior", "good"), ("accent", "#ff0000"))
    livery.resume()
    #expect(await listening.theme()?.colors["accent"] == "#ff0000")
    listening.stop()
    withExtendedLifetime(server) {}
  }
}
