import Changes
import Testing
import Themes

@testable import ThemeAPI

@Suite struct `What the live page asks` {
  private let api: WritableTestAPI

  init() throws { api = try WritableTestAPI() }

  private static let chief = AccessToken(name: "chief", secret: "chief-secret-0123456789")
  private static let kiosk = AccessToken(
    name: "kiosk", secret: "kiosk-secret-0123456789",
    grants: Grants(read: .all, operate: .some(["kiosk"]), author: .some([])))
  private let stranger = Request.Peer(address: "203.0.113.9", isLoopback: false)

  private func document(_ accent: String) -> String { WritableTestAPI.theme(accent) }

  @Test func `channel=* tells every change, also of a theme that nobody shows`() throws {
    let start = api.cursor
    api.activate("night")
    api.activate("new-year", in: "kiosk")
    _ = api.send("PUT /v1/themes/sale", document("#123456"))
    let reply = try #require(api.ask("GET /v1/changes?since=\(start)&channel=*"))
    #expect(reply["active"] == "null")
    #expect(reply.count("changes") == 3)
    #expect(reply["changes.1.channels.0"] == "kiosk")
    #expect(reply["changes.2.theme"] == "sale")
    let history = try #require(api.ask("GET /v1/history?channel=*&limit=2"))
    #expect(history["channel"] == "*")
    #expect(history["changes.0.theme"] == "sale")
    let next = try #require(history["next"])
    #expect(api.ask("GET /v1/history?channel=*&before=\(next)")?["changes.0.theme"] == "night")
  }

  @Test func `a poll and a stream of all channels are woken by any change`() throws {
    let watch = try #require(api.outcome("GET /v1/changes?since=\(api.cursor)&channel=*").watch)
    #expect(watch.channel == "*")
    guard
      case .stream(let stream) = api.outcome("GET /v1/changes?channel=*", ["Accept": "text/event-stream"])
    else {
      Issue.record("no stream")
      return
    }
    #expect(stream.channel == "*")
    _ = stream.piece(.opened, stream.since)
    _ = api.send("PUT /v1/themes/sale", document("#123456"))
    #expect(watch.answer(.changed)?["changes.0.theme"] == "sale")
    let piece = String(decoding: stream.piece(.changed, stream.since).bytes, as: UTF8.self)
    #expect(piece.contains("event: changes") && piece.contains("sale"))
  }

  @Test func `a token for some channels is told of theirs and of what concerns none`() throws {
    let api = try WritableTestAPI(
      gate: Gate(tokens: [Self.chief, Self.kiosk], readToken: "reader-secret-0123456789"))
    let start = api.cursor
    for channel in ["main", "kiosk"] {
      let order = #"{"theme":"night","channel":"\#(channel)"}"#
      #expect(api.send("POST /v1/active", order, token: "chief-secret-0123456789")?.status == 200)
    }
    _ = api.send("PUT /v1/themes/sale", document("#123456"), token: "chief-secret-0123456789")
    func count(_ line: String, _ secret: String) -> Int? {
      api.ask("GET /v1/\(line)", ["Authorization": "Bearer \(secret)"])?.count("changes")
    }
    for line in ["history?channel=*", "changes?channel=*&since=\(start)"] {
      #expect(count(line, "kiosk-secret-0123456789") == 2, "\(line)")
      #expect(count(line, "chief-secret-0123456789") == 3, "\(line)")
    }
    #expect(count("changes?channel=*&since=\(start)", "reader-secret-0123456789") == 2)
    #expect(api.ask("GET /v1/changes?since=\(start)&channel=*&wait=0")?.status == 401)
  }

  @Test func `a channel that is not there is refused all the same`() {
    #expect(api.ask("GET /v1/changes?channel=nowhere")?.status == 404)
    #expect(api.ask("GET /v1/history?channel=nowhere")?.status == 404)
  }

