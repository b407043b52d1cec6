import Foundation
import TestServer
import Testing

@testable import LiveryClient

/// Previews of drafts.
@Suite struct `The preview of a draft` {
  private static let key = "yH3aaaaaaaaaaaaaaaaaaa"
  private let room: MisbehavingRoom
  private let app: TestApp

  init() throws {
    room = try MisbehavingServer.shared.room("good")
    app = try TestApp(room.url)
  }

  @Test func `shows the draft and its replacements until the app leaves it, and keeps nothing`() async throws
  {
    try await room.set(("draft", "#ff0000"))
    let livery = app.start(channel: "shop", token: { "secret" })
    var listening = Listening(livery)
    #expect(await listening.theme()?.colors["accent"] == "#0b4f94")
    let file = try await app.kept()
    let before = try Data(contentsOf: file)
    #expect(livery.draft == nil)
    #expect(livery.open(try #require(URL(string: "shop://preview?livery-draft=\(Self.key)"))))
    #expect(await listening.theme()?.colors["accent"] == "#ff0000")
    #expect(livery.draft?.name == "stand-in" && livery.draft?.title == "Stand-in")
    #expect(livery.draft?.end == ISO8601DateFormatter().date(from: "2026-11-30T10:00:00Z"))
    try await room.set(("draft", "#ff0001"))
    #expect(await listening.theme()?.colors["accent"] == "#ff0001")
    let previews = try await room.report().requests.filter { $0.target.contains("draft=") }
    for request in previews {
      #expect(request.target.hasSuffix("?draft=\(Self.key)") && request.headers["authorization"] == nil)
    }
    #expect(previews.contains { $0.headers["prefer"] != nil }, "it is followed")
    livery.leave()
    #expect(livery.draft == nil)
    #expect(await listening.theme()?.colors["accent"] == "#0b4f94")
    #expect(try Data(contentsOf: file) == before)
    try await room.set(("accent", "#00ff00"))
    #expect(await listening.theme()?.colors["accent"] == "#00ff00")
    listening.stop()
    #expect(try await room.report(open: 0).open == 0)
  }

  @Test func `ends with the draft, and follows the theme in force`() async throws {
    try await room.set(("draft", "#ff0000"))
    let livery = app.start()
    var listening = Listening(livery)
    _ = await listening.theme()
    livery.preview(Self.key)
    #expect(await listening.theme()?.colors["accent"] == "#ff0000")
    _ = try await room.request { $0.target.contains("draft=") && $0.headers["prefer"] != nil }
    try await room.set(("accent", "#ff0000"), ("ended", "published"))
    let theme = try #require(await listening.theme())
    #expect(livery.draft == nil)
    if theme.colors["accent"] == "#0b4f94" { #expect(await listening.theme()?.colors["accent"] == "#ff0000") }
    #expect(try await room.report().requests.last?.target.contains("draft=") == false)
    listening.stop()
  }

  @Test func `is for links that have a key`() throws {
    let livery = app.start()
    for text in ["shop://preview", "shop://preview?livery-draft=", "https://a.example/?draft=x"] {
      #expect(!livery.open(try #require(URL(string: text))), "\(text)")
    }
  }
}
