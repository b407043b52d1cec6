import Changes
import Documents
import Storage
import Testing
import Themes

@testable import ThemeAPI

/// Each role with what it opens, in channels of its own.
@Suite struct `Roles of tokens` {
  private static let file = """
    { "tokens": [
      { "name": "app", "token": "app-secret-0123456789", "roles": ["read"] },
      { "name": "kiosk-app", "token": "kiosk-app-secret-0123456789", "roles": ["read"], "channels": ["kiosk"] },
      { "name": "hall-app", "token": "hall-app-secret-0123456789", "roles": ["read"], "channels": ["hall"] },
      { "name": "desk", "token": "desk-secret-0123456789", "roles": ["operate"] },
      { "name": "kiosk-desk", "token": "kiosk-desk-secret-0123456789",
        "roles": ["read", { "role": "operate", "channels": ["kiosk"] }] },
      { "name": "kiosk-studio", "token": "kiosk-studio-secret-0123456789", "roles": ["author"],
        "channels": ["kiosk"] },
      { "name": "viewer", "token": "viewer-secret-0123456789", "roles": ["watch"] },
      { "name": "kiosk-viewer", "token": "kiosk-viewer-secret-0123456789", "roles": ["watch"], "channels": ["kiosk"] },
      { "name": "studio", "token": "studio-secret-0123456789", "roles": ["author"] } ] }
    """
  private let api: WritableTestAPI

  init() throws {
    let tokens = try TokenFile.read(SourceFile(name: "tokens.json", bytes: Array(Self.file.utf8))).tokens
    api = try WritableTestAPI(gate: Gate(tokens: tokens))
    for (theme, channel) in [("night", "kiosk"), ("night", "main"), ("default", "main")] {
      let order = #"{"theme":"\#(theme)","channel":"\#(channel)","note":"hush"}"#
      #expect(api.send("POST /v1/active", order, token: "desk-secret-0123456789")?.status == 200)
    }
    let plan = #"{"theme":"new-year","channel":"kiosk","from":"2028-01-01T00:00:00Z"}"#
    #expect(api.send("POST /v1/schedule", plan, token: "desk-secret-0123456789")?.status == 201)
  }

  private func ask(_ line: String, _ name: String) -> Reply? {
    api.ask(line, ["Authorization": "Bearer \(name)-secret-0123456789"])
  }

  /// The response that needs only the head of the request.
  private func early(_ line: String, _ name: String) -> Reply? {
    let head = Head(.ask(line, ["Authorization": "Bearer \(name)-secret-0123456789"]))
    return api.router.answer(early: head)?.reply
  }

