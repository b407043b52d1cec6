import Changes
import Documents
import Storage
import Testing
import Themes

@testable import ThemeAPI

/// Making, reading, replacing and discarding drafts.
@Suite struct `The interface of drafts` {
  private static let file = """
    { "tokens": [
      { "name": "studio", "token": "studio-secret-0123456789", "roles": ["author"] },
      { "name": "mara", "token": "mara-secret-0123456789", "roles": ["author"] },
      { "name": "desk", "token": "desk-secret-0123456789", "roles": ["operate"] },
      { "name": "app", "token": "app-secret-0123456789", "roles": ["read"] },
      { "name": "viewer", "token": "viewer-secret-0123456789", "roles": ["watch"] },
      { "name": "kiosk", "token": "kiosk-secret-0123456789", "roles": ["author"], "channels": ["kiosk"] } ] }
    """
  private let api: WritableTestAPI

  init() throws {
    let tokens = try TokenFile.read(SourceFile(name: "tokens.json", bytes: Array(Self.file.utf8))).tokens
    api = try WritableTestAPI(gate: Gate(tokens: tokens))
  }

  @discardableResult
  private func make(
    _ name: String = "night", accent: String = "#123456", query: String = "", as author: String = "studio"
  ) throws -> Reply {
    try api.ask("POST /v1/drafts?name=\(name)\(query)", as: author, body: WritableTestAPI.theme(accent))
  }

