import Bindings
import Changes
import Documents
import Storage
import Testing
import Themes

@testable import Renderings
@testable import ThemeAPI

/// Publishing drafts, now and at a time.
@Suite struct `The publication of a draft` {
  private static let file = """
    { "tokens": [
      { "name": "studio", "token": "studio-secret-0123456789", "roles": ["author"] },
      { "name": "mara", "token": "mara-secret-0123456789", "roles": ["author"] },
      { "name": "desk", "token": "desk-secret-0123456789", "roles": ["operate"] },
      { "name": "kiosk", "token": "kiosk-secret-0123456789", "roles": ["author"], "channels": ["kiosk"] } ] }
    """
  private let api: WritableTestAPI
  private let gate: Gate

  init() throws {
    gate = Gate(tokens: try Self.tokens())
    api = try WritableTestAPI(gate: gate)
  }

  private static func tokens() throws -> [AccessToken] {
    try TokenFile.read(SourceFile(name: "tokens.json", bytes: Array(file.utf8))).tokens
  }

  private var plans: DraftPlans {
    DraftPlans(of: api.publisher, behind: gate, Services.UploadLimits())
  }

  private func make(_ name: String = "night", accent: String = "#123456", query: String = "") throws -> Reply
  {
    let made = try api.ask(
      "POST /v1/drafts?name=\(name)\(query)", as: "studio", body: WritableTestAPI.theme(accent))
    try #require(made.status == 201, "\(made.text)")
    return made
  }

  private func publish(
    _ draft: Reply, as name: String = "mara", _ body: String = "{}",
    _ header: (String, String) = ("Accept", "*/*")
  ) throws -> Reply {
    try api.ask("POST /v1/drafts/\(draft["id"] ?? "")/publish", as: name, header, body: body)
  }