  /// Requests, with the status for each principal in turn.
  @Test(
    arguments: [
      (
        "GET /v1/theme",
        [("app", 200), ("kiosk-app", 403), ("desk", 200), ("kiosk-desk", 200), ("kiosk-studio", 403)]
      ),
      (
        "GET /v1/theme?channel=kiosk",
        [("app", 200), ("kiosk-app", 200), ("desk", 200), ("kiosk-studio", 200)]
      ),
      (
        "GET /v1/theme?theme=night", [("app", 200), ("kiosk-app", 200), ("desk", 200), ("kiosk-studio", 200)]
      ),
      ("GET /v1/theme?theme=default", [("app", 200), ("kiosk-app", 403), ("kiosk-desk", 200)]),
      (
        "GET /v1/theme?theme=new-year",
        [
          ("desk", 200), ("app", 403), ("kiosk-desk", 200), ("studio", 200), ("viewer", 200),
          ("kiosk-viewer", 200),
        ]
      ),
      ("GET /v1/theme?theme=nothing", [("desk", 404), ("app", 403), ("viewer", 404), ("kiosk-studio", 403)]),
      ("GET /v1/colors/accent?theme=new-year", [("desk", 200), ("app", 403)]),
      (
        "GET /v1/themes/night",
        [
          ("desk", 200), ("app", 403), ("studio", 200), ("kiosk-desk", 200), ("viewer", 200),
          ("kiosk-studio", 200),
        ]
      ),
      ("GET /v1/themes/default", [("kiosk-viewer", 200), ("kiosk-studio", 403)]),
      ("GET /v1/themes/nothing", [("viewer", 404), ("kiosk-studio", 403)]),
      (
        "GET /v1/schedule",
        [
          ("desk", 200), ("app", 403), ("kiosk-desk", 200), ("studio", 200), ("viewer", 200),
          ("kiosk-studio", 200),
        ]
      ),
      (
        "GET /v1/schedule?channel=main",
        [("desk", 200), ("kiosk-desk", 403), ("kiosk-viewer", 403), ("viewer", 200)]
      ),
      ("GET /v1/outlook?channel=kiosk", [("desk", 200), ("app", 403), ("kiosk-desk", 200)]),
      ("GET /v1/outlook", [("desk", 200), ("kiosk-desk", 403), ("viewer", 200)]),
      (
        "GET /v1/history",
        [("desk", 200), ("app", 403), ("kiosk-desk", 403), ("viewer", 200), ("kiosk-studio", 403)]
      ),
      (
        "GET /v1/history?channel=kiosk",
        [("desk", 200), ("kiosk-desk", 200), ("kiosk-viewer", 200), ("kiosk-studio", 200)]
      ),
      ("GET /v1/active?at=2028-01-02T00:00:00Z&channel=kiosk", [("desk", 200), ("app", 403)]),
      ("GET /v1/active", [("desk", 200), ("app", 200), ("kiosk-app", 403)]),
      ("GET /v1/changes?channel=kiosk", [("app", 200), ("kiosk-app", 200)]),
      ("GET /v1/changes", [("app", 200), ("kiosk-app", 403), ("viewer", 200), ("kiosk-viewer", 403)]),
      ("GET /v1/kits", [("app", 200), ("kiosk-app", 200), ("kiosk-studio", 200)]),
      ("GET /schema/theme.schema.json", [("app", 200), ("desk", 200), ("kiosk-app", 200)]),
    ] as [(String, [(String, Int)])])
  func `open what they are for, in whatever order it is asked`(line: String, table: [(String, Int)]) {
    for (name, status) in table + table.reversed() {
      #expect(ask(line, name)?.status == status, "\(line) by \(name)")
      if let ready = early(line, name) { #expect(ready.status == status, "\(line) by \(name), ready") }
    }
    #expect(api.ask(line)?.status == 401, "without a token, since one is there for reading")
  }

  @Test func `tell who may operate more than who may read`() throws {
    for _ in 1...2 {
      #expect(ask("GET /v1/active", "desk")?["note"] == "hush")
      #expect(early("GET /v1/active", "desk")?["note"] == "hush")
      let plain = try #require(ask("GET /v1/active", "app"))
      #expect((plain["theme"], plain["by"], plain["note"]) == ("default", nil, nil))
      #expect(early("GET /v1/active", "app")?["by"] == nil)
    }
    #expect(ask("GET /v1/channels", "desk")?["channels.0.by"] == "desk")
    #expect(ask("GET /v1/channels", "app")?["channels.0.by"] == nil)
    #expect(ask("GET /v1/channels", "kiosk-app")?.count("channels") == 1)
    #expect(ask("GET /v1/themes", "desk")?.count("themes") == 3)
    #expect(ask("GET /v1/themes", "app")?.count("themes") == 2)
    #expect(ask("GET /v1/themes", "kiosk-app")?["themes.0.name"] == "night")
    let before = try #require(api.cursor.split(separator: "-").first)
    let changes = "GET /v1/changes?channel=kiosk&mode=all&since=\(before)-0"
    #expect(ask(changes, "desk")?.count("changes") == 2)
    let told = try #require(ask(changes, "app"))
    #expect((told.count("changes"), told["changes.0.by"], told["changes.0.note"]) == (1, nil, nil))
    #expect(told["active.by"] == nil)
  }

  @Test func `show an author of some channels their history, and no theme of others`() throws {
    #expect(send("PUT /v1/themes/secret", WritableTestAPI.theme("#5ec2e7"), "studio")?.status == 201)
    let all = try #require(ask("GET /v1/history?channel=*", "viewer"))
    #expect(all.text.contains("secret") && all.text.contains("hush"))
    let own = try #require(ask("GET /v1/history?channel=*", "kiosk-studio"))
    #expect(own.text.contains("hush") && !own.text.contains("secret"))
    let feed = try #require(
      ask("GET /v1/changes?channel=*&mode=all&since=\(api.cursor.prefix(16))-0", "kiosk-studio"))
    #expect(!feed.text.contains("secret"))
    #expect(ask("GET /v1/active?channel=kiosk", "kiosk-studio")?["note"] == "hush")
    #expect(ask("GET /v1/themes", "kiosk-studio")?.text.contains("secret") == false)
  }