  private func id(_ reply: Reply) throws -> String { try #require(reply["id"]) }

  @Test func `answers who makes one with all of it, its key and its link`() throws {
    let before = try api.ask("GET /v1/themes/night", as: "studio")
    let cursor = api.cursor
    _ = api.wakes.take()
    let made = try make(query: "&note=for the fair")
    #expect(made.status == 201, "\(made.text)")
    let id = try id(made)
    #expect(made.header("Location") == "/v1/drafts/\(id)")
    #expect(made.header("ETag") == made["tag"] && made.header("Cache-Control") == "no-store")
    #expect(made["base"] == before.header("ETag") && made["name"] == "night" && made["title"] == "night")
    #expect(made["state"] == "open" && made["authors.0"] == "studio" && made["note"] == "for the fair")
    #expect(made["at"] == "2027-01-01T00:00:00.000Z" && made["changedAt"] == made["at"])
    #expect(made["expires"] == "2027-01-08T00:00:00.000Z")
    #expect(made["bytes"] == "\(WritableTestAPI.theme("#123456").utf8.count)" && made.count("problems") == 0)
    let key = try #require(made["key"])
    #expect(key.utf8.count == 22 && made["link"] == "/?draft=\(key)")
    // It is no change.
    #expect(api.cursor == cursor && made.header("Livery-Cursor") == cursor)
    #expect(api.wakes.take() == ["*drafts"])
    #expect(try api.ask("GET /v1/themes/night", as: "studio").text == before.text)
    // A theme that is new has no base.
    #expect(try make("brand-new")["base"] == "null")
  }

  @Test func `shows the key to authors and operators alone`() throws {
    let made = try make()
    let line = "GET /v1/drafts/\(try id(made))"
    for name in ["studio", "desk"] {
      let shown = try api.ask(line, as: name)
      #expect(shown["key"] == made["key"] && shown["link"] == made["link"], "\(name)")
      #expect(try api.ask("GET /v1/drafts", as: name)["drafts.0.key"] == made["key"])
    }
    let key = try #require(made["key"])
    for name in ["mara", "viewer"] {
      let shown = try api.ask(line, as: name)
      #expect(shown.status == 200 && shown["tag"] == made["tag"] && !shown.text.contains(key), "\(name)")
      #expect(shown["key"] == nil && shown["link"] == nil)
      #expect(!(try api.ask("GET /v1/drafts", as: name)).text.contains(key))
    }
    #expect(try api.ask("GET /v1/drafts", as: "studio").header("Cache-Control") == "private, no-store")
    // Whoever replaces it becomes an author.
    let replaced = try api.ask(
      "PUT /v1/drafts/\(try id(made))", as: "mara", body: WritableTestAPI.theme("#222222"))
    #expect(replaced.status == 200 && replaced["key"] == key && replaced["authors.1"] == "mara")
    #expect(try api.ask(line, as: "mara")["key"] == key)
  }

  @Test func `needs an author to write, and one who may watch to read`() throws {
    let id = try id(try make())
    #expect(api.ask("GET /v1/drafts")?.status == 401)
    for line in ["POST /v1/drafts?name=night", "PUT /v1/drafts/\(id)", "DELETE /v1/drafts/\(id)"] {
      for name in ["viewer", "desk"] {
        #expect(try api.ask(line, as: name, body: "{}").status == 403, "\(line) by \(name)")
      }
    }
    // An author of one channel: another one shows the theme by default.
    api.publisher.current.now.state.activations["main"].map { #expect($0.theme == "default") }
    let shown = try self.id(try make("default"))
    #expect(try make("default", as: "kiosk").status == 403)
    #expect(try api.ask("DELETE /v1/drafts/\(shown)", as: "kiosk").status == 403)
    #expect(try api.ask("GET /v1/drafts/\(shown)", as: "kiosk").status == 404)
    #expect(try api.ask("GET /v1/drafts/\(shown)/document", as: "kiosk").status == 404)
    #expect(try api.ask("GET /v1/drafts", as: "kiosk").count("drafts") == 0)
    #expect(try make("own", as: "kiosk").status == 201)
    #expect(try api.ask("GET /v1/drafts", as: "kiosk")["drafts.0.name"] == "own")
    #expect(try api.ask("GET /v1/drafts", as: "kiosk").count("drafts") == 1)
  }

  @Test func `lists consequences for those who may watch, in the themes that they know`() throws {
    let line = "GET /v1/drafts/\(try id(try make()))/consequences"
    #expect(api.ask(line)?.status == 401)
    #expect(try api.ask(line, as: "app").status == 403)
    #expect(try api.ask(line, as: "kiosk").status == 404)
    let found = try api.ask(line, as: "viewer")
    #expect(found.status == 200 && found["looks.0.after"] == "#123456", "\(found.text)")
    #expect(found.header("Cache-Control")?.hasPrefix("private") == true && found["cursor"] == api.cursor)
    // A theme that builds on its own may be unknown to an author of one channel.
    let (body, child) = (WritableTestAPI.theme(), WritableTestAPI.theme("#00ffff", extends: "own"))
    #expect(try api.ask("PUT /v1/themes/own", as: "kiosk", body: body).status == 201)
    #expect(try api.ask("PUT /v1/themes/child", as: "studio", body: child).status == 201)
    let own = "GET /v1/drafts/\(try id(try make("own", as: "kiosk")))/consequences"
    #expect(try api.ask(own, as: "kiosk").count("themes") == 1)
    #expect(try api.ask(own, as: "studio").count("themes") == 2)
    #expect(try api.ask("\(own)?theme=child", as: "kiosk").status == 403)
    #expect(try api.ask("\(own)?theme=child", as: "studio")["themes.0.theme"] == "child")
    #expect(try api.ask("\(own)?channel=main", as: "kiosk").status == 403)
  }

  @Test(arguments: [
    ("/v1/theme?draft=KEY", "/v1/theme?draft=…"),
    ("/v1/theme?a=1&draft=KEY&b=2", "/v1/theme?a=1&draft=…&b=2"),
    ("/?livery-draft=KEY", "/?livery-draft=…"), ("/v1/theme?dr%61ft=KEY", "/v1/theme?dr%61ft=…"),
    ("/v1/theme?DRAFT=KEY", "/v1/theme?DRAFT=…"), ("/v1/theme%3Fdraft=KEY", "/v1/theme%3Fdraft=…"),
    ("/v1/theme%3Fdraft%3DKEY", "…"), ("/v1/theme?a=1;draft=KEY", "/v1/theme?a=…"),
    ("/v1/theme?key=KEY&b=2", "/v1/theme?key=…&b=2"), ("/?KEY", "…"), ("/?a=1&b=2;c=KEY", "/?a=1&b=…"),
    ("/v1/themes/KEY", "/v1/themes/…"), ("/KEY", "/…"), ("/v1/drafts/KEY?a=1", "/v1/drafts/…?a=1"),
    ("/v1/theme?a=%zz", "/v1/theme?a=…"), ("/v1/drafts/KEY/publish", "/v1/drafts/…/publish"),
    ("/v1/drafts/KEY", "/v1/drafts/…"), ("/v1/drafts?name=red", "/v1/drafts?name=red"),
    ("/v1/drafts/d7Kq2m", "/v1/drafts/d7Kq2m"),
    ("/v1/themes/christmas-2026-special", "/v1/themes/christmas-2026-special"),
  ])
  func `keeps its key out of the log, wherever a program puts it`(target: String, logged: String) {
    let key = Draft.newKey()
    let sent = target.split(separator: "KEY", omittingEmptySubsequences: false).joined(separator: key)
    #expect(RawTarget(sent).withoutKeys { $0 == key } == logged)
  }

  @Test func `says that a key is no id, and does not repeat it`() throws {
    let key = Draft.newKey()
    for request in ["GET /v1/drafts/\(key)", "DELETE /v1/drafts/\(key)", "GET /v1/theme%3Fdraft=\(key)"] {
      let reply = try api.ask(request, as: "mara")
      #expect(reply.status == 404 && !reply.text.contains(key), "\(reply.text)")
      let record = WriteRecord(
        of: reply, to: DiscardDraft(publisher: api.publisher).operation, about: key, by: "mara", from: "",
        in: nil)
      #expect(record?.name == "…")
    }
    #expect(try api.ask("GET /v1/drafts/\(key)", as: "mara").text.contains("not its id"))
  }

  @Test func `lists the newest first, by pages, and those of a theme`() throws {
    var ids: [String] = []
    for (second, name) in ["night", "default", "night"].enumerated() {
      api.clock.set("2027-01-01T00:00:0\(second)Z")
      ids.insert(try id(try make(name)), at: 0)
    }
    func list(_ query: String) throws -> [String?] {
      let list = try api.ask("GET /v1/drafts\(query)", as: "studio")
      return (0..<(list.count("drafts") ?? 0)).map { list["drafts.\($0).id"] }
    }
    #expect(try list("") == ids)
    #expect(try list("?name=night") == [ids[0], ids[2]])
    #expect(try list("?prefix=d") == [ids[1]])
    #expect(try list("?limit=2") == Array(ids.prefix(2)))
    let link = try api.ask("GET /v1/drafts?limit=2", as: "studio").header("Link")
    #expect(link == "</v1/drafts?limit=2&after=\(ids[1])>; rel=\"next\"")
    #expect(try list("?limit=2&after=\(ids[1])") == [ids[2]])
    #expect(
      try api.ask("GET /v1/drafts?fields=name", as: "studio").text
        == #"{"drafts":[{"name":"night"},{"name":"default"},{"name":"night"}]}"#)
    #expect(try api.ask("GET /v1/drafts?after=nothing", as: "studio").code == "bad-parameter")
  }

  @Test func `holds the list until it differs`() throws {
    let id = try id(try make())
    let tag = try #require(api.ask("GET /v1/drafts", as: "studio").header("ETag"))
    #expect(try api.ask("GET /v1/drafts", as: "studio", ("If-None-Match", tag)).status == 304)
    func wait() throws -> Outcome.Watch {
      let outcome = api.outcome(
        "GET /v1/drafts",
        [
          "Authorization": "Bearer studio-secret-0123456789",
          "If-None-Match": try #require(api.ask("GET /v1/drafts", as: "studio").header("ETag")),
          "Prefer": "wait=20",
        ])
      return try #require(outcome.watch)
    }
    let watch = try wait()
    #expect(watch.channel == "*drafts")
    #expect(watch.since == api.publisher.current.now.known(in: "*drafts"))
    #expect(watch.answer(.changed) == nil, "nothing has changed")
    // What a draft stands on changes its state.
    #expect(
      try api.ask("PUT /v1/themes/night", as: "studio", body: WritableTestAPI.theme("#777777")).status == 200)
    #expect(api.wakes.take().contains("*drafts"))
    #expect(watch.answer(.changed)?["drafts.0.state"] == "stale")
    let next = try wait()
    #expect(try api.ask("DELETE /v1/drafts/\(id)", as: "studio").status == 200)
    #expect(next.answer(.changed)?.count("drafts") == 0)
  }

  @Test func `gives the document as it was written`() throws {
    let text = "  " + WritableTestAPI.theme("#123456")
    let id = try id(try api.ask("POST /v1/drafts?name=night", as: "studio", body: text))
    let document = try api.ask("GET /v1/drafts/\(id)/document", as: "viewer")
    #expect(document.text == text && document.header("Content-Type") == "application/json")
    let draft = try api.ask("GET /v1/drafts/\(id)", as: "studio")
    #expect(document.header("ETag") == draft["tag"] && draft.header("ETag") == draft["tag"])
  }

  @Test func `refuses what an upload refuses, with its status, and keeps the draft as it was`() throws {
    let made = try make()
    let id = try id(made)
    let broken = #"{ "kit": "mini", "colors": { "accent": 7 } }"#
    for (target, body) in [("themes/other", broken), ("themes/night", #"{ "extends": "gone" }"#)] {
      let upload = try api.ask("PUT /v1/\(target)", as: "studio", body: body)
      let name = target.dropFirst("themes/".count)
      let draft = try api.ask("POST /v1/drafts?name=\(name)", as: "studio", body: body)
      #expect(
        draft.status == upload.status && draft.status == 422 && draft.text == upload.text, "\(draft.text)")
    }
    #expect(try api.ask("PUT /v1/drafts/\(id)", as: "studio", body: broken).code == "refused-theme")
    #expect(try api.ask("GET /v1/drafts/\(id)", as: "studio").text == made.text)
    #expect(
      try api.ask("POST /v1/drafts?name=night", as: "studio", ("If-None-Match", "*"), body: "{}").status
        == 412)
    #expect(
      try api.ask("POST /v1/drafts?name=night", as: "studio", ("If-Match", "\"x\""), body: "{}").status == 412
    )
    #expect(try api.ask("POST /v1/drafts?name=night", as: "studio", ("Accept", "*/*")).code == "bad-body")
    #expect(try api.ask("POST /v1/drafts", as: "studio", body: "{}").code == "missing-parameter")
    #expect(try api.ask("POST /v1/drafts?name=a%20b", as: "studio", body: "{}").code == "bad-parameter")
    #expect(
      api.ask(
        "POST /v1/drafts?name=a",
        ["Authorization": "Bearer studio-secret-0123456789", "Content-Type": "image/png"], body: "x")?.status
        == 415)
    #expect(try api.ask("GET /v1/drafts", as: "studio").count("drafts") == 1)
  }

  @Test(arguments: ["0", "-1", "2592001", "x", "1.5"])
  func `takes a lifetime from a second to 30 days`(_ lifetime: String) throws {
    #expect(try make(query: "&lifetime=\(lifetime)").code == "bad-parameter")
    let made = try make(query: "&lifetime=2592000")
    #expect(made["expires"] == "2027-01-31T00:00:00.000Z")
    api.clock.set("2027-01-02T00:00:00Z")
    let put = "PUT /v1/drafts/\(try id(made))"
    #expect(
      try api.ask(put, as: "studio", body: WritableTestAPI.theme())["expires"] == "2027-01-31T00:00:00.000Z")
    #expect(
      try api.ask("\(put)?lifetime=1", as: "studio", body: WritableTestAPI.theme())["expires"]
        == "2027-01-02T00:00:01.000Z")
  }

  @Test func `replaces the document if it is as its author knows it`() throws {
    let made = try make()
    let (put, tag) = ("PUT /v1/drafts/\(try id(made))", try #require(made["tag"]))
    api.clock.set("2027-01-01T00:00:09Z")
    let replaced = try api.ask(put, as: "studio", ("If-Match", tag), body: WritableTestAPI.theme("#222222"))
    #expect(replaced.status == 200 && replaced["tag"] != tag && replaced.header("ETag") == replaced["tag"])
    #expect(replaced["at"] == made["at"] && replaced["changedAt"] == "2027-01-01T00:00:09.000Z")
    #expect(replaced["key"] == made["key"] && replaced["base"] == made["base"])
    #expect(replaced.count("authors") == 1)
    #expect(
      try api.ask(put, as: "studio", ("If-Match", tag), body: WritableTestAPI.theme("#333333")).status == 412)
    #expect(try api.ask("GET /v1/drafts/\(try id(made))", as: "studio")["tag"] == replaced["tag"])
  }

  @Test func `says that it is stale until it builds on the present document`() throws {
    let made = try make()
    let id = try id(made)
    let upload = try api.ask("PUT /v1/themes/night", as: "studio", body: WritableTestAPI.theme("#777777"))
    let present = try #require(upload.header("ETag"))
    #expect(try api.ask("GET /v1/drafts/\(id)", as: "studio")["state"] == "stale")
    func put(base: String) throws -> Reply {
      let bare = base.dropFirst().dropLast()
      return try api.ask(
        "PUT /v1/drafts/\(id)?base=\(bare)", as: "studio", body: WritableTestAPI.theme("#222222"))
    }
    let refused = try put(base: made["base"] ?? "")
    #expect(refused.status == 409 && refused.code == "stale")
    #expect(refused["base"] == made["base"] && refused["tag"] == present)
    let replaced = try put(base: present)
    #expect(replaced["state"] == "open" && replaced["base"] == present)
    // The theme may also have come or gone.
    let new = try self.id(try make("new"))
    #expect(try api.ask("PUT /v1/themes/new", as: "studio", body: WritableTestAPI.theme()).status == 201)
    #expect(try api.ask("GET /v1/drafts/\(new)", as: "studio")["state"] == "stale")
    #expect(try api.ask("DELETE /v1/themes/new", as: "studio").status == 200)
    #expect(try api.ask("GET /v1/drafts/\(new)", as: "studio")["state"] == "open")
  }

  @Test func `says that it is broken once its parent is gone`() throws {
    #expect(try api.ask("PUT /v1/themes/parent", as: "studio", body: WritableTestAPI.theme()).status == 201)
    let child = WritableTestAPI.theme(extends: "parent")
    let id = try id(try api.ask("POST /v1/drafts?name=child", as: "studio", body: child))
    #expect(try api.ask("GET /v1/drafts/\(id)", as: "studio")["state"] == "open")
    #expect(try api.ask("DELETE /v1/themes/parent", as: "studio").status == 200)
    let broken = try api.ask("GET /v1/drafts/\(id)", as: "studio")
    #expect(broken["state"] == "broken" && broken["problems.0.severity"] == "error", "\(broken.text)")
    #expect(try api.ask("GET /v1/drafts", as: "studio")["drafts.0.state"] == "broken")
    #expect(try api.ask("PUT /v1/themes/parent", as: "studio", body: WritableTestAPI.theme()).status == 201)
    #expect(try api.ask("GET /v1/drafts/\(id)", as: "studio")["state"] == "open")
  }

  @Test func `discards one, and knows for 30 days that it did`() throws {
    let id = try id(try make())
    #expect(try api.ask("DELETE /v1/drafts/\(id)", as: "studio", ("If-Match", "\"x\"")).status == 412)
    let discarded = try api.ask("DELETE /v1/drafts/\(id)", as: "studio")
    #expect(discarded.status == 200 && discarded.text == #"{"id":"\#(id)","reason":"discarded"}"#)
    for line in [
      "GET /v1/drafts/\(id)", "GET /v1/drafts/\(id)/document", "DELETE /v1/drafts/\(id)",
      "PUT /v1/drafts/\(id)",
    ] {
      let gone = try api.ask(line, as: "studio", body: line.hasPrefix("PUT") ? "{}" : "")
      #expect(gone.status == 410 && gone.code == "draft-gone", "\(line) \(gone.text)")
      #expect(gone["reason"] == "discarded" && gone["name"] == "night" && gone["cursor"] == nil)
    }
    #expect(try api.ask("GET /v1/drafts/nothing", as: "studio").code == "unknown-draft")
    #expect(try api.ask("DELETE /v1/drafts/nothing", as: "studio").status == 404)
    #expect(try api.ask("PUT /v1/drafts/nothing", as: "studio", body: "{}").status == 404)
    api.clock.set("2027-02-01T00:00:00Z")
    try api.publisher.endOverdueDrafts()
    #expect(try api.ask("GET /v1/drafts/\(id)", as: "studio").code == "unknown-draft")
  }

  @Test func `ends one with its time`() throws {
    let id = try id(try make(query: "&lifetime=5"))
    api.clock.set("2027-01-01T00:00:05Z")
    let gone = try api.ask("GET /v1/drafts/\(id)", as: "studio")
    #expect(gone.status == 410 && gone["reason"] == "expired")
    #expect(try api.ask("GET /v1/drafts", as: "studio").count("drafts") == 0)
  }

  @Test func `keeps 100 and says when the next one ends`() throws {
    for number in 1...100 { #expect(try make(query: "&lifetime=\(number * 10)").status == 201) }
    let full = try make()
    #expect(full.status == 409 && full.code == "drafts-full")
    #expect(full["drafts"] == "100" && full["draftsLimit"] == "100" && full["bytesLimit"] == "67108864")
    #expect(full["expires"] == "2027-01-01T00:00:10.000Z" && full["detail"]?.contains("discard one") == true)
    api.clock.set("2027-01-01T00:00:10Z")
    #expect(try make().status == 201)
  }

  @Test func `does once what comes with one key, and gives the draft's key again`() throws {
    let first = try api.ask(
      "POST /v1/drafts?name=night", as: "studio", ("Idempotency-Key", "one"),
      body: WritableTestAPI.theme("#222222"))
    let again = try api.ask(
      "POST /v1/drafts?name=night", as: "studio", ("Idempotency-Key", "one"),
      body: WritableTestAPI.theme("#222222"))
    #expect(first.status == 201 && again.text == first.text && again["key"] == first["key"])
    #expect(
      again.header("Idempotency-Replayed") == "true" && again.header("Location") == first.header("Location"))
    #expect(try api.ask("GET /v1/drafts", as: "studio").count("drafts") == 1)
    let put = "PUT /v1/drafts/\(try id(first))"
    let replaced = try api.ask(
      put, as: "studio", ("Idempotency-Key", "put"), body: WritableTestAPI.theme("#333333"))
    let line = "DELETE /v1/drafts/\(try id(first))"
    #expect(try api.ask(line, as: "studio", ("Idempotency-Key", "two")).status == 200)
    #expect(try api.ask(line, as: "studio", ("Idempotency-Key", "two")).status == 200)
    let late = try api.ask(
      put, as: "studio", ("Idempotency-Key", "put"), body: WritableTestAPI.theme("#333333"))
    #expect(replaced.status == 200 && late.text == replaced.text, "also after its end")
  }
}
