import Changes
import Testing
import Themes

@testable import ThemeAPI

@Suite struct `The change feed` {
  private let api: WritableTestAPI

  init() throws { api = try WritableTestAPI() }

  private func watch(_ line: String) throws -> Outcome.Watch {
    try #require(api.outcome(line).watch)
  }

  @Test func `without a cursor it tells at once where things stand`() throws {
    let reply = try #require(api.ask("GET /v1/changes"))
    #expect(reply.status == 200)
    #expect(reply["cursor"] == api.cursor)
    #expect(reply["active.theme"] == "default")
    #expect(reply.count("changes") == 0)
    #expect(reply.header("Cache-Control") == "no-store")
    #expect(reply.header("Livery-Cursor") == api.cursor)
  }

  @Test func `changes after the cursor come at once, folded or in full`() throws {
    let start = api.cursor
    for theme in ["night", "new-year", "default"] { api.activate(theme) }
    api.activate("night", in: "kiosk")
    let latest = try #require(api.ask("GET /v1/changes?since=\(start)"))
    #expect(latest.count("changes") == 1)
    #expect(latest["changes.0.theme"] == "default")
    #expect(latest["cursor"] == api.cursor)
    let all = try #require(api.ask("GET /v1/changes?since=\(start)&mode=all"))
    #expect(all.count("changes") == 3)
    #expect(all["changes.0.kind"] == "activated")
    #expect(all["changes.0.theme"] == "night")
    #expect(all["changes.0.previous"] == "default")
    #expect(all["changes.0.channels.0"] == "main")
    #expect(all["changes.0.transition.duration"] == "0.25")
    #expect(api.ask("GET /v1/changes?since=\(start)&channel=kiosk&mode=all")?.count("changes") == 1)
  }

  @Test(arguments: ["", "&limit=7", "&limit=500"])
  func `a page has its limit, and its cursor leads to the next`(limit: String) throws {
    var place = api.cursor
    let themes = ["night", "default"]
    for step in 0..<450 { api.activate(themes[step % 2]) }
    let most = Int(limit.split(separator: "=").last ?? "200") ?? 200
    var told: [String] = []
    var isLast = false
    while !isLast {
      let reply = try #require(api.ask("GET /v1/changes?since=\(place)&mode=all\(limit)&wait=0"))
      let count = reply.count("changes") ?? 0
      #expect(count <= most && reply.content.bytes.count < 80 << 10)
      told += (0..<count).compactMap { reply["changes.\($0).cursor"] }
      place = try #require(reply["cursor"])
      #expect(reply.header("Livery-Cursor") == place)
      isLast = reply["more"] == nil
      #expect(isLast || reply["more"] == "true" && reply["changes.\(count - 1).cursor"] == place)
    }
    #expect(told.map { $0.split(separator: "-").last.map(String.init) } == (1...450).map { "\($0)" })
    #expect(place == api.cursor)
    #expect(api.ask("GET /v1/changes?since=\(place)&mode=all&wait=0")?.status == 204)
  }

