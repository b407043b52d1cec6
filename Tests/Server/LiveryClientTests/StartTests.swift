import Foundation
import TestServer
import Testing

@testable import LiveryClient

/// The first theme of a process.
@Suite struct `A start` {
  private static let light = Data(
    ##"{ "theme": "first", "traits": { "userInterfaceStyle": "light" } }"##.utf8)
  private static let both = Data(
    ##"[{ "theme": "light", "traits": { "style": "light" } }, { "theme": "dark", "traits": { "style": "dark" } }]"##
      .utf8)

  @Test func `a theme is kept before it is told`() async throws {
    let app = try TestApp(URL(fileURLWithPath: "/"))
    var settings = TestApp.quiet
    // To store so much takes longer than to tell it.
    let filler = String(repeating: "x", count: 1 << 25)
    settings.transport = ScriptedTransport([ScriptedTransport.theme("a", filler: filler)])
    for await _ in app.start(settings).themes() {
      let names = try FileManager.default.contentsOfDirectory(atPath: app.folder.config)
      #expect(names.contains { $0.hasSuffix(".theme") })
      break
    }
  }

  @Test func `without network and storage shows the seed, at once`() async throws {
    let app = try TestApp(#require(URL(string: "http://127.0.0.1:1")))
    let livery = app.start(seed: Self.light)
    var listening = Listening(livery)
    let theme = try #require(await listening.theme())
    #expect(theme.name == "first" && theme.isKept)
    #expect(await listening.states(until: .offline) == [.kept, .offline])
    listening.stop()
  }

  @Test func `a seed for several traits has one for each, and gives way to the server's theme`() async throws
  {
    let room = try MisbehavingServer.shared.room("good")
    let app = try TestApp(room.url)
    let livery = app.start(seed: Self.both)
    #expect(livery.current(for: ["style": "dark"])?.name == "dark")
    #expect(livery.current(for: ["style": "light"])?.name == "light")
    #expect(livery.current()?.name == "light")
    var listening = Listening(livery, ["style": "dark"])
    #expect(await listening.theme()?.name == "dark")
    #expect(await listening.theme()?.name == "stand-in")
    #expect(livery.current(for: ["style": "dark"])?.name == "stand-in")
    let first = try await room.report(requests: 1).requests[0]
    #expect(first.headers["if-none-match"] == nil)
    listening.stop()
    // What was stored is newer than the seed.
    #expect(app.start(seed: Self.both).current(for: ["style": "dark"])?.name == "stand-in")
    #expect(app.start(seed: Data("no theme".utf8)).current() == nil)
  }

  @Test func `a client that shows a theme needs no server, for previews and tests`() async throws {
    let theme = try Theme(json: Self.light)
    let livery = LiveryClient.Livery(showing: theme)
    #expect(livery.current(for: ["style": "dark"]) == theme)
    #expect(try await livery.theme() == theme)
    var listening = Listening(livery, ["style": "dark"])
    #expect(await listening.theme() == theme)
    #expect(await listening.state() == .live)
    livery.refresh()
    livery.suspend()
    livery.resume()
    livery.refuse(because: "no")
    #expect(livery.trouble == nil && livery.state == .live)
    listening.stop()
    #expect(await listening.theme() == nil)
  }

  @Test func `the standard place is no cache that the system empties, and the former one is read once more`()
    throws
  {
    let address = "http://127.0.0.1/\(UUID().uuidString)"
    let place = try #require(
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first)
    let former = try #require(FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first)
    let kept = KeptTheme(tag: "\"1\"", body: Data(#"{ "theme": "kept" }"#.utf8))
    let caches = ThemeShelf(.folder(former.appendingPathComponent("livery")), seed: nil)
    caches.keep(kept, at: address)
    let standard = ThemeShelf(.standard, seed: nil)
    #expect(standard.theme(at: address)?.tag == "\"1\"")
    _ = caches.restore(at: address)
    #expect(standard.theme(at: address) == nil)
    standard.keep(kept, at: address)
    let own = ThemeShelf(.folder(place.appendingPathComponent("livery")), seed: nil)
    #expect(own.theme(at: address)?.theme.name == "kept")
    _ = own.restore(at: address)
  }

  @Test func `the files of themes that were stored first are removed`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let shelf = ThemeShelf(.folder(folder), seed: nil)
    for number in 0..<250 { shelf.keep(file: Data("\(number)".utf8), at: "/v1/files/\(number)") }
    #expect(shelf.file(at: "/v1/files/0") == nil)
    for number in 100..<250 { #expect(shelf.file(at: "/v1/files/\(number)") == Data("\(number)".utf8)) }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).count < 210)
  }

  @Test func `two streams each have each theme`() async throws {
    let room = try MisbehavingServer.shared.room("good")
    let livery = try TestApp(room.url).start()
    var (one, other) = (Listening(livery), Listening(livery))
    for accent in ["#000001", "#000002"] {
      try await room.set(("accent", accent))
      while let theme = await one.theme(), theme.colors["accent"] != accent {}
      while let theme = await other.theme(), theme.colors["accent"] != accent {}
    }
    one.stop()
    other.stop()
  }
}