  @Test func `say the same of a theme that is hidden and of none`() throws {
    for name in ["hall-app", "kiosk-app", "app", "kiosk-studio"] {
      let sentences = ["default", "new-year", "nothing"].map { theme in
        ask("GET /v1/theme?theme=\(theme)", name).flatMap { $0.status == 403 ? $0["detail"] : nil }
      }
      #expect(Set(sentences.compactMap { $0 }).count == 1, "\(name): \(sentences)")
      #expect(sentences.allSatisfy { $0?.contains("'main'") != true }, "\(name)")
    }
  }

  /// The lists are correct in any order of principals, also for one that may read no channel.
  @Test(arguments: [
    ("GET /v1/themes?prefix=new", [("desk", 1), ("app", 0), ("hall-app", 0)]),
    ("GET /v1/themes?after=default", [("desk", 2), ("app", 1), ("hall-app", 0)]),
    ("GET /v1/themes", [("desk", 3), ("app", 2), ("hall-app", 0)]),
  ])
  func `list for nobody what was listed for another`(line: String, table: [(String, Int)]) throws {
    let other = try Self()
    for (roles, table) in [(self, table), (other, table.reversed())] {
      for (name, count) in table { #expect(roles.ask(line, name)?.count("themes") == count, "\(name)") }
    }
  }

  @Test func `let nobody write who may not`() throws {
    let order = #"{"theme":"new-year","channel":"kiosk"}"#
    func status(_ line: String, _ body: String, _ name: String) -> Int? {
      api.send(line, body, token: "\(name)-secret-0123456789")?.status
    }
    #expect(status("POST /v1/active", order, "app") == 403)
    #expect(status("POST /v1/active", order, "studio") == 403)
    #expect(status("POST /v1/active", order, "viewer") == 403)
    #expect(status("POST /v1/check", WritableTestAPI.theme(), "viewer") == 403)
    #expect(status("POST /v1/active", #"{"theme":"night"}"#, "kiosk-desk") == 403)
    #expect(status("POST /v1/active", order, "kiosk-desk") == 200)
    #expect(status("POST /v1/rollback", #"{"channel":"main"}"#, "kiosk-desk") == 403)
    for line in ["PUT /v1/themes/extra", "POST /v1/check"] {
      #expect(status(line, WritableTestAPI.theme(), "desk") == 403, "\(line)")
      #expect(
        status(line, WritableTestAPI.theme(), "kiosk-studio") == (line.hasPrefix("PUT") ? 201 : 200),
        "\(line)")
    }
  }

