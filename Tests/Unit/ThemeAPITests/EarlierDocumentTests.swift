import Changes
import Storage
import Testing
import Themes

@testable import ThemeAPI

@Suite struct `A theme as it was at a cursor` {
  private let store = MemoryStore()
  private let api: WritableTestAPI

  init() throws { api = try WritableTestAPI(store: store) }

  private func text(_ theme: String, at cursor: String, _ api: WritableTestAPI? = nil) -> String? {
    let reply = (api ?? self.api).ask("GET /v1/themes/\(theme)?at=\(cursor)")
    return reply?.status == 200 ? reply.map { String(decoding: $0.content.bytes, as: UTF8.self) } : nil
  }

  @Test func `is the document of that moment, to the letter`() throws {
    let (first, second) = (WritableTestAPI.theme("#111111"), WritableTestAPI.theme("#222222") + "\n")
    var cursors = [api.cursor]
    for document in [first, second] {
      let reply = try #require(api.send("PUT /v1/themes/night", document))
      cursors.append(api.cursor)
      #expect(
        api.ask("GET /v1/themes/night?at=\(api.cursor)")?.header("ETag") == reply.header("ETag"))
    }
    _ = api.ask("DELETE /v1/themes/night")
    cursors.append(api.cursor)
    let file = WritableTestAPI.standardThemes["night"]
    #expect(cursors.map { text("night", at: $0) } == [file, first, second, file])
    #expect(text("default", at: cursors[1]) == WritableTestAPI.standardThemes["default"])
  }

  @Test func `is refused where there was none`() throws {
    let before = api.cursor
    _ = api.send("PUT /v1/themes/sale", WritableTestAPI.theme())
    let between = api.cursor
    _ = api.ask("DELETE /v1/themes/sale")
    #expect(text("sale", at: between) == WritableTestAPI.theme())
    #expect(api.ask("GET /v1/themes/sale?at=\(api.cursor)")?.status == 404)
    #expect(api.ask("GET /v1/themes/sale?at=\(before)")?.status == 404)
    #expect(api.ask("GET /v1/themes/nobody?at=\(before)")?.status == 404)
  }

  @Test func `is gone where the cursor is of another log, and where nothing was kept then`() throws {
    let foreign = Cursor(epoch: .random(), revision: 0)
    #expect(api.ask("GET /v1/themes/night?at=\(foreign)")?.status == 410)
    let ahead = Cursor(epoch: api.publisher.current.now.cursor.epoch, revision: 99)
    #expect(api.ask("GET /v1/themes/night?at=\(ahead)")?.status == 410)
    #expect(api.ask("GET /v1/themes/night?at=yesterday")?.status == 400)
    let before = api.cursor
    _ = api.send("PUT /v1/themes/sale", WritableTestAPI.theme())
    #expect(api.ask("GET /v1/themes/sale?at=\(before)")?.status == 410)
  }

  @Test func `is known after a restart, also where its file changed meanwhile`() throws {
    api.activate("new-year")
    let before = api.cursor
    var themes = WritableTestAPI.standardThemes
    themes["night"] = WritableTestAPI.theme("#333333")
    let later = try WritableTestAPI(store: store, themes: themes)
    _ = later.send("PUT /v1/themes/night", WritableTestAPI.theme("#444444"))
    #expect(text("night", at: later.cursor, later) == WritableTestAPI.theme("#444444"))
    #expect(text("default", at: before, later) == WritableTestAPI.standardThemes["default"])
    #expect(text("night", at: before, later) == WritableTestAPI.theme("#333333"), "as found at the start")
  }

  @Test func `is gone with the log that told of it`() throws {
    let store = MemoryStoreThatForgets()
    let api = try WritableTestAPI(store: store)
    let before = api.cursor
    for accent in ["#111111", "#222222"] {
      _ = api.send("PUT /v1/themes/night", WritableTestAPI.theme(accent))
    }
    #expect(text("night", at: before, api) != nil)
    store.retention = Retention(changes: 0, seconds: 0)
    api.clock.set("2028-01-01T00:00:00Z")
    _ = try api.publisher.prune()
    #expect(api.ask("GET /v1/themes/night?at=\(before)")?.status == 410)
    #expect(text("night", at: api.cursor, api) == WritableTestAPI.theme("#222222"))
    #expect(text("default", at: api.cursor, api) == WritableTestAPI.standardThemes["default"])
  }
}
