import Foundation
import ServerAccess
import TestServer
import Testing

@testable import LiveryClient

/// Following the real server.
@Suite struct `Following a server` {
  private static let files = [
    "kits/uikit.json": """
    { "classes": { "UIView": { "superclass": null, "properties": [] } }, "axes": {},
      "traits": { "userInterfaceStyle": { "values": ["light", "dark"] }, "displayScale": { "kind": "number" } } }
    """,
    "themes/default.json": ##"{ "colors": { "accent": "#0000ff" } }"##,
    "themes/night.json": ##"""
    { "title": "Night", "transition": { "duration": 0.5 },
      "colors": { "accent": { "value": "#ff0000",
        "when": [{ "traits": { "userInterfaceStyle": "dark" }, "value": "#ff000080" }] } } }
    """##,
  ]

  private let server: RunningServer
  private let app: TestApp

  init() throws {
    server = try RunningServer(files: Self.files)
    app = try TestApp(#require(URL(string: "http://\(server.address)")))
  }

  private func switchTo(_ theme: String, channel: String = "main") throws {
    let answer = try server.post("/v1/active", #"{ "theme": "\#(theme)", "channel": "\#(channel)" }"#)
    #expect(answer.status == 200)
  }

  @Test func `the theme comes, then each change, each told once`() async throws {
    var settings = TestApp.quiet
    settings.wait = 1
    var listening = Listening(app.start(settings))
    #expect(await listening.state() == .loading)
    let first = try #require(await listening.theme())
    #expect(first.name == "default" && first.colors["accent"] == "#0000ff" && !first.isKept)
    #expect(await listening.state() == .live)
    // Meanwhile the long polls end without a change.
    try switchTo("default")
    try switchTo("night")
    let second = try #require(await listening.theme())
    #expect(second.name == "night" && second.title == "Night" && second.transition == 0.5)
    try switchTo("default")
    #expect(await listening.theme()?.name == "default")
    listening.stop()
    #expect(await listening.theme() == nil)
  }

  @Test func `what was kept is there before any network, and marked`() async throws {
    var before = Listening(app.start())
    let theme = try #require(await before.theme())
    _ = try await app.kept()
    before.stop()
    server.stop()
    var after = Listening(app.start())
    let kept = try #require(await after.theme())
    #expect(kept.isKept && kept.colors == theme.colors)
    #expect(await after.states(until: .offline) == [.kept, .offline])
  }

  @Test func `the kept theme is checked with its tag, and not told again`() async throws {
    var before = Listening(app.start())
    _ = await before.theme()
    _ = try await app.kept()
    before.stop()
    var after = Listening(app.start())
    #expect(await after.theme()?.isKept == true)
    #expect(await after.states(until: .live) == [.kept, .live])
    try switchTo("night")
    #expect(await after.theme()?.name == "night")
  }

  @Test func `a server that comes back is heard, also with another log`() async throws {
    let server = try RunningServer(files: Self.files, host: "127.17.0.2")
    let app = try TestApp(#require(URL(string: "http://\(server.address)")))
    var listening = Listening(app.start())
    _ = await listening.theme()
    _ = await listening.states(until: .live)
    server.stop()
    #expect(await listening.state() == .offline)
    let files = Self.files.merging(["livery.json": #"{ "defaultTheme": "night" }"#]) { _, own in own }
    let next = try RunningServer(files: files, host: server.host, port: server.port)
    #expect(await listening.theme()?.name == "night")
    #expect(await listening.state() == .live)
    next.stop()
  }

  @Test func `light and dark each have their theme and follow one switch`() async throws {
    let livery = app.start()
    var light = Listening(livery, ["userInterfaceStyle": "light"])
    var dark = Listening(livery, ["userInterfaceStyle": "dark"])
    #expect(await light.theme()?.name == "default")
    #expect(await dark.theme()?.traits == ["userInterfaceStyle": "dark"])
    try switchTo("night")
    #expect(await light.theme()?.colors["accent"] == "#ff0000")
    #expect(await dark.theme()?.colors["accent"] == "#ff000080")
  }

  @Test func `a channel of its own is followed alone`() async throws {
    try switchTo("night", channel: "shop")
    var listening = Listening(app.start(channel: "shop"))
    #expect(await listening.theme()?.name == "night")
    try switchTo("night")
    try switchTo("default", channel: "shop")
    #expect(await listening.theme()?.name == "default")
  }

  @Test func `what the app refuses the server counts, with the reason`() async throws {
    let livery = app.start()
    var listening = Listening(livery)
    _ = await listening.theme()
    _ = await listening.states(until: .live)
    try switchTo("night")
    _ = await listening.theme()
    livery.refuse(because: "no font Ubuntu")
    #expect(await listening.theme()?.name == "default")
    #expect(await listening.state() == .offline)
    let refusal = ##""refusals":[{"reason":"nofontUbuntu","count":1}]"##
    try eventually {
      try server.get("/v1/channels/main/clients").text.filter { !$0.isWhitespace }.contains(refusal)
    }
    try switchTo("default")
    #expect(await listening.state() == .live)
    listening.stop()
  }

  @Test func `a theme is asked for once, with numbers among its traits`() async throws {
    let theme = try await app.start().theme(for: ["displayScale": "2", "userInterfaceStyle": "dark"])
    #expect(theme.traits == ["displayScale": "2", "userInterfaceStyle": "dark"])
  }

  @Test func `what is wrong with a question is told in the server's words`() async throws {
    let error = await #expect(throws: LiveryError.self) {
      try await app.start().theme(for: ["styel": "dark"])
    }
    #expect("\(error!)".contains("There is no parameter 'styel'"), "\(error!)")
    let other = await #expect(throws: LiveryError.self) {
      try await app.start(channel: "a+b & c/ü").theme()
    }
    guard case .noTheme(let status, _) = other else { return }
    #expect(status == 400 || status == 404)
  }
}