  @Test func `an answer is bounded by bytes, and what far cursors get is not kept`() throws {
    let start = api.publisher.current.now.cursor
    let note = String(repeating: "n", count: 250)
    for step in 0..<1000 {
      let theme = step % 2 == 0 ? "night" : "default"
      _ = api.send("POST /v1/active", #"{"theme":"\#(theme)","note":"\#(note)"}"#)
    }
    for revision in 0..<300 {
      let cursor = Cursor(epoch: start.epoch, revision: UInt64(revision))
      let reply = try #require(api.ask("GET /v1/changes?since=\(cursor)&mode=all&limit=500&wait=0"))
      #expect(reply.content.bytes.count < 80 << 10)
      #expect(reply["more"] == "true")
    }
    #expect(api.router.services.representations.cost < 64 << 10)
  }

  @Test func `with nothing new it waits, and the first change answers`() throws {
    let watch = try watch("GET /v1/changes?since=\(api.cursor)")
    #expect(watch.channel == "main")
    #expect(watch.since == 0)
    #expect(watch.answer(.changed) == nil, "nothing that concerns it: it is parked again")
    api.activate("night")
    #expect(watch.answer(.changed)?["changes.0.theme"] == "night")
  }

  @Test func `everybody at the same place shares one answer`() throws {
    let watches = try (0..<3).map { _ in try watch("GET /v1/changes?since=\(api.cursor)") }
    api.activate("night")
    let contents = watches.compactMap { $0.answer(.changed)?.content }
    #expect(contents.count == 3)
    #expect(contents.allSatisfy { $0 === contents[0] })
    #expect(contents[0].headers.contains(.init("Access-Control-Allow-Origin", "*")))
    #expect(contents[0].headers.contains(.init("Livery-Cursor", api.cursor)))
  }

  @Test(arguments: [Outcome.Watch.End.timedOut, .draining])
  func `the end of the wait gives the newest cursor`(end: Outcome.Watch.End) throws {
    api.activate("night", in: "kiosk")
    let watch = try watch("GET /v1/changes?since=\(api.cursor)&channel=main")
    api.activate("new-year", in: "kiosk")
    let reply = try #require(watch.answer(end))
    #expect(reply.status == 204)
    #expect(reply.header("Livery-Cursor") == api.cursor)
    #expect(reply.content.bytes.isEmpty)
  }

  @Test func `a change at the end of the wait is given all the same`() throws {
    let watch = try watch("GET /v1/changes?since=\(api.cursor)")
    api.activate("night")
    #expect(watch.answer(.timedOut)?.status == 200)
    #expect(watch.answer(.draining)?.status == 200)
  }

  @Test(arguments: [
    ("", 23.5...25.0), ("&wait=10", 9.4...10), ("&wait=55", 51.7...55), ("&wait=500", 51.7...55),
    ("&wait=99999999999", 51.7...55), ("&wait=1.5", 0.94...1.5),
  ])
  func `the hold is shortened a little, never lengthened`(
    parameter: String, range: ClosedRange<Double>
  ) throws {
    for _ in 0..<20 {
      let wait = try watch("GET /v1/changes?since=\(api.cursor)\(parameter)").wait
      let seconds = Double(wait.components.seconds) + Double(wait.components.attoseconds) / 1e18
      #expect(range.contains(seconds))
    }
  }

  @Test func `the preference says the same as the parameter`() throws {
    let watch = try #require(
      api.outcome("GET /v1/changes?since=\(api.cursor)", ["Prefer": "wait=2"]).watch)
    #expect(watch.wait <= .seconds(2))
    for none in ["0", "-5"] {
      #expect(api.ask("GET /v1/changes?since=\(api.cursor)&wait=\(none)")?.status == 204)
    }
  }

  @Test(arguments: [
    ("wait=soon", "bad-parameter"), ("wait=1h", "bad-parameter"), ("wait=", "bad-parameter"),
    ("limit=0", "bad-parameter"), ("limit=501", "bad-parameter"), ("limit=many", "bad-parameter"),
    ("mode=some", "bad-parameter"), ("since=soon", "bad-cursor"),
    ("since=0000000000000000-01", "bad-cursor"), ("chanel=main", "unknown-parameter"),
  ])
  func `a question that makes no sense is refused`(query: String, code: String) throws {
    let reply = try #require(api.ask("GET /v1/changes?\(query)"))
    #expect(reply.status == 400)
    #expect(reply.code == code)
  }

  @Test func `a cursor that can't be used gets its reason and the way back`() throws {
    api.activate("night")
    let now = api.publisher.current.now.cursor
    let gone = [
      ("ahead", Cursor(epoch: now.epoch, revision: 9)),
      ("epoch", Cursor(epoch: Epoch(word: now.epoch.word ^ 1), revision: 1)),
    ]
    for (reason, cursor) in gone {
      let reply = try #require(api.ask("GET /v1/changes?since=\(cursor)"))
      #expect(reply.status == 410)
      #expect(reply["reason"] == reason)
      #expect(reply["cursor"] == "\(now)")
      #expect(reply["active.theme"] == "night")
      #expect(reply.header("Livery-Cursor") == "\(now)")
    }
  }

  @Test func `a cursor older than the log is compacted`() throws {
    let store = MemoryStoreThatForgets()
    let api = try WritableTestAPI(store: store)
    let old = api.cursor
    for theme in ["night", "new-year", "default", "night"] { api.activate(theme) }
    api.clock.set("2027-06-01T00:00:00Z")
    store.retention = Retention(changes: 1, seconds: 1)
    #expect(try api.publisher.prune() == false)
    let reply = try #require(api.ask("GET /v1/changes?since=\(old)"))
    #expect(reply.status == 410)
    #expect(reply["reason"] == "compacted")
  }

