import Changes
import Documents
import Storage
import Testing
import Themes

@testable import ThemeAPI

/// Channels in which nobody decides alone what is shown, tried around.
@Suite struct `A channel that needs another person` {
  private static let file = """
    { "tokens": [
      { "name": "studio", "token": "studio-secret-0123456789", "person": "ann" },
      { "name": "laptop", "token": "laptop-secret-0123456789", "person": "ann" },
      { "name": "mara", "token": "mara-secret-0123456789" } ],
      "approval": { "main": "another", "kiosk": "none" } }
    """
  private static let themes = [
    "default": WritableTestAPI.theme(), "night": WritableTestAPI.theme("#0000ff"),
    "parent": WritableTestAPI.theme("#00ff00"), "child": WritableTestAPI.theme(extends: "parent"),
    "pictured": #"{ "kit": "mini", "images": { "logo": "logo" } }"#,
  ]
  private let api: WritableTestAPI
  private let gate: Gate
  private let tokens: [AccessToken]

  init() throws {
    let file = try TokenFile.read(SourceFile(name: "tokens.json", bytes: Array(Self.file.utf8)))
    tokens = file.tokens
    gate = Gate(tokens: tokens, approvals: Approvals(in: file.approvals))
    api = try WritableTestAPI(gate: gate, themes: Self.themes)
  }

  private func put(_ theme: String, _ accent: String = "#123456", as name: String = "studio") throws -> Reply
  {
    try api.ask("PUT /v1/themes/\(theme)", as: name, body: WritableTestAPI.theme(accent))
  }

