import Foundation
import TestServer
import Testing

@testable import LiveryClient

/// Themes that arrive and are not used.
@Suite struct `A refused theme` {
  private let room: MisbehavingRoom
  private let app: TestApp

  init() throws {
    room = try MisbehavingServer.shared.room("good")
    app = try TestApp(room.url)
  }

  @Test func `that can't be read is named in the next wait, and a newer one heals it`() async throws {
    var listening = Listening(app.start())
    _ = await listening.theme()
    _ = try await room.report(requests: 2)
    try await room.set(("text", #"{ "title": "no name" }"#))
    #expect(await listening.states(until: .offline) == [.loading, .live, .offline])
    let refusing = try await room.request { $0.headers["livery-refused"] != nil }
    #expect(refusing.headers["livery-refused"] == "no theme in it: 'theme' is missing")
    #expect(refusing.headers["prefer"] == "wait=25")
    let tags = [try await room.report().requests[1], refusing].map { $0.headers["if-none-match"] }
    #expect(tags[0] != tags[1])
    try await room.set(("text", #"{ "theme": "better" }"#))
    #expect(await listening.theme()?.name == "better")
    #expect(await listening.state() == .live)
    let next = try await room.request {
      $0.headers["prefer"] != nil && !tags.contains($0.headers["if-none-match"])
    }
    #expect(next.headers["livery-refused"] == nil)
    listening.stop()
  }

  @Test func `that can't be read is requested again after the wait, in case a proxy damaged it`() async throws
  {
    var settings = TestApp.quiet
    settings.wait = 1
    try await room.set(("behavior", "garbled"), ("times", "1"))
    var listening = Listening(app.start(settings))
    #expect(await listening.theme()?.name == "stand-in")
    let requests = try await room.report(requests: 3).requests
    #expect(requests[1].headers["livery-refused"] == "no theme in it: it is not JSON")
    #expect(requests[2].headers["if-none-match"] == nil && requests[2].headers["livery-refused"] == nil)
    #expect(await listening.states(until: .live) == [.loading, .offline, .live])
    listening.stop()
  }

  @Test func `by the app gives way to the one before it, at the next start too`() async throws {
    let livery = app.start()
    var listening = Listening(livery)
    #expect(await listening.theme()?.colors["accent"] == "#0b4f94")
    let former = try await room.report(requests: 2).requests[1].headers["if-none-match"]
    try await room.set(("accent", "#ff0000"))
    #expect(await listening.theme()?.colors["accent"] == "#ff0000")
    let newest = try await room.request { ![nil, former].contains($0.headers["if-none-match"]) }
    let reason = "no font Ubuntu\n\u{e9}" + String(repeating: "x", count: 200)
    livery.refuse(because: reason)
    livery.refuse(because: reason)
    #expect(await listening.theme()?.colors["accent"] == "#0b4f94")
    #expect(livery.state == .offline && livery.trouble == .unreadable(reason))
    let refusing = try await room.request { $0.headers["livery-refused"] != nil }
    #expect(refusing.headers["if-none-match"] == newest.headers["if-none-match"])
    #expect(
      refusing.headers["livery-refused"] == "no font Ubuntu??" + String(repeating: "x", count: 84))
    #expect(app.start().current()?.colors["accent"] == "#0b4f94")
    // The server returns to the theme that the app shows.
    try await room.set(("accent", "#0b4f94"))
    #expect(await listening.states(until: .offline).last == .offline)
    #expect(await listening.state() == .live)
    try await room.set(("accent", "#00ff00"))
    #expect(await listening.theme()?.colors["accent"] == "#00ff00")
    listening.stop()
  }

  @Test func `that is the first one leaves none behind`() async throws {
    let livery = app.start()
    var listening = Listening(livery)
    _ = await listening.theme()
    _ = try await room.report(requests: 2)
    livery.refuse(because: "")
    let refusing = try await room.request { $0.headers["livery-refused"] != nil }
    #expect(refusing.headers["livery-refused"] == "no reason")
    #expect(app.start().current() == nil)
    try await room.set(("accent", "#00ff00"))
    #expect(await listening.theme()?.colors["accent"] == "#00ff00")
    listening.stop()
  }
}