  @Test func `let an author of some channels change what those show, or none`() throws {
    let theme = WritableTestAPI.theme("#123456")
    func put(_ name: String, _ body: String = theme) -> Reply? {
      api.send("PUT /v1/themes/\(name)", body, token: "kiosk-studio-secret-0123456789")
    }
    #expect(put("night")?.status == 200)
    #expect(put("new-year")?.status == 200, "planned for its own channel")
    let refused = try #require(put("default"))
    #expect(refused.status == 403)
    #expect(refused["detail"]?.contains("another channel shows this theme") == true)
    #expect(put("base")?.status == 201)
    let child = WritableTestAPI.theme("#abcdef", extends: "base")
    #expect(api.send("PUT /v1/themes/child", child, token: "studio-secret-0123456789")?.status == 201)
    #expect(
      api.send("POST /v1/active", #"{"theme":"child"}"#, token: "desk-secret-0123456789")?.status == 200)
    #expect(put("base", WritableTestAPI.theme("#000000"))?.status == 403, "what builds on it shows elsewhere")
    func delete(_ name: String) -> Int? {
      api.ask("DELETE /v1/themes/\(name)", ["Authorization": "Bearer kiosk-studio-secret-0123456789"])?.status
    }
    #expect(delete("night") == 200)
  }

  @Test func `let an author of some channels build on no theme that it may neither read nor author`() throws {
    let secret = WritableTestAPI.theme("#5ec2e7")
    #expect(send("PUT /v1/themes/secret", secret, "studio")?.status == 201)
    for parent in ["secret", "default"] {
      for line in ["PUT /v1/themes/mine", "POST /v1/check", "POST /v1/preview"] {
        let reply = try #require(send(line, Self.child(of: parent, line), "kiosk-studio"))
        #expect(reply.status == 403, "\(line) on \(parent)")
        #expect(reply["detail"]?.contains(parent) == true && !reply.text.contains("5ec2e7"))
        let whole = send(line, Self.child(of: parent, line), "studio")
        #expect(whole?.status != 403, "an author of every channel, \(line) on \(parent)")
        if line.hasPrefix("PUT") { _ = send("DELETE /v1/themes/mine", "", "studio") }
      }
    }
    #expect(send("PUT /v1/themes/base", WritableTestAPI.theme(), "kiosk-studio")?.status == 201)
    for parent in ["night", "new-year", "base"] {
      for line in ["PUT /v1/themes/mine", "POST /v1/check", "POST /v1/preview"] {
        let status = try #require(send(line, Self.child(of: parent, line), "kiosk-studio")?.status)
        #expect(status == 200 || status == 201, "\(line) on \(parent), shown, planned or its own")
      }
    }
    #expect(send("PUT /v1/themes/winter", #"{"extends":"secret"}"#, "studio")?.status == 201)
    #expect(send("POST /v1/active", #"{"theme":"winter","channel":"kiosk"}"#, "desk")?.status == 200)
    #expect(
      send("POST /v1/check", Self.child(of: "secret", ""), "kiosk-studio")?.status == 200,
      "what its channel shows builds on it")
  }

  @Test func `name no theme to an author of some channels that it does not know of, for a wrong name`() throws
  {
    #expect(send("PUT /v1/themes/secret", WritableTestAPI.theme("#5ec2e7"), "studio")?.status == 201)
    for line in ["PUT /v1/themes/mine", "POST /v1/check", "POST /v1/preview"] {
      let own = try #require(send(line, Self.child(of: "secre", line), "kiosk-studio"))
      #expect(own.status == (line.hasPrefix("PUT") ? 422 : 200), "\(line)")
      #expect(own.text.contains("no theme 'secre' to extend.") && !own.text.contains("secret"), "\(own.text)")
      let known = try #require(send(line, Self.child(of: "nigth", line), "kiosk-studio"))
      #expect(known.text.contains("did you mean 'night'?"), "\(known.text)")
      let whole = try #require(send(line, Self.child(of: "secre", line), "studio"))
      #expect(whole.text.contains("did you mean 'secret'?"), "\(whole.text)")
    }
    let gone = try #require(send("DELETE /v1/themes/secre", "", "kiosk-studio"))
    #expect(gone.status == 404 && !gone.text.contains("secret"), "\(gone.text)")
    let near = try #require(send("DELETE /v1/themes/nigth", "", "kiosk-studio"))
    #expect(near.text.contains("did you mean 'night'?"), "\(near.text)")
  }

