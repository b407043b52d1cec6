import Changes
import Testing
import Themes

@testable import ThemeAPI

/// A channel, its clients and a second kit.
@Suite struct `A channel keeps its kit` {
  private static let maxi = """
    { "classes": { "Text": { "superclass": null, "properties": [ { "name": "color", "kind": "color" } ] } },
      "traits": { "scheme": { "values": ["light", "dark"] }, "scale": { "kind": "number" } } }
    """
  private static let files = [
    "default": WritableTestAPI.theme(), "night": WritableTestAPI.theme("#0000ff"),
    "poster": ##"{ "kit": "maxi", "colors": { "ink": "#111111" } }"##,
    "banner":
      ##"{ "kit": "maxi", "colors": { "ink": { "value": "#222222", "when": [ { "traits": { "scheme": "dark" }, "value": "#dddddd" } ] } } }"##,
  ]
  private let api: WritableTestAPI

  init() throws {
    api = try WritableTestAPI(
      themes: Self.files, kits: WritableTestAPI.standardKits.merging(["maxi": Self.maxi]) { $1 })
    api.activate("default")
  }

  private func order(_ line: String, _ body: String) throws -> Reply { try #require(api.send(line, body)) }

  @Test func `so that a theme of another is refused with the names, and taken by force`() throws {
    let refused = try order("POST /v1/active", #"{"theme":"poster"}"#)
    #expect(refused.status == 409)
    #expect(refused["type"] == "urn:livery:problem:other-kit")
    for name in ["'main'", "'default'", "'mini'", "'poster'", "'maxi'", "force"] {
      #expect(refused["detail"]?.contains(name) == true, "\(name)")
    }
    #expect((refused["kits.present"], refused["kits.asked"]) == ("mini", "maxi"))
    #expect(refused["active.theme"] == "default")
    #expect(try order("POST /v1/active", #"{"theme":"poster","force":false}"#).status == 409)
    #expect(try order("POST /v1/active", #"{"theme":"poster","force":true}"#).status == 200)
    #expect(try order("POST /v1/active", #"{"theme":"banner"}"#).status == 200)
    #expect(try order("POST /v1/active", #"{"theme":"night"}"#).status == 409)
  }

  @Test func `which is nobody's choice before the first switch, but counts for a plan`() throws {
    let api = try WritableTestAPI(
      themes: Self.files, kits: WritableTestAPI.standardKits.merging(["maxi": Self.maxi]) { $1 })
    let plan = #"{"theme":"poster","from":"2027-02-01T00:00:00Z"}"#
    #expect(api.send("POST /v1/schedule", plan)?.status == 409)
    #expect(api.send("POST /v1/active", #"{"theme":"poster"}"#)?.status == 200)
    #expect(api.send("POST /v1/active", #"{"theme":"night"}"#)?.status == 409)
  }

  @Test func `and a new one has none yet`() throws {
    #expect(try order("POST /v1/active", #"{"theme":"poster","channel":"web"}"#).status == 200)
    #expect(try order("POST /v1/active", #"{"theme":"night","channel":"web"}"#).status == 409)
  }

  @Test func `also when it goes back, and by schedule`() throws {
    _ = try order("POST /v1/active", #"{"theme":"poster","force":true}"#)
    #expect(try order("POST /v1/rollback", "{}").status == 409)
    #expect(try order("POST /v1/rollback", #"{"force":true}"#)["theme"] == "default")
    let plan = #""theme":"poster","from":"2027-02-01T00:00:00Z""#
    #expect(try order("POST /v1/schedule", "{\(plan)}").status == 409)
    #expect(try order("POST /v1/schedule", "{\(plan),\"force\":true}").status == 201)
    #expect(try order("POST /v1/active", #"{"theme":"night"}"#).status == 200, "the plan was meant")
  }

  @Test func `where a schedule would bring the old one back by itself, even force is refused`() throws {
    let made = try order("POST /v1/schedule", #"{"theme":"night","from":"2027-02-01T00:00:00Z"}"#)
    let id = try #require(made["schedule.id"])
    let refused = try order("POST /v1/active", #"{"theme":"poster","force":true}"#)
    #expect(refused.status == 409)
    #expect(refused["detail"]?.contains(id) == true)
    #expect(api.ask("DELETE /v1/schedule/\(id)")?.status == 200)
    #expect(try order("POST /v1/active", #"{"theme":"poster","force":true}"#).status == 200)
  }

  /// `mini` with a class, and a theme in its words that builds on one of `mini`.
  private static func extendedAPI() throws -> WritableTestAPI {
    try WritableTestAPI(
      themes: files.merging([
        "shop":
          ##"{ "kit": "maximini", "extends": "default", "appearance": [ { "for": "Price", "set": { "color": "{accent}" } } ] }"##,
        "sale": ##"{ "kit": "maximini", "colors": { "accent": "#00ff00" } }"##,
      ]) { $1 },
      kits: WritableTestAPI.standardKits.merging([
        "maxi": maxi,
        "maximini": #"{ "extends": "mini", "classes": { "Price": { "superclass": "Label" } } }"#,
      ]) { $1 })
  }

  @Test func `or goes on to one that extends it, which answers all that clients ask, and not back`() throws {
    let api = try Self.extendedAPI()
    api.activate("default")
    func order(_ line: String, _ body: String) throws -> Reply { try #require(api.send(line, body)) }
    #expect(try order("POST /v1/active", #"{"theme":"shop"}"#).status == 200)
    #expect(api.ask("GET /v1/appearance?for=Label&property=color")?.status == 200)
    #expect(api.ask("GET /v1/appearance?for=Price&property=color")?["value"] == "#ff0000")
    #expect(try order("POST /v1/active", #"{"theme":"sale"}"#).status == 200)
    let refused = try order("POST /v1/active", #"{"theme":"night"}"#)
    #expect((refused["kits.present"], refused["kits.asked"]) == ("maximini", "mini"))
    #expect(try order("POST /v1/active", #"{"theme":"poster"}"#).status == 409)
    #expect(try order("POST /v1/active", #"{"theme":"night","force":true}"#).status == 200)
  }

  @Test func `by plans and documents as well, unless a plan would lead back`() throws {
    let api = try Self.extendedAPI()
    api.activate("default")
    func order(_ line: String, _ body: String) throws -> Reply { try #require(api.send(line, body)) }
    let later = #""from":"2027-02-01T00:00:00Z""#
    let made = try order("POST /v1/schedule", #"{"theme":"shop",\#(later)}"#)
    #expect(made.status == 201)
    let back = try order("POST /v1/schedule", #"{"theme":"night","from":"2027-03-01T00:00:00Z"}"#)
    let id = try #require(back["schedule.id"])
    let refused = try order("POST /v1/active", #"{"theme":"sale"}"#)
    #expect(refused.status == 409)
    #expect(refused["detail"]?.contains("by the schedule \(id)") == true, "\(refused["detail"] ?? "")")
    #expect(api.ask("DELETE /v1/schedule/\(id)")?.status == 200)
    #expect(try order("POST /v1/active", #"{"theme":"sale"}"#).status == 200)
    #expect(try order("PUT /v1/themes/sale", WritableTestAPI.theme()).status == 409, "it would be of less")
    _ = try order("POST /v1/active", #"{"theme":"default","force":true}"#)
    #expect(
      try order("PUT /v1/themes/default", ##"{ "kit": "maximini", "colors": { "accent": "#111111" } }"##)
        .status == 200)
  }

  @Test(arguments: [
    (#"{"theme":"poster","force":"yes"}"#, "true or false"),
    (#"{"theme":"poster","force":1}"#, "true or false"),
    (#"{"theme":"poster","force":null}"#, "leave it out"), (#"{"theme":"poster","forced":true}"#, "'force'?"),
    (#"{"theme":true}"#, "a string"),
  ])
  func `whatever else force is said to be`(body: String, words: String) throws {
    let refused = try order("POST /v1/active", body)
    #expect(refused.status == 400)
    #expect(refused["detail"]?.contains(words) == true, "\(refused["detail"] ?? "")")
  }

  @Test func `in a form, too`() {
    let form: KeyValuePairs = ["Content-Type": "application/x-www-form-urlencoded"]
    #expect(api.ask("POST /v1/active", form, body: "theme=poster")?.status == 409)
    #expect(api.ask("POST /v1/active", form, body: "theme=poster&force=1")?.status == 400)
    #expect(api.ask("POST /v1/active", form, body: "theme=poster&force=true")?.status == 200)
  }

  @Test func `when a document comes in that would change it under the clients`() throws {
    #expect(api.send("PUT /v1/themes/default", Self.files["poster"] ?? "")?.status == 409)
    let refused = try #require(api.send("PUT /v1/themes/default", Self.files["poster"] ?? ""))
    for name in ["'default'", "'maxi'", "'mini'", "'main'"] {
      #expect(refused["detail"]?.contains(name) == true, "\(name)")
    }
    #expect(api.send("PUT /v1/themes/night", Self.files["poster"] ?? "")?.status == 200, "nothing shows it")
    _ = api.send("PUT /v1/themes/night", WritableTestAPI.theme())
    _ = try order("POST /v1/schedule", #"{"theme":"night","from":"2027-02-01T00:00:00Z"}"#)
    #expect(api.send("PUT /v1/themes/night", Self.files["poster"] ?? "")?.status == 409, "it is planned")
  }

  @Test func `when the folder is read again`() throws {
    let files = Self.files.merging(["default": Self.files["poster"] ?? ""]) { $1 }
    let kits = WritableTestAPI.standardKits.merging(["maxi": Self.maxi]) { $1 }
    let failure = #expect(throws: Publisher.DocumentError.self) {
      try api.publisher.reload(WritableTestAPI.files(files, kits: kits), by: "test")
    }
    #expect(failure.map { "\($0)".contains("of channel") } == true)
  }

  // MARK: Clients that ask as ever

  private func ask(_ line: String) throws -> Reply { try #require(api.ask(line)) }

  @Test func `or else clients are answered by the traits that the new one has, and told which it has not`()
    throws
  {
    _ = try order("POST /v1/active", #"{"theme":"banner","force":true}"#)
    let before = try ask("GET /v1/colors/ink?scheme=dark&scale=2")
    #expect(before["value"] == "#dddddd")
    #expect(before.header("Livery-Ignored-Traits") == nil)
    _ = try order("POST /v1/active", #"{"theme":"default","force":true}"#)
    for _ in 1...2 {
      let after = try ask("GET /v1/theme?scheme=dark&scale=2")
      #expect((after.status, after["theme"]) == (200, "default"))
      #expect(after.header("Livery-Ignored-Traits") == "scheme, scale")
    }
    for line in ["GET /v1/theme.css?scheme=dark", "GET /v1/appearance?for=Label&scheme=dark"] {
      #expect(try ask(line).header("Livery-Ignored-Traits") == "scheme", "\(line)")
    }
    let batch = #"{ "traits": { "scheme": "dark" }, "nodes": [ { "for": "Label" } ] }"#
    #expect(try order("POST /v1/appearance", batch).header("Livery-Ignored-Traits") == "scheme")
  }

  @Test(arguments: ["shceme=dark", "scheme=drak", "scale=two", "scheme=dark&theme=default", "foo=1"])
  func `but what no kit takes, or is asked of one theme by name, is refused`(query: String) throws {
    #expect(try ask("GET /v1/theme?\(query)").status == 400)
  }
}
