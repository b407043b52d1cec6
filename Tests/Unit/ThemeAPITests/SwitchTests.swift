import Changes
import Storage
import TestSupport
import Testing
import Themes

@testable import ThemeAPI

@Suite struct `Switching` {
  private let api: WritableTestAPI

  init() throws { api = try WritableTestAPI() }

  @Test func `a switch answers what it did`() throws {
    let reply = try #require(api.send("POST /v1/active", #"{"theme":"new-year","note":"until Sunday"}"#))
    #expect(reply.status == 200)
    #expect(reply["channel"] == "main")
    #expect(reply["theme"] == "new-year")
    #expect(reply["previous"] == "default")
    #expect(reply["changed"] == "true")
    #expect(reply["by"] == "local")
    #expect(reply["note"] == "until Sunday")
    #expect(reply["at"] == "2027-01-01T00:00:00.000Z")
    #expect(reply["cursor"] == api.cursor)
    #expect(reply.header("Livery-Cursor") == api.cursor)
    #expect(api.wakes.take() == ["*", "main"])
  }

  @Test func `a form says the same`() throws {
    let reply = try #require(
      api.ask(
        "POST /v1/active", ["Content-Type": "application/x-www-form-urlencoded"],
        body: "theme=new-year&note=for+the+%E2%98%83"))
    #expect(reply["note"] == "for the ☃")
    #expect(api.ask("GET /v1/active")?["theme"] == "new-year")
  }

  @Test func `before the first switch the default theme is active`() throws {
    let reply = try #require(api.ask("GET /v1/active"))
    #expect(reply["theme"] == "default")
    #expect(reply["previous"] == "null")
    #expect(api.publisher.current.now.cursor.revision == 0)
  }

  @Test func `switching to what is active changes nothing and wakes nobody`() throws {
    api.activate("new-year")
    let cursor = api.cursor
    _ = api.wakes.take()
    let reply = try #require(api.activate("new-year"))
    #expect(reply.status == 200)
    #expect(reply["changed"] == "false")
    #expect(reply["cursor"] == cursor)
    #expect(api.wakes.take().isEmpty)
  }

  @Test func `a channel exists once something was switched in it`() throws {
    #expect(api.ask("GET /v1/active?channel=kiosk")?.code == "unknown-channel")
    api.activate("night", in: "kiosk")
    #expect(api.ask("GET /v1/active?channel=kiosk")?["theme"] == "night")
    #expect(api.ask("GET /v1/channels")?["channels.0.channel"] == "kiosk")
    #expect(api.ask("GET /v1/channels")?["channels.1.theme"] == "default")
    #expect(api.ask("GET /v1/active?channel=kisok")?["detail"]?.contains("did you mean 'kiosk'") == true)
  }

  @Test func `what builds on an old state is refused with the present one`() throws {
    let old = api.cursor
    api.activate("night", in: "kiosk")
    #expect(api.send("POST /v1/active", #"{"theme":"night","if":"\#(old)"}"#)?.status == 200)
    let reply = try #require(api.send("POST /v1/active", #"{"theme":"new-year","if":"\#(old)"}"#))
    #expect(reply.status == 409)
    #expect(reply["active.theme"] == "night")
    #expect(reply["cursor"] == api.cursor)
    #expect(api.send("POST /v1/active", #"{"theme":"new-year","if":"\#(api.cursor)"}"#)?.status == 200)
  }

  @Test(arguments: [
    (#"{"theme":"new-yaer"}"#, 404, "did you mean 'new-year'?"),
    (#"{}"#, 400, "'theme'"), (#"{"theme":7}"#, 400, "should be a string"),
    (#"{"theme":"night","chanel":"x"}"#, 400, "did you mean 'channel'?"),
    (#"{"theme":"night","channel":"no/name"}"#, 400, "is not a valid name"),
    (#"{"theme":"night","if":"soon"}"#, 400, "is not a cursor"), (#"["night"]"#, 400, "JSON object"),
    (#"{"theme":"night",}"#, 400, "not JSON"), ("", 400, "'theme'"),
    (#"{"theme":"night","note":"a\u0000b"}"#, 400, "has the character U+0000"),
  ])
  func `a body that makes no sense is refused with the way out`(
    body: String, status: Int, words: String
  ) throws {
    let reply = try #require(api.send("POST /v1/active", body))
    #expect(reply.status == status)
    #expect(reply["detail"]?.contains(words) == true, "\(reply.text)")
    #expect(api.publisher.current.now.cursor.revision == 0)
  }

  @Test func `a body that is neither JSON nor form is refused`() throws {
    for type in ["text/plain", "application/xml"] {
      #expect(api.ask("POST /v1/active", ["Content-Type": type], body: "theme=night")?.status == 415)
    }
    #expect(api.ask("POST /v1/active", body: "theme=night")?.status == 415)
    let form = ["Content-Type": "application/x-www-form-urlencoded"] as KeyValuePairs
    #expect(api.ask("POST /v1/active", form, body: "theme=a&theme=b")?.status == 400)
    #expect(api.ask("POST /v1/active", form, body: "theme=%zz")?.status == 400)
    #expect(
      api.ask("POST /v1/active", form, body: #"{"theme":"night"}"#)?["detail"]?.contains("application/json")
        == true)
  }

  @Test func `the same key gets the first answer again, also after a restart`() throws {
    let store = MemoryStore()
    let first = try WritableTestAPI(store: store)
    let order = #"{"theme":"night"}"#
    let reply = try #require(first.send("POST /v1/active", order, key: "k1"))
    first.activate("new-year")
    let again = try WritableTestAPI(store: store)
    let replay = try #require(again.send("POST /v1/active", order, key: "k1"))
    #expect(replay.status == 200)
    #expect(replay.text == reply.text)
    #expect(replay.header("Idempotency-Replayed") == "true")
    #expect(again.ask("GET /v1/active")?["theme"] == "new-year")
    #expect(again.send("POST /v1/active", #"{"theme":"default"}"#, key: "k1")?.status == 422)
    #expect(again.send("POST /v1/active", order, key: "no good")?.status == 400)
  }

  @Test func `switches that have gathered share a commit and each gets its own answer`() throws {
    let writes = ["night", "nowhere", "new-year", "new-year"].compactMap { theme -> Outcome.Offload? in
      let outcome = api.outcome(
        "POST /v1/active", ["Content-Type": "application/json"], body: #"{"theme":"\#(theme)"}"#)
      if case .offload(let work) = outcome { return work }
      return nil
    }
    let replies = Outcome.Offload.perform(writes)
    #expect(replies.map(\.status) == [200, 404, 200, 200])
    #expect(replies.map { $0["changed"] } == ["true", nil, "true", "false"])
    #expect(replies[2]["previous"] == "night")
    #expect(api.publisher.current.now.cursor.revision == 2)
    #expect(api.wakes.take() == ["*", "main"], "one wake for all of it")
  }

  @Test func `switches that come before a transaction begins join it, unless they have a key`() throws {
    func work(_ theme: String, key: String? = nil) throws -> Outcome.Offload {
      let body = #"{"theme":"\#(theme)"}"#
      let outcome =
        if let key {
          api.outcome(
            "POST /v1/active", ["Content-Type": "application/json", "Idempotency-Key": key], body: body)
        } else { api.outcome("POST /v1/active", ["Content-Type": "application/json"], body: body) }
      guard case .offload(let work) = outcome else { throw UnexpectedOutcome() }
      return work
    }
    #expect(try !work("night", key: "k").mayJoin)
    let late = try [work("nowhere"), work("default")]
    #expect(late.allSatisfy { $0.mayJoin })
    let replies = try Outcome.Offload.perform([work("night")]) { late }
    #expect(replies.map(\.status) == [200, 404, 200])
    #expect(replies.map { $0["changed"] } == ["true", nil, "true"])
    #expect(replies.last?["previous"] == "night")
    #expect(api.publisher.current.now.cursor.revision == 2)
    #expect(api.wakes.take() == ["*", "main"], "one wake for all of it")
  }

  private struct UnexpectedOutcome: Error {}

  @Test func `a switch that joins a turn which fails is told so`() throws {
    let store = ReplaceableStore(MemoryStore())
    let api = try WritableTestAPI(store: store)
    func works(_ theme: String) -> [Outcome.Offload] {
      let outcome = api.outcome(
        "POST /v1/active", ["Content-Type": "application/json"], body: #"{"theme":"\#(theme)"}"#)
      if case .offload(let work) = outcome { return [work] }
      return []
    }
    store.fail(with: .full("no room"))
    let replies = Outcome.Offload.perform(works("night")) { works("new-year") }
    #expect(replies.count == 2 && replies.allSatisfy { $0.status >= 500 })
    #expect(api.publisher.current.now.cursor.revision == 0)
  }

  @Test func `a rollback goes to what was before, or to an entry of the history`() throws {
    api.activate("night")
    let night = api.cursor
    api.activate("new-year")
    #expect(api.send("POST /v1/rollback", "{}")?["theme"] == "night")
    #expect(api.send("POST /v1/rollback", "")?["theme"] == "new-year")
    api.activate("default")
    let reply = try #require(api.send("POST /v1/rollback", #"{"to":"\#(night)","note":"calm"}"#))
    #expect(reply["theme"] == "night")
    #expect(reply["note"] == "calm")
    #expect(api.send("POST /v1/rollback", #"{"channel":"kiosk"}"#)?.status == 404)
    #expect(
      api.send("POST /v1/rollback", #"{"to":"\#(Cursor(epoch: .random(), revision: 1))"}"#)?.status == 410)
  }

  @Test func `a rollback with nothing before it is refused`() throws {
    #expect(api.send("POST /v1/rollback", "{}")?.status == 409)
  }

  @Test func `the history is told in pages, newest first`() throws {
    for theme in ["night", "new-year", "default", "night", "new-year"] { api.activate(theme) }
    let page = try #require(api.ask("GET /v1/history?limit=2"))
    #expect(page["changes.0.theme"] == "new-year")
    #expect(page["changes.0.previous"] == "night")
    #expect(page["changes.1.theme"] == "night")
    let next = try #require(page["next"])
    let rest = try #require(api.ask("GET /v1/history?before=\(next)"))
    #expect(rest.count("changes") == 3)
    #expect(rest["next"] == "null")
    #expect(api.ask("GET /v1/history?limit=0")?.status == 400)
    #expect(api.ask("GET /v1/history?before=x")?.status == 400)
    #expect(api.ask("GET /v1/history?before=\(Cursor(epoch: .random(), revision: 3))")?.status == 410)
  }

  @Test func `ten thousand channels are enough, those there are go on`() throws {
    let store = MemoryStore()
    let summary = ThemeSummary(name: "night", digest: 0, transition: nil, etag: nil)
    let snapshot = Timestamp(milliseconds: 0)
    _ = try store.publish(
      (1..<10_000).map { number in
        ChangeRequest(.activate(channel: "c\(number)", theme: summary), at: snapshot, by: "tests")
      })
    let api = try WritableTestAPI(store: store)
    let refused = try #require(api.activate("default", in: "more"))
    #expect(refused.status == 409)
    #expect(refused["detail"] == "There are 10000 channels already; use one of them.")
    #expect(api.activate("default", in: "c7")?.status == 200)
    #expect(api.activate("night", in: "main")?.status == 200)
  }
}