  @Test func `an unknown channel is refused with the nearest`() throws {
    let reply = try #require(api.ask("GET /v1/changes?channel=mian"))
    #expect(reply.status == 404)
    #expect(reply["detail"]?.contains("did you mean 'main'?") == true)
  }

  @Test func `events carry their cursor and resume from it`() throws {
    let start = api.cursor
    guard case .stream(let stream) = api.outcome("GET /v1/changes", ["Accept": "text/event-stream"]) else {
      Issue.record("not a stream")
      return
    }
    let opening = stream.piece(.opened, stream.since)
    let text = String(decoding: opening.bytes, as: UTF8.self)
    #expect(text.hasPrefix("retry: "))
    #expect(text.contains("id: \(start)\nevent: present\ndata: {"))
    api.activate("night")
    let piece = stream.piece(.changed, opening.since)
    let event = String(decoding: piece.bytes, as: UTF8.self)
    #expect(event.hasPrefix("id: \(api.cursor)\nevent: changes\ndata: {"))
    #expect(event.hasSuffix("\n\n"))
    #expect(piece.since == 1)
    #expect(stream.piece(.changed, piece.since).bytes.isEmpty)
    #expect(String(decoding: stream.piece(.quiet, 1).bytes, as: UTF8.self) == ": \(api.cursor)\n\n")
    let resumed = api.outcome(
      "GET /v1/changes", ["Accept": "text/event-stream", "Last-Event-ID": start])
    guard case .stream(let stream) = resumed else {
      Issue.record("not a stream")
      return
    }
    #expect(String(decoding: stream.piece(.opened, stream.since).bytes, as: UTF8.self).contains("\"night\""))
  }

  @Test(arguments: [10, 250, 600, 1200])
  func `an event stream that resumes far back tells all, in portions`(_ behind: Int) throws {
    let start = api.cursor
    let themes = ["night", "default"]
    for step in 0..<behind { api.activate(themes[step % 2]) }
    let outcome = api.outcome(
      "GET /v1/changes?mode=all", ["Accept": "text/event-stream", "Last-Event-ID": start])
    guard case .stream(let stream) = outcome else {
      Issue.record("not a stream")
      return
    }
    var piece = stream.piece(.opened, stream.since)
    var pieces = [piece]
    while piece.hasMore {
      piece = stream.piece(.changed, piece.since)
      pieces.append(piece)
    }
    #expect(pieces.allSatisfy { $0.bytes.count < 80 << 10 })
    let kinds = pieces.map {
      String(decoding: $0.bytes, as: UTF8.self).split(separator: "activated").count - 1
    }
    #expect(kinds.reduce(0, +) == behind)
    #expect(piece.since == UInt64(behind))
    #expect(stream.piece(.changed, piece.since).bytes.isEmpty)
  }

  @Test(arguments: ChangeLog.Gone.allCases)
  func `an event stream tells that its cursor is gone, then goes on`(reason: ChangeLog.Gone) throws {
    let store = MemoryStoreThatForgets()
    let api = try WritableTestAPI(store: store)
    for theme in ["night", "new-year", "default", "night"] { api.activate(theme) }
    api.clock.set("2027-06-01T00:00:00Z")
    store.retention = Retention(changes: 1, seconds: 1)
    _ = try api.publisher.prune()
    let now = api.publisher.current.now.cursor
    let cursor =
      switch reason {
      case .compacted: Cursor(epoch: now.epoch, revision: 1)
      case .epoch: Cursor(epoch: Epoch(word: now.epoch.word ^ 1), revision: 2)
      case .ahead: Cursor(epoch: now.epoch, revision: 99)
      }
    let outcome = api.outcome(
      "GET /v1/changes", ["Accept": "text/event-stream", "Last-Event-ID": "\(cursor)"])
    guard case .stream(let stream) = outcome else {
      Issue.record("not a stream")
      return
    }
    let opening = stream.piece(.opened, stream.since)
    let text = String(decoding: opening.bytes, as: UTF8.self)
    #expect(text.contains("id: \(now)\nevent: gone\ndata: {"))
    #expect(text.contains("\"reason\":\"\(reason)\""))
    #expect(text.contains("\"theme\":\"night\""))
    api.activate("default")
    let known = max(opening.since, stream.since)
    let next = String(decoding: stream.piece(.changed, known).bytes, as: UTF8.self)
    #expect(next.hasPrefix("id: \(api.cursor)\nevent: changes\n"))
  }
}