  private func show(
    _ theme: String, as name: String = "studio", in channel: String = "main", force: Bool = false
  ) throws -> Reply {
    try api.ask(
      "POST /v1/active", as: name, body: #"{"theme":"\#(theme)","channel":"\#(channel)","force":\#(force)}"#)
  }

  private func plan(_ theme: String, as name: String = "studio", in channel: String = "main") throws -> Reply
  {
    try api.ask(
      "POST /v1/schedule", as: name,
      body: #"{"theme":"\#(theme)","channel":"\#(channel)","from":"2027-01-01T05:00:00Z"}"#)
  }

  private func goBack(as name: String, _ more: String = "") throws -> Reply {
    try api.ask("POST /v1/rollback", as: name, body: #"{"channel":"main"\#(more)}"#)
  }

  private func draft(_ theme: String, as name: String = "studio") throws -> Reply {
    let made = try api.ask(
      "POST /v1/drafts?name=\(theme)", as: name, body: WritableTestAPI.theme("#abcdef"))
    try #require(made.status == 201, "\(made.text)")
    return made
  }

  private func publish(
    _ draft: Reply, as name: String, ifMatch tag: String? = nil, _ body: String = "{}"
  ) throws -> Reply {
    let header = tag.map { ("If-Match", $0) } ?? ("Accept", "*/*")
    return try api.ask("POST /v1/drafts/\(draft["id"] ?? "")/publish", as: name, header, body: body)
  }

  private func needsAnother(_ reply: Reply) -> Bool {
    reply.status == 403 && reply.code == "needs-another" && reply["channels.0"] == "main"
      && reply.count("channels") == 1
  }

  @Test(arguments: ["default", "parent"])
  func `shows drafts that another person publishes, who has seen them`(theme: String) throws {
    if theme == "parent" { #expect(try show("child").status == 200, "files are agreed") }
    let draft = try draft(theme)
    let tag = try #require(draft["tag"])
    for body in ["{}", #"{"at":"2027-01-01T01:00:00Z"}"#] {
      for name in ["studio", "laptop"] {
        let refused = try publish(draft, as: name, ifMatch: tag, body)
        #expect(needsAnother(refused) && refused["authors.0"] == "studio", "\(refused.text)")
      }
      for condition in [nil, "*", "\(tag), *"] {
        let blind = try publish(draft, as: "mara", ifMatch: condition, body)
        #expect(blind.status == 428 && blind.code == "if-match-required", "\(blind.text)")
      }
    }
    let replaced = try api.ask(
      "PUT /v1/drafts/\(draft["id"] ?? "")", as: "laptop", body: WritableTestAPI.theme("#fedcba"))
    #expect(replaced["authors.1"] == "laptop")
    #expect(try publish(draft, as: "mara", ifMatch: tag).status == 412)
    #expect(try publish(draft, as: "mara", ifMatch: replaced["tag"]).status == 200)
    #expect(api.publisher.current.now.state.uploads[theme]?.authors == ["ann", "mara"])
  }

  @Test func `has nobody left to publish what everybody had a part in`() throws {
    let draft = try draft("default")
    let replaced = try api.ask(
      "PUT /v1/drafts/\(draft["id"] ?? "")", as: "mara", body: WritableTestAPI.theme("#fedcba"))
    for name in ["studio", "laptop", "mara"] {
      #expect(needsAnother(try publish(draft, as: name, ifMatch: replaced["tag"])), "\(name)")
    }
  }

  @Test func `checks planned drafts again at their time`() throws {
    let draft = try draft("night")
    #expect(
      try publish(draft, as: "studio", #"{"at":"2027-01-01T01:00:00Z"}"#).status == 202, "nothing shows it")
    let agreed = try self.draft("default")
    let planned = try publish(
      agreed, as: "mara", ifMatch: agreed["tag"], #"{"at":"2027-01-01T01:00:00Z"}"#)
    #expect(planned.status == 202, "\(planned.text)")
    #expect(try plan("night").status == 201)
    api.clock.set("2027-01-01T01:00:00Z")
    let due = try DraftPlans(of: api.publisher, behind: gate, Services.UploadLimits()).publishDue()
    let refusals = Dictionary(uniqueKeysWithValues: due.map { ($0.draft.name, $0.refusal) })
    #expect(refusals["night"]??.contains("needs another person") == true)
    #expect(refusals["default"] == .some(nil))
    #expect(try api.ask("GET /v1/drafts/\(draft["id"] ?? "")", as: "mara")["state"] == "open")
  }

  @Test func `takes no upload and no deletion of what it shows, or builds on`() throws {
    #expect(try put("default").status == 403)
    let agreed = try draft("default")
    #expect(try publish(agreed, as: "mara", ifMatch: agreed["tag"]).status == 200)
    for name in ["studio", "mara"] {
      let refused = try put("default", as: name)
      #expect(needsAnother(refused) && refused["detail"]?.contains("make a draft") == true, "\(refused.text)")
      #expect(needsAnother(try api.ask("DELETE /v1/themes/default", as: name)))
    }
    #expect(try show("child").status == 200)
    #expect(try needsAnother(put("parent")) && needsAnother(put("child")))
    #expect(try put("default").status == 200, "nothing shows it any longer")
  }

  @Test func `keeps what it will show, and what it goes back to, as it is`() throws {
    #expect(try plan("night").status == 201)
    #expect(needsAnother(try put("night")))
    #expect(try plan("child").status == 201)
    #expect(needsAnother(try put("parent")))
    api.clock.set("2027-01-01T05:00:00Z")
    try api.publisher.applyDueSchedules()
    #expect(needsAnother(try put("default")), "it shows again after the schedule")
  }

  @Test func `keeps what a guard may go back to as it is`() throws {
    let body = #"{"theme":"night","channel":"main","guard":{"holding":0.9,"within":60}}"#
    #expect(try api.ask("POST /v1/active", as: "studio", body: body).status == 200)
    #expect(needsAnother(try put("default")))
  }

  @Test(arguments: ["night", "child"])
  func `shows no theme that its switcher has made alone`(theme: String) throws {
    #expect(try put(theme == "child" ? "parent" : theme).status == 200)
    for name in ["studio", "laptop"] {
      let refused = try show(theme, as: name)
      #expect(needsAnother(refused) && refused["authors.0"] == "ann", "\(refused.text)")
      #expect(needsAnother(try show(theme, as: name, force: true)))
      #expect(needsAnother(try plan(theme, as: name)))
    }
    // A channel that needs nobody does not make it agreed.
    #expect(try show(theme, in: "kiosk").status == 200)
    #expect(try plan(theme, in: "kiosk").status == 201)
    #expect(needsAnother(try show(theme)))
    #expect(try plan(theme, as: "mara").status == 201)
    #expect(try show(theme).status == 200, "mara has agreed to it")
  }

  @Test func `that was never switched falls back to nothing that one person has made`() throws {
    let everywhere = Approvals(usual: .another, in: ["main": .none])
    #expect(try gate.replace(tokens: tokens, approvals: everywhere) != nil)
    func refuses(_ reply: Reply) -> Bool { reply.code == "needs-another" && reply["channels.0"] == "desk" }
    #expect(try put("night").status == 200)
    #expect(try show("night").status == 200)
    let refused = try plan("child", in: "desk")
    #expect(refuses(refused) && refused.text.contains("after its schedule"), "\(refused.text)")
    #expect(try show("default").status == 200)
    #expect(try plan("child", in: "desk").status == 201)
    #expect(refuses(try show("night")))
    #expect(refuses(try put("default")))
    #expect(try plan("night").status == 201, "'desk' never shows what is scheduled in 'main'")
    api.clock.set("2027-01-01T05:00:00Z")
    try api.publisher.applyDueSchedules()
    #expect(try show("night").status == 200, "'desk' goes back to what 'main' showed when the schedule began")
    #expect(refuses(try put("default")))
  }

  @Test func `goes back to no theme that was changed meanwhile by who goes back`() throws {
    let first = try #require(show("night")["cursor"])
    #expect(try put("default").status == 200)
    #expect(needsAnother(try goBack(as: "studio")))
    #expect(try show("child").status == 200)
    #expect(try put("night").status == 200)
    #expect(needsAnother(try goBack(as: "laptop", #","to":"\#(first)","force":true"#)))
    #expect(try goBack(as: "mara").status == 200)
  }

  @Test func `counts a published draft as made by its authors and its publisher`() throws {
    let draft = try draft("night")
    #expect(try publish(draft, as: "laptop").status == 200, "nothing shows it")
    #expect(needsAnother(try show("night")))
    let second = try self.draft("night")
    #expect(try publish(second, as: "mara").status == 200)
    #expect(try show("night").status == 200)
  }

  @Test func `takes no image of one person for a part of a document that several have made`() throws {
    let bytes = Array("<svg/>".utf8)
    func upload() throws {
      _ = try api.publisher.upload(
        UploadedImage(
          file: "logo.svg", fingerprint: SHA256.hex(of: bytes), content: try StoredImage(bytes),
          at: api.clock.now, by: "mara"))
    }
    #expect(try publish(try draft("parent"), as: "mara").status == 200, "nothing shows it")
    #expect(throws: Publisher.DocumentError.self, "it would seem to have come with the draft") {
      try upload()
    }
    api.clock.set("2027-01-01T00:00:00.001Z")
    try upload()
    #expect(try publish(try draft("child"), as: "mara").status == 412)
    #expect(needsAnother(try show("pictured", as: "mara")))
    #expect(try show("pictured").status == 200)
  }

  @Test func `knows a person by a token that comes later, and takes other approvals at once`() throws {
    func read(_ text: String) throws -> TokenFile {
      try TokenFile.read(SourceFile(name: "tokens.json", bytes: Array(text.utf8)))
    }
    let draft = try draft("default", as: "mara")
    #expect(try put("night", as: "mara").status == 200)
    let next = try read(
      #"{ "tokens": [{ "name": "mara", "token": "mara-secret-0123456789", "person": "mary" }, "#
        + #"{ "name": "phone", "token": "phone-secret-0123456789", "person": "mary" }] }"#)
    let everywhere = Approvals(usual: .another, in: ["main": .another])
    #expect(try gate.replace(tokens: next.tokens, approvals: everywhere) != nil)
    #expect(needsAnother(try publish(draft, as: "phone", ifMatch: draft["tag"])))
    #expect(needsAnother(try show("night", as: "phone")))
    #expect(try show("night", as: "phone", in: "kiosk").status == 403)
    let alone = try read(
      #"{ "tokens": [{ "name": "phone", "token": "phone-secret-0123456789", "person": "mary" }] }"#)
    #expect(try gate.replace(tokens: alone.tokens, approvals: everywhere) != nil)
    #expect(try gate.replace(tokens: alone.tokens, approvals: everywhere) == nil)
    #expect(try gate.replace(tokens: alone.tokens, approvals: Approvals()) == [])
    #expect(try publish(draft, as: "phone").status == 200)
  }

  @Test func `is one name for everybody at a server without tokens`() throws {
    let api = try WritableTestAPI(gate: Gate(approvals: Approvals(usual: .another)))
    let made = try #require(api.send("POST /v1/drafts?name=default", WritableTestAPI.theme("#123456")))
    let refused = try #require(api.send("POST /v1/drafts/\(made["id"] ?? "")/publish", "{}"))
    #expect(refused.code == "needs-another" && refused["authors.0"] == "local", "\(refused.text)")
    #expect(api.send("PUT /v1/themes/default", WritableTestAPI.theme())?.code == "needs-another")
  }
}