  @Test func `access tells what may be done, without a token and with each`() throws {
    #expect(api.ask("GET /v1/access")?["write"] == "true")
    #expect(api.ask("GET /v1/access")?["name"] == "local")
    #expect(api.ask("GET /v1/access", from: stranger)?["write"] == "false")
    #expect(api.ask("GET /v1/access", from: stranger)?["read"] == "true")
    let guarded = try WritableTestAPI(gate: Gate(tokens: [Self.kiosk], readToken: "reader-secret-0123456789"))
    func access(_ secret: String) -> Reply? {
      guarded.ask("GET /v1/access", ["Authorization": "Bearer \(secret)"])
    }
    let without = try #require(guarded.ask("GET /v1/access"))
    #expect((without["name"], without["read"], without["write"]) == ("anyone", "false", "false"))
    let kiosk = try #require(access("kiosk-secret-0123456789"))
    #expect((kiosk["name"], kiosk["write"], kiosk["channels.0"]) == ("kiosk", "true", "kiosk"))
    let reader = try #require(access("reader-secret-0123456789"))
    #expect((reader["read"], reader["write"], reader["channels"]) == ("true", "false", "null"))
    #expect(access("nobody-knows-this-0123")?.status == 401)
    let open = try WritableTestAPI(gate: Gate(tokens: [Self.kiosk]))
    #expect(open.ask("GET /v1/access")?["read"] == "true")
    #expect(open.ask("GET /v1/access", ["Authorization": "Bearer wrong-0123456789"])?.status == 401)
  }

  @Test func `the overview has what its parts have, for each client what it may see`() throws {
    let overview = try #require(api.ask("GET /v1/overview"))
    #expect((overview["access.name"], overview["access.watch"]) == ("local", "true"))
    #expect(overview["themes.themes.0.name"] == api.ask("GET /v1/themes")?["themes.0.name"])
    #expect(overview["channels.channels.0.theme"] == "default")
    #expect(overview.count("schedule.schedules") == 0 && overview.count("more") == 0)
    #expect(overview["kits.mini.title"] == api.ask("GET /v1/kits/mini?whole=true")?["title"])
    let other = try #require(api.ask("GET /v1/overview", from: stranger))
    #expect((other["access.write"], other["schedule"]) == ("false", "null"))
    #expect(other.count("themes.themes") == 1)
    let guarded = try WritableTestAPI(gate: Gate(tokens: [Self.kiosk], readToken: "reader-secret-0123456789"))
    #expect(guarded.ask("GET /v1/overview")?.status == 401)
    let kiosk = guarded.ask("GET /v1/overview", ["Authorization": "Bearer kiosk-secret-0123456789"])
    #expect(kiosk?["access.channels.0"] == "kiosk")
  }

  @Test func `the outlook decides overlaps, and active?at is one moment of it`() throws {
    for order in [
      #"{"theme":"new-year","from":"2027-01-02T00:00:00Z","until":"2027-01-09T00:00:00Z"}"#,
      #"{"theme":"night","from":"2027-01-03T00:00:00Z","until":"2027-01-04T00:00:00Z"}"#,
    ] { #expect(api.send("POST /v1/schedule", order)?.status == 201) }
    let reply = try #require(api.ask("GET /v1/outlook?from=2026-01-01T00:00:00Z&until=2027-01-20T00:00:00Z"))
    #expect(reply.count("spans") == 5)
    #expect(reply["spans.0.from"] == "2027-01-01T00:00:00.000Z", "what has passed is history")
    #expect(
      (0..<5).map { reply["spans.\($0).theme"] } == ["default", "new-year", "night", "new-year", "default"])
    #expect(reply["spans.2.schedule"] != nil)
    #expect(reply["spans.4.until"] == "2027-01-20T00:00:00.000Z")
    #expect(api.ask("GET /v1/active?at=2027-01-03T12:00:00Z")?["theme"] == "night")
    #expect(api.ask("GET /v1/active?at=2027-02-03T12:00:00Z")?["schedule"] == "null")
    #expect(api.ask("GET /v1/active?at=2026-02-03T12:00:00Z")?.status == 400)
    if case .offload(let work) = api.router.answer(.ask("GET /v1/outlook")).outcome {
      #expect(work.lane == .reading)
    } else {
      Issue.record("a worker finds the outlook itself, and its other clients wait")
    }
    #expect(api.ask("GET /v1/outlook?until=2026-02-03T12:00:00Z")?.status == 400)
    #expect(api.ask("GET /v1/outlook?from=soon")?.status == 400)
    #expect(api.ask("GET /v1/outlook?channel=nowhere")?.status == 404)
  }