  /// `hidden` extends `base`, and needs its color; `kiosk-studio` may see neither.
  @Test(arguments: [true, false], ["", "?format=tokens", "?format=tokensstudio", "?format=resolver"])
  func `say nothing of hidden themes to an author of some channels, by leaving out what they need`(
    isShown: Bool, format: String
  ) throws {
    let base = ##"{ "kit": "mini", "colors": { "base-color": "#123456" } }"##
    let hidden = ##"{ "extends": "base", "colors": { "mine": "{base-color}" } }"##
    #expect(send("PUT /v1/themes/base", base, "studio")?.status == 201)
    #expect(send("PUT /v1/themes/hidden", hidden, "studio")?.status == 201)
    if isShown { #expect(send("POST /v1/active", #"{"theme":"hidden"}"#, "desk")?.status == 200) }
    let preview = #"{"name":"base","text":"{\"kit\":\"mini\",\"colors\":{}}","tree":{"for":"Label"}}"#
    for (line, body) in [
      ("PUT /v1/themes/base\(format)", #"{"kit":"mini","colors":{}}"#), ("POST /v1/preview", preview),
      ("POST /v1/check\(format)\(format.isEmpty ? "?" : "&")name=base", #"{"kit":"mini","colors":{}}"#),
    ] {
      let reply = try #require(send(line, body, "kiosk-studio"))
      #expect(!reply.text.contains("hidden") && !reply.text.contains("base-color"), "\(line): \(reply.text)")
      if isShown { #expect(reply.status == 403, "\(line): \(reply.text)") }
      if !isShown, format.isEmpty {
        #expect(reply.status == (line.hasPrefix("PUT") ? 422 : 200) && reply.text.contains("may not see"))
        let whole = try #require(send(line, body, "studio"))
        #expect(whole.text.contains("uploads/hidden.json") && whole.text.contains("base-color"))
      }
    }
  }

  private func send(_ line: String, _ body: String, _ name: String) -> Reply? {
    api.send(line, body, token: "\(name)-secret-0123456789")
  }

  /// The body by which a line sends a theme that is nothing but another's child.
  private static func child(of parent: String, _ line: String) -> String {
    guard line.hasSuffix("preview") else { return #"{"extends":"\#(parent)"}"# }
    return #"{"name":"draft","text":"{\"extends\":\"\#(parent)\"}","tree":{"for":"Label"}}"#
  }

  @Test func `show a reader of some channels the images of their themes, in whatever order it is asked`()
    throws
  {
    for image in ["campaign", "mark"] {
      let bytes = Array("<svg>\(image)</svg>".utf8)
      _ = try api.publisher.upload(
        UploadedImage(
          file: "\(image).svg", fingerprint: SHA256.hex(of: bytes), content: try StoredImage(bytes),
          at: api.clock.now, by: "studio"))
    }
    let theme = #"{ "kit": "mini", "images": { "logo": "mark" } }"#
    #expect(send("PUT /v1/themes/night", theme, "studio")?.status == 200)
    let table = [("app", 200), ("desk", 200), ("kiosk-desk", 200), ("kiosk-app", 404), ("hall-app", 403)]
    for (name, status) in table + table.reversed() {
      #expect(ask("GET /v1/images/campaign?channel=kiosk", name)?.status == status, "\(name)")
      if let early = early("GET /v1/images/campaign?channel=kiosk", name) { #expect(early.status == status) }
      #expect(ask("GET /v1/images/logo?channel=kiosk", name)?.status == (status == 404 ? 200 : status))
    }
    #expect(ask("GET /v1/images/campaigm?channel=kiosk", "kiosk-app")?.text.contains("campaign") == false)
    #expect(ask("GET /v1/images/campaigm?channel=kiosk", "app")?.text.contains("campaign'") == true)
  }

  @Test func `read nothing more than channels show where a stranger comes without one`() throws {
    let api = try WritableTestAPI()
    let stranger = Request.Peer(address: "203.0.113.9", isLoopback: false)
    for (line, status) in [
      ("GET /v1/theme", 200), ("GET /v1/theme?theme=night", 403), ("GET /v1/themes/default", 403),
      ("GET /v1/history", 403), ("GET /v1/schedule", 403), ("GET /v1/changes", 200), ("GET /v1/kits", 200),
    ] {
      #expect(api.ask(line)?.status == 200, "\(line) here")
      #expect(api.ask(line, from: stranger)?.status == status, "\(line) from elsewhere")
      #expect(
        api.ask(line, ["X-Forwarded-For": "203.0.113.9"])?.status == status, "\(line) through a proxy")
    }
    #expect(api.ask("GET /v1/themes", from: stranger)?.count("themes") == 1)
    #expect(api.ask("GET /v1/themes")?.count("themes") == 3)
  }

  @Test func `are named in the published interface`() throws {
    let text = try #require(api.ask("GET /openapi.json")?.text)
    for role in Role.allCases {
      #expect(text.contains(#""token": ["#) && text.contains("\"\(role.rawValue)\""))
    }
  }
}
