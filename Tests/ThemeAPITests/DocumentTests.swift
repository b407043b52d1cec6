import Changes
import Storage
import Testing
import Themes

@testable import ThemeAPI

@Suite struct `Themes at run time` {
  private let desk: WritingDesk

  init() throws { desk = try WritingDesk() }

  private func put(_ name: String, _ document: String) -> Reply? {
    desk.send("PUT /v1/themes/\(name)", document)
  }

  @Test func `an upload can be shown, also after a restart`() throws {
    let store = MemoryStore()
    let first = try WritingDesk(store: store)
    let reply = try #require(first.send("PUT /v1/themes/sale", WritingDesk.theme("#123456")))
    #expect(reply.status == 201)
    #expect(reply["changed"] == "true")
    #expect(first.activate("sale")?.status == 200)
    let second = try WritingDesk(store: store)
    #expect(second.ask("GET /v1/active")?["theme"] == "sale")
    #expect(
      second.journal.current.now.edition.library.sources["sale"]?.bytes
        == Array(WritingDesk.theme("#123456").utf8))
    #expect(second.journal.current.now.cursor == first.journal.current.now.cursor)
  }

  @Test func `another document of an active theme is an update that names what differs`() throws {
    _ = put("sale", WritingDesk.theme("#123456"))
    desk.activate("sale")
    let start = desk.cursor
    _ = desk.wakes.take()
    #expect(put("sale", WritingDesk.theme("#654321"))?.status == 200)
    let feed = try #require(desk.ask("GET /v1/changes?since=\(start)"))
    #expect(feed["changes.0.kind"] == "updated")
    #expect(feed["changes.0.theme"] == "sale")
    #expect(feed["changes.0.differs.colors.0"] == "accent")
    #expect(feed["changes.0.differs.rules.0"] == "Label")
    #expect(desk.wakes.take() == ["*", "main"])
  }

  @Test func `what builds on a document changes with it`() throws {
    _ = put("sale", WritingDesk.theme("#123456"))
    _ = put("big-sale", #"{ "kit": "mini", "extends": "sale" }"#)
    desk.activate("big-sale")
    let start = desk.cursor
    _ = put("sale", WritingDesk.theme("#654321"))
    #expect(desk.ask("GET /v1/changes?since=\(start)")?["changes.0.theme"] == "big-sale")
  }

  @Test func `the same document again changes nothing`() throws {
    _ = put("sale", WritingDesk.theme())
    let cursor = desk.cursor
    #expect(put("sale", WritingDesk.theme())?["changed"] == "false")
    #expect(desk.cursor == cursor)
  }

  @Test func `a broken document is refused with its places, and nothing changes`() throws {
    let reply = try #require(put("sale", #"{ "kit": "mini", "colours": {}, "appearance": 7 }"#))
    #expect(reply.status == 422)
    #expect(reply.count("problems") == 2)
    #expect(reply["problems.0.line"] == "1")
    #expect(desk.journal.current.now.cursor.revision == 0)
  }

  @Test func `a document that breaks what builds on it is refused`() throws {
    _ = put("sale", WritingDesk.theme())
    _ = put(
      "big",
      #"{ "kit": "mini", "extends": "sale", "appearance": [ { "for": "Label", "set": { "color": "{accent}" } } ] }"#
    )
    #expect(put("sale", #"{ "kit": "mini" }"#)?.status == 422)
  }

  @Test func `conditions hold`() throws {
    let tag = try #require(self.put("sale", WritingDesk.theme())?.header("ETag"))
    let json = ("Content-Type", "application/json")
    func put(_ name: String, _ value: String, _ document: String) -> Int? {
      desk.ask("PUT /v1/themes/sale", [json.0: json.1, name: value], body: document)?.status
    }
    #expect(put("If-None-Match", "*", WritingDesk.theme()) == 412)
    #expect(put("If-Match", "\"other\"", WritingDesk.theme()) == 412)
    #expect(put("If-Match", tag, WritingDesk.theme("#111111")) == 200)
    #expect(put("If-Match", tag, WritingDesk.theme("#222222")) == 412)
    #expect(desk.ask("DELETE /v1/themes/sale", ["If-Match": tag])?.status == 412)
    #expect(desk.ask("DELETE /v1/themes/sale", ["If-Match": "*"])?.status == 200)
    #expect(desk.ask("DELETE /v1/themes/sale", ["If-Match": "*"])?.status == 412)
  }

  @Test func `only what nobody needs can be removed`() throws {
    func remove(_ name: String) -> Int? { desk.ask("DELETE /v1/themes/\(name)")?.status }
    #expect(remove("night") == 409, "it comes from a file")
    #expect(remove("nihgt") == 404)
    _ = put("sale", WritingDesk.theme())
    _ = put("big", #"{ "kit": "mini", "extends": "sale" }"#)
    #expect(remove("sale") == 409, "extended")
    desk.activate("big")
    #expect(remove("big") == 409, "active")
    desk.activate("night")
    #expect(remove("big") == 200)
    _ = desk.send("POST /v1/schedule", #"{"theme":"sale","from":"2028-01-01T00:00:00Z"}"#)
    #expect(remove("sale") == 409, "scheduled")
  }

  @Test func `an upload stands before a file until it is removed`() throws {
    desk.activate("night")
    #expect(put("night", WritingDesk.theme("#abcdef"))?.status == 200)
    let start = desk.cursor
    #expect(desk.ask("DELETE /v1/themes/night")?.status == 200)
    #expect(desk.ask("GET /v1/changes?since=\(start)")?["changes.0.kind"] == "updated")
    #expect(desk.journal.current.now.edition.library.themes["night"] != nil)
  }

  @Test func `checking stores nothing`() throws {
    #expect(desk.send("POST /v1/check", WritingDesk.theme())?["ok"] == "true")
    let reply = try #require(desk.send("POST /v1/check?name=x", #"{ "kit": "mini", "extends": "defualt" }"#))
    #expect(reply["ok"] == "false")
    #expect(reply["problems.0.message"]?.contains("default") == true)
    #expect(desk.journal.current.now.edition.library.themes["check"] == nil)
  }

  @Test func `names, formats and types that make no sense are refused`() throws {
    #expect(put("_x", WritingDesk.theme())?.status == 400)
    #expect(desk.send("PUT /v1/themes/x?format=yaml", "{}")?.status == 400)
    #expect(desk.ask("PUT /v1/themes/x", ["Content-Type": "text/html"], body: "{}")?.status == 415)
    #expect(put("x", "")?.status == 400)
  }

  @Test func `files that changed are taken in whole or not at all`() throws {
    var themes = WritingDesk.standardThemes
    themes["default"] = WritingDesk.theme("#777777")
    let start = desk.cursor
    try desk.journal.reload(WritingDesk.files(themes), by: "files")
    #expect(desk.ask("GET /v1/changes?since=\(start)")?["changes.0.differs.colors.0"] == "accent")
    themes["night"] = "{"
    let cursor = desk.cursor
    #expect(throws: Journal.Rejection.self) {
      try desk.journal.reload(WritingDesk.files(themes), by: "files")
    }
    themes = WritingDesk.standardThemes
    themes["default"] = nil
    desk.activate("default", in: "kiosk")
    #expect(throws: Journal.Rejection.self) {
      try desk.journal.reload(WritingDesk.files(themes), by: "files")
    }
    #expect(desk.journal.current.now.cursor.revision == Cursor(cursor)!.revision + 1)
  }

  @Test func `what changed while the server was down is told at the start`() throws {
    let store = MemoryStore()
    let before = try WritingDesk(store: store)
    before.activate("night")
    let cursor = before.cursor
    var themes = WritingDesk.standardThemes
    themes["night"] = WritingDesk.theme("#777777")
    let after = try WritingDesk(store: store, themes: themes)
    let feed = try #require(after.ask("GET /v1/changes?since=\(cursor)"))
    #expect(feed["changes.0.kind"] == "updated")
    #expect(feed["changes.0.differs.more"] == "true")
  }
}
