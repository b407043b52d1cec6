import Changes
import Documents
import Storage
import Testing
import Themes

@testable import ThemeAPI

@Suite struct `Themes at run time` {
  private let api: WritableTestAPI

  init() throws { api = try WritableTestAPI() }

  private func put(_ name: String, _ document: String) -> Reply? {
    api.send("PUT /v1/themes/\(name)", document)
  }

  @Test func `an upload can be shown, also after a restart`() throws {
    let store = MemoryStore()
    let first = try WritableTestAPI(store: store)
    let reply = try #require(first.send("PUT /v1/themes/sale", WritableTestAPI.theme("#123456")))
    #expect(reply.status == 201)
    #expect(reply["changed"] == "true")
    #expect(first.activate("sale")?.status == 200)
    let second = try WritableTestAPI(store: store)
    #expect(second.ask("GET /v1/active")?["theme"] == "sale")
    #expect(
      second.publisher.current.now.themeSet.library.sources["sale"]?.bytes
        == Array(WritableTestAPI.theme("#123456").utf8))
    #expect(second.publisher.current.now.cursor == first.publisher.current.now.cursor)
  }

  @Test func `another document of an active theme is an update that names what differs`() throws {
    _ = put("sale", WritableTestAPI.theme("#123456"))
    api.activate("sale")
    let start = api.cursor
    _ = api.wakes.take()
    #expect(put("sale", WritableTestAPI.theme("#654321"))?.status == 200)
    let feed = try #require(api.ask("GET /v1/changes?since=\(start)"))
    #expect(feed["changes.0.kind"] == "updated")
    #expect(feed["changes.0.theme"] == "sale")
    #expect(feed["changes.0.differs.colors.0"] == "accent")
    #expect(feed["changes.0.differs.rules.0"] == "Label")
    #expect(api.wakes.take() == ["*", "main"])
  }

  @Test func `what builds on a document changes with it`() throws {
    _ = put("sale", WritableTestAPI.theme("#123456"))
    _ = put("big-sale", #"{ "kit": "mini", "extends": "sale" }"#)
    api.activate("big-sale")
    let start = api.cursor
    _ = put("sale", WritableTestAPI.theme("#654321"))
    #expect(api.ask("GET /v1/changes?since=\(start)")?["changes.0.theme"] == "big-sale")
  }

  @Test func `the same document again changes nothing`() throws {
    _ = put("sale", WritableTestAPI.theme())
    let cursor = api.cursor
    #expect(put("sale", WritableTestAPI.theme())?["changed"] == "false")
    #expect(api.cursor == cursor)
  }

  @Test func `a broken document is refused with its places, and nothing changes`() throws {
    let reply = try #require(put("sale", #"{ "kit": "mini", "colours": {}, "appearance": 7 }"#))
    #expect(reply.status == 422)
    #expect(reply.count("problems") == 2)
    #expect(reply["problems.0.line"] == "1")
    #expect(api.publisher.current.now.cursor.revision == 0)
  }

  @Test func `a document that breaks what builds on it is refused`() throws {
    _ = put("sale", WritableTestAPI.theme())
    _ = put(
      "big",
      #"{ "kit": "mini", "extends": "sale", "appearance": [ { "for": "Label", "set": { "color": "{accent}" } } ] }"#
    )
    #expect(put("sale", #"{ "kit": "mini" }"#)?.status == 422)
  }

  @Test func `conditions hold`() throws {
    let tag = try #require(self.put("sale", WritableTestAPI.theme())?.header("ETag"))
    let json = ("Content-Type", "application/json")
    func put(_ name: String, _ value: String, _ document: String) -> Int? {
      api.ask("PUT /v1/themes/sale", [json.0: json.1, name: value], body: document)?.status
    }
    #expect(put("If-None-Match", "*", WritableTestAPI.theme()) == 412)
    #expect(put("If-Match", "\"other\"", WritableTestAPI.theme()) == 412)
    #expect(put("If-Match", tag, WritableTestAPI.theme("#111111")) == 200)
    #expect(put("If-Match", tag, WritableTestAPI.theme("#222222")) == 412)
    #expect(api.ask("DELETE /v1/themes/sale", ["If-Match": tag])?.status == 412)
    #expect(api.ask("DELETE /v1/themes/sale", ["If-Match": "*"])?.status == 200)
    #expect(api.ask("DELETE /v1/themes/sale", ["If-Match": "*"])?.status == 412)
  }

  @Test func `only what nobody needs can be removed`() throws {
    func remove(_ name: String) -> Int? { api.ask("DELETE /v1/themes/\(name)")?.status }
    #expect(remove("night") == 409, "it comes from a file")
    #expect(remove("nihgt") == 404)
    _ = put("sale", WritableTestAPI.theme())
    _ = put("big", #"{ "kit": "mini", "extends": "sale" }"#)
    #expect(remove("sale") == 409, "extended")
    api.activate("big")
    #expect(remove("big") == 409, "active")
    api.activate("night")
    #expect(remove("big") == 200)
    _ = api.send("POST /v1/schedule", #"{"theme":"sale","from":"2028-01-01T00:00:00Z"}"#)
    #expect(remove("sale") == 409, "scheduled")
  }

  @Test func `an upload stands before a file until it is removed`() throws {
    api.activate("night")
    #expect(put("night", WritableTestAPI.theme("#abcdef"))?.status == 200)
    let start = api.cursor
    #expect(api.ask("DELETE /v1/themes/night")?.status == 200)
    #expect(api.ask("GET /v1/changes?since=\(start)")?["changes.0.kind"] == "updated")
    #expect(api.publisher.current.now.themeSet.library.themes["night"] != nil)
  }

  @Test func `checking stores nothing`() throws {
    #expect(api.send("POST /v1/check", WritableTestAPI.theme())?["ok"] == "true")
    let reply = try #require(api.send("POST /v1/check?name=x", #"{ "kit": "mini", "extends": "defualt" }"#))
    #expect(reply["ok"] == "false")
    #expect(reply["problems.0.message"]?.contains("default") == true)
    #expect(api.publisher.current.now.themeSet.library.themes["check"] == nil)
  }

  @Test func `names, formats and types that make no sense are refused`() throws {
    #expect(put("_x", WritableTestAPI.theme())?.status == 400)
    #expect(api.send("PUT /v1/themes/x?format=yaml", "{}")?.status == 400)
    #expect(api.ask("PUT /v1/themes/x", ["Content-Type": "text/html"], body: "{}")?.status == 415)
    #expect(put("x", "")?.status == 400)
  }

  @Test func `files that changed are taken in whole or not at all`() throws {
    var themes = WritableTestAPI.standardThemes
    themes["default"] = WritableTestAPI.theme("#777777")
    let start = api.cursor
    try api.publisher.reload(WritableTestAPI.files(themes), by: "files")
    #expect(api.ask("GET /v1/changes?since=\(start)")?["changes.0.differs.colors.0"] == "accent")
    themes["night"] = "{"
    let cursor = api.cursor
    #expect(throws: Publisher.DocumentError.self) {
      try api.publisher.reload(WritableTestAPI.files(themes), by: "files")
    }
    themes = WritableTestAPI.standardThemes
    themes["default"] = nil
    api.activate("default", in: "kiosk")
    #expect(throws: Publisher.DocumentError.self) {
      try api.publisher.reload(WritableTestAPI.files(themes), by: "files")
    }
    #expect(api.publisher.current.now.cursor.revision == Cursor(cursor)!.revision + 1)
  }

  @Test func `what changed while the server was down is told at the start`() throws {
    let store = MemoryStore()
    let before = try WritableTestAPI(store: store)
    before.activate("night")
    let cursor = before.cursor
    var themes = WritableTestAPI.standardThemes
    themes["night"] = WritableTestAPI.theme("#777777")
    let after = try WritableTestAPI(store: store, themes: themes)
    let feed = try #require(after.ask("GET /v1/changes?since=\(cursor)"))
    #expect(feed["changes.0.kind"] == "updated")
    #expect(feed["changes.0.differs.more"] == "true")
  }
}
