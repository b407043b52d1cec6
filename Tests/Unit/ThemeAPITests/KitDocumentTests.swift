import Changes
import Documents
import Testing
import Themes

@testable import ThemeAPI

/// Tests the responses about a kit that extends another.
@Suite struct `A kit that extends another, over HTTP` {
  private static let acme = """
    { "extends": "mini", "title": "Acme", "classes": { "Price": { "superclass": "Label" } } }
    """
  private let api: WritableTestAPI

  init() throws {
    api = try WritableTestAPI(kits: WritableTestAPI.standardKits.merging(["acme": Self.acme]) { $1 })
  }

  private func ask(_ line: String) throws -> Reply { try #require(api.ask(line)) }

  @Test func `is listed with the name of the one below`() throws {
    let list = try ask("GET /v1/kits")
    #expect((list["kits.0.name"], list["kits.0.extends"], list["kits.0.classes"]) == ("acme", "mini", "2"))
    #expect((list["kits.1.name"], list["kits.1.extends"]) == ("mini", nil))
  }

  @Test func `is given as it was written, or whole`() throws {
    #expect(try ask("GET /v1/kits/acme").content.bytes == Array(Self.acme.utf8))
    #expect(try ask("GET /v1/kits/acme?whole=false").content.bytes == Array(Self.acme.utf8))
    let whole = try ask("GET /v1/kits/acme?whole=true")
    #expect((whole["title"], whole["lineage.0"], whole["lineage.1"]) == ("Acme", "acme", "mini"))
    #expect(whole["classes.Price.superclass"] == "Label")
    #expect(whole["classes.Label.properties.0.name"] == "color")
    #expect(whole["kinds.color.meaning"] != nil)
    #expect(try ask("GET /v1/kits/mini?whole=true")["lineage"] == nil)
  }

  @Test func `whole changes with the one below, and so do the themes of its words`() throws {
    _ = api.send("PUT /v1/themes/shop", ##"{ "kit": "acme", "colors": { "ink": "#111111" } }"##)
    let tag = try #require(ask("GET /v1/kits/acme?whole=true").header("ETag"))
    let again: KeyValuePairs = ["If-None-Match": tag]
    #expect(api.ask("GET /v1/kits/acme?whole=true", again)?.status == 304)
    let wider = WritableTestAPI.standardKits["mini"]?.replacing(
      #""traits": {}"#, with: #""traits": { "scheme": { "values": ["light", "dark"] } }"#)
    let kits = ["mini": wider ?? "", "acme": Self.acme]
    let changes = try api.publisher.reload(
      WritableTestAPI.files(WritableTestAPI.standardThemes, kits: kits), by: "test")
    #expect(changes.contains { "\($0)".contains("shop") }, "its traits are others now")
    let whole = try #require(api.ask("GET /v1/kits/acme?whole=true", again))
    #expect((whole.status, whole["traits.scheme.values.1"]) == (200, "dark"))
    #expect(try ask("GET /v1/theme?theme=shop&scheme=dark").status == 200)
  }

  @Test func `is not read again while the one below is broken`() throws {
    let kits = ["mini": "{", "acme": Self.acme]
    #expect(throws: (any Error).self) {
      try api.publisher.reload(WritableTestAPI.files(WritableTestAPI.standardThemes, kits: kits), by: "test")
    }
    #expect(try ask("GET /v1/kits/acme?whole=true")["classes.Price.superclass"] == "Label")
    #expect(try ask("GET /v1/kits/acme?whole=true").status == 200)
  }

  // MARK: The schema

  private static func styled(_ style: String) -> String {
    ##"{ "kit": "mini", "appearance": [ { "for": "Label.\##(style)", "set": { "color": "#111111" } } ] }"##
  }

  @Test func `is in the schema of themes, which changes with the kits and not with a switch`() throws {
    let schema = try ask("GET /schema/theme.schema.json")
    #expect((schema.status, schema["properties.kit.enum.0"]) == (200, "acme"))
    #expect(schema["$defs.acme:for.anyOf.0.enum.1"] == "Price")
    #expect(schema["$defs.mini:for.anyOf.0.enum.1"] == nil)
    let tag = try #require(schema.header("ETag"))
    let again: KeyValuePairs = ["If-None-Match": tag]
    _ = api.activate("night")
    #expect(api.ask("GET /schema/theme.schema.json", again)?.status == 304)
    let wider = Self.acme.replacing(#""Price""#, with: #""Prize""#)
    let kits = WritableTestAPI.standardKits.merging(["acme": wider]) { $1 }
    try api.publisher.reload(WritableTestAPI.files(WritableTestAPI.standardThemes, kits: kits), by: "test")
    let next = try #require(api.ask("GET /schema/theme.schema.json", again))
    #expect((next.status, next["$defs.acme:for.anyOf.0.enum.1"]) == (200, "Prize"))
  }

  @Test func `the schema offers the styles of the themes that the asker may see`() throws {
    let file = """
      { "tokens": [ { "name": "app", "token": "app-secret-0123456789", "roles": ["read"] },
                    { "name": "hall", "token": "hall-secret-0123456789", "roles": ["read"], "channels": ["hall"] },
                    { "name": "desk", "token": "desk-secret-0123456789", "roles": ["operate"] } ] }
      """
    let tokens = try TokenFile.read(SourceFile(name: "tokens.json", bytes: Array(file.utf8))).tokens
    let api = try WritableTestAPI(
      gate: Gate(tokens: tokens),
      themes: ["default": Self.styled("shown"), "next": Self.styled("hidden")])
    func targets(_ name: String) -> String? {
      let reply = api.ask(
        "GET /schema/theme.schema.json", ["Authorization": "Bearer \(name)-secret-0123456789"])
      return reply.map { String(decoding: $0.content.bytes, as: UTF8.self) }
    }
    for _ in 1...2 {
      let (reader, desk) = (try #require(targets("app")), try #require(targets("desk")))
      #expect(reader.contains("Label.shown") && !reader.contains("hidden"))
      #expect(desk.contains("Label.shown") && desk.contains("Label.hidden"))
      let hall = try #require(targets("hall"))
      #expect(hall.contains(#""Label""#) && !hall.contains("Label."), "none is shown there")
    }
  }
}