  @Test func `the list of themes tells the tag, and what lies over a file`() throws {
    let tag = try #require(api.send("PUT /v1/themes/night", document("#abcdef"))?.header("ETag"))
    let list = try #require(api.ask("GET /v1/themes"))
    #expect(list["themes.0.name"] == "default")
    #expect(list["themes.0.overrides"] == nil && list["themes.0.by"] == nil)
    #expect(list["themes.0.etag"] == api.ask("GET /v1/themes/default")?.header("ETag"))
    #expect(list["themes.2.etag"] == tag)
    #expect(list["themes.2.by"] == "local")
    #expect(list["themes.2.at"] == "2027-01-01T00:00:00.000Z")
    #expect(list["themes.2.overrides"] == "themes/night.json")
    _ = api.ask("DELETE /v1/themes/night")
    #expect(api.ask("GET /v1/themes")?["themes.2.overrides"] == nil)
  }

  @Test func `what is found says how long it is, and what to put there`() throws {
    let reply = try #require(
      preview(
        ##"{ \"kit\": \"mini\",\n \"colors\": { \"accent\": \"#010203\" },\n \"appearance\": [ { \"for\": \"Label\", \"set\": { \"colr\": \"{acent/30%}\" } } ] }"##
      ))
    let found = (0..<(reply.count("problems") ?? 0)).map { at in
      ["line", "column", "length", "instead"].map { reply["problems.\(at).\($0)"] }
    }
    #expect(found.contains(["3", "45", "6", "\"color\""]), "\(found)")
  }

  @Test func `an explanation says where each node of a tree stands, and how rules write their values`() throws
  {
    let reply = try #require(
      api.send(
        "POST /v1/appearance?explain=true", #"{"tree":{"for":"Label","children":[{"for":"Label"}]}}"#))
    #expect(reply["nodes.0.in"] == "")
    #expect(reply["nodes.1.in"] == "Label")
    #expect(reply["nodes.1.explain.0.winner.written"] == "{accent}")
    let plain = try #require(
      api.send("POST /v1/appearance", #"{"tree":{"for":"Label","children":[{"for":"Label"}]}}"#))
    #expect(plain["nodes.1.in"] == nil)
  }

  @Test func `a preview checks a document with its writer's lines, and looks it up without storing it`()
    throws
  {
    let good = try #require(
      preview(
        ##"{ \"kit\": \"mini\",\n \"colors\": { \"accent\": \"#010203\" },\n \"appearance\": [ { \"for\": \"Label\", \"set\": { \"color\": \"{accent}\" } } ] }"##
      ))
    #expect(good.status == 200)
    #expect(good.count("problems") == 0)
    #expect(good["theme.colors.accent"] == "#010203")
    #expect(good["nodes.0.set.color"] == "#010203")
    #expect(good["nodes.0.explain.0.winner.line"] == "3")
    #expect(good["nodes.0.explain.0.winner.written"] == "{accent}")
    let bad = try #require(preview(##"{ \"kit\": \"mini\",\n \"colors\": { \"accent\": \"#01020\" } }"##))
    #expect(bad["problems.0.line"] == "2")
    #expect(bad["nodes"] == nil && bad["theme"] == nil)
    #expect(api.publisher.current.now.cursor.revision == 0)
    #expect(api.ask("GET /v1/themes/night")?.text.contains("010203") == false)
  }

  @Test func `a preview is refused to who may not write, and without a document`() {
    let body = #"{"name":"night","text":"{}","tree":{"for":"Label"}}"#
    #expect(
      api.ask("POST /v1/preview", ["Content-Type": "application/json"], body: body, from: stranger)?.status
        == 403)
    for wrong in [
      #"{"name":"night","tree":{"for":"Label"}}"#, #"{"text":"{}","tree":{"for":"Label"}}"#,
      #"{"name":"night","text":"{}"}"#, #"{"name":"no name","text":"{}","nodes":[]}"#,
      #"{"name":"night","text":{},"nodes":[]}"#, #"{"name":"night","text":"{}","nodes":[],"more":1}"#,
      #"{"name":"night","text":"{ \"kit\": \"mini\" }","tree":{"for":"Lable"}}"#,
    ] { #expect(api.send("POST /v1/preview", wrong)?.status == 400, "\(wrong)") }
  }

  private func preview(_ escaped: String) -> Reply? {
    api.send(
      "POST /v1/preview", #"{"name":"night","text":"\#(escaped)","tree":{"for":"Label"},"explain":"true"}"#)
  }
}