  @Test func `is one change like an upload, and ends the draft`() throws {
    // Another server has the same document uploaded.
    let other = try WritableTestAPI()
    _ = other.send("PUT /v1/themes/night", WritableTestAPI.theme("#123456"))
    let draft = try make(query: "&note=for the fair")
    _ = api.wakes.take()
    let done = try publish(draft)
    #expect(done.status == 200 && done["name"] == "night" && done["changed"] == "true", "\(done.text)")
    #expect(done["draft"] == draft["id"] && done.count("problems") == 0 && done["cursor"] == api.cursor)
    #expect(done.header("ETag") == draft["tag"])
    #expect(api.wakes.take() == ["*", "*drafts"])
    let (mine, theirs) = (api.publisher.current.now, other.publisher.current.now)
    #expect(mine.themeSet.library.sources["night"]?.bytes == theirs.themeSet.library.sources["night"]?.bytes)
    let (one, another) = (try #require(mine.log.newest(1).first), try #require(theirs.log.newest(1).first))
    #expect(one.kind == another.kind && one.differences == another.differences && one.etag == another.etag)
    // Readers are told what they would be told of an upload; the history says more.
    let history = try api.ask("GET /v1/history?channel=*", as: "desk")
    #expect(history["changes.0.draft"] == draft["id"] && history["changes.0.authors.0"] == "studio")
    #expect(history["changes.0.by"] == "mara" && history["changes.0.note"] == "for the fair")
    #expect(
      !(try api.ask("GET /v1/changes?channel=*&since=\(mine.cursor.epoch)-0&mode=all", as: "desk")).text
        .contains(
          "authors"))
    let gone = try publish(draft)
    #expect(gone.status == 410 && gone.code == "draft-gone")
    #expect(gone["reason"] == "published" && gone["cursor"] == done["cursor"] && gone["name"] == "night")
    #expect(
      mine.state.uploads["night"]?.authors == ["studio", "mara"] && mine.state.uploads["night"]?.by == "mara")
    let new = try publish(try make("brand-new"))
    #expect(new.status == 201 && new.header("Location") == "/v1/themes/brand-new")
  }

  @Test func `needs the document that the draft builds on, and that the publisher has seen`() throws {
    let draft = try make()
    let base = try #require(draft["base"])
    let quoted = base.replacing("\"", with: "\\\"")
    #expect(try publish(draft, as: "mara", #"{"if":"\"other\""}"#).code == "stale")
    #expect(try publish(draft, as: "mara", #"{"if":null}"#).code == "stale")
    let upload = try api.ask("PUT /v1/themes/night", as: "studio", body: WritableTestAPI.theme("#777777"))
    for body in ["{}", #"{"if":"\#(quoted)"}"#] {
      let stale = try publish(draft, as: "mara", body)
      #expect(stale.status == 409 && stale.code == "stale" && stale["base"] == base)
      #expect(stale["tag"] == upload.header("ETag"))
    }
    #expect(
      try api.ask("GET /v1/drafts/\(draft["id"] ?? "")", as: "studio")["state"] == "stale", "the draft stays")
    let second = try make()
    let seen = (second["base"] ?? "").replacing("\"", with: "\\\"")
    #expect(try publish(second, as: "mara", #"{"if":"\#(seen)"}"#).status == 200)
    let new = try make("brand-new")
    #expect(try publish(new, as: "mara", #"{"if":null}"#).status == 201)
    // The theme has come in the meantime.
    let late = try make("late")
    #expect(try api.ask("PUT /v1/themes/late", as: "studio", body: WritableTestAPI.theme()).status == 201)
    #expect(try publish(late)["base"] == "null")
  }

  @Test func `needs the draft as the publisher has seen it`() throws {
    let draft = try make()
    let tag = try #require(draft["tag"])
    let replaced = try api.ask(
      "PUT /v1/drafts/\(draft["id"] ?? "")", as: "studio", body: WritableTestAPI.theme("#222222"))
    #expect(try publish(draft, as: "mara", "{}", ("If-Match", tag)).status == 412)
    #expect(try publish(draft, as: "mara", "{}", ("If-Match", replaced["tag"] ?? "")).status == 200)
  }

  @Test func `needs an author of the theme, and a body that makes sense`() throws {
    let draft = try make("default")
    #expect(try publish(draft, as: "desk").status == 403)
    #expect(try publish(draft, as: "kiosk").status == 403)
    for at in ["2026-12-31T23:59:59Z", "2027-01-31T00:00:01Z", "soon"] {
      #expect(try publish(draft, as: "mara", #"{"at":"\#(at)"}"#).code == "bad-body", "\(at)")
    }
    #expect(try publish(draft, as: "mara", #"{"when":"now"}"#).code == "bad-body")
    #expect(try api.ask("POST /v1/drafts/nothing/publish", as: "studio").code == "unknown-draft")
    #expect(
      try api.ask("POST /v1/drafts/\(draft["id"] ?? "")/publish", as: "studio").status == 200,
      "no body is needed")
  }

  @Test func `is done once for one key`() throws {
    let draft = try make()
    let first = try publish(draft, as: "mara", "{}", ("Idempotency-Key", "one"))
    let again = try publish(draft, as: "mara", "{}", ("Idempotency-Key", "one"))
    #expect(first.status == 200 && again.text == first.text && again.header("Idempotency-Replayed") == "true")
  }

  @Test func `refuses a broken draft like an upload`() throws {
    #expect(try api.ask("PUT /v1/themes/parent", as: "studio", body: WritableTestAPI.theme()).status == 201)
    let draft = try api.ask(
      "POST /v1/drafts?name=child", as: "studio", body: WritableTestAPI.theme(extends: "parent"))
    #expect(try api.ask("DELETE /v1/themes/parent", as: "studio").status == 200)
    let refused = try publish(draft)
    #expect(refused.status == 422 && refused.code == "refused-theme", "\(refused.text)")
    #expect(try api.ask("GET /v1/drafts/\(draft["id"] ?? "")", as: "studio")["state"] == "broken")
  }

  @Test func `is planned, waits for its time, and happens once`() throws {
    let draft = try make(query: "&lifetime=60")
    let planned = try publish(draft, as: "mara", #"{"at":"2027-01-01T01:00:00Z","note":"later"}"#)
    #expect(planned.status == 202 && planned["state"] == "planned" && planned.header("ETag") == draft["tag"])
    #expect(planned["plan.at"] == "2027-01-01T01:00:00.000Z" && planned["plan.by"] == "mara")
    #expect(planned["plan.note"] == "later" && planned["key"] == nil, "mara is no author")
    // It does not expire before.
    #expect(planned["expires"] == "2027-01-01T01:00:00.000Z")
    api.clock.set("2027-01-01T00:59:59Z")
    try api.publisher.endOverdueDrafts()
    #expect(try plans.publishDue().isEmpty)
    #expect(try api.ask("GET /v1/drafts/\(draft["id"] ?? "")", as: "studio")["state"] == "planned")
    api.clock.set("2027-01-01T01:00:00Z")
    let due = try plans.publishDue()
    #expect(due.count == 1 && due[0].refusal == nil && due[0].draft.id == draft["id"])
    try api.publisher.endOverdueDrafts()
    #expect(try plans.publishDue().isEmpty)
    let change = try #require(api.publisher.current.now.log.newest(1).first)
    #expect(change.by == "mara" && change.note == "later" && change.origin?.draft == draft["id"])
    #expect(try api.ask("GET /v1/drafts/\(draft["id"] ?? "")", as: "studio")["reason"] == "published")
  }

  @Test func `ends the plan where what was checked fails by then, and keeps the draft`() throws {
    let draft = try make(query: "&lifetime=60")
    #expect(try publish(draft, as: "mara", #"{"at":"2027-01-01T01:00:00Z"}"#).status == 202)
    #expect(
      try api.ask("PUT /v1/themes/night", as: "studio", body: WritableTestAPI.theme("#777777")).status == 200)
    api.clock.set("2027-01-01T01:00:00Z")
    let due = try plans.publishDue()
    #expect(due.count == 1 && due[0].refusal?.contains("not the one that this builds on") == true)
    try api.publisher.endOverdueDrafts()
    let kept = try api.ask("GET /v1/drafts/\(draft["id"] ?? "")", as: "studio")
    #expect(kept["state"] == "stale" && kept["plan"] == nil && kept["expires"] == "2027-01-02T01:00:00.000Z")
    // A token that is gone publishes nothing.
    let second = try make()
    #expect(try publish(second, as: "mara", #"{"at":"2027-01-01T02:00:00Z"}"#).status == 202)
    _ = try gate.replace(tokens: try Self.tokens().filter { $0.name != "mara" })
    api.clock.set("2027-01-01T02:00:00Z")
    #expect(try plans.publishDue().first?.refusal?.contains("no token 'mara'") == true)
  }

  @Test func `is planned no more after a replacement, or when its author ends the plan`() throws {
    let draft = try make()
    let line = "/v1/drafts/\(draft["id"] ?? "")"
    #expect(try api.ask("DELETE \(line)/publish", as: "studio").code == "conflict")
    #expect(try publish(draft, as: "mara", #"{"at":"2027-01-01T01:00:00Z"}"#).status == 202)
    let freed = try api.ask("DELETE \(line)/publish", as: "studio")
    #expect(
      freed.status == 200 && freed["state"] == "open" && freed["plan"] == nil && freed["key"] == draft["key"])
    #expect(try publish(draft, as: "mara", #"{"at":"2027-01-01T01:00:00Z"}"#).status == 202)
    #expect(
      try api.ask("PUT \(line)", as: "studio", body: WritableTestAPI.theme("#222222"))["state"] == "open")
    api.clock.set("2027-01-01T01:00:00Z")
    #expect(try plans.publishDue().isEmpty)
    #expect(try api.ask("DELETE /v1/drafts/nothing/publish", as: "studio").code == "unknown-draft")
  }

  @Test func `refuses a plan that could not be carried out now`() throws {
    let draft = try make()
    #expect(
      try api.ask("PUT /v1/themes/night", as: "studio", body: WritableTestAPI.theme("#777777")).status == 200)
    #expect(try publish(draft, as: "mara", #"{"at":"2027-01-01T01:00:00Z"}"#).code == "stale")
    #expect(try publish(draft, as: "kiosk", #"{"at":"2027-01-01T01:00:00Z"}"#).code != nil)
  }
}
