import Changes
@testable import Renderings
import Synchronization
import Testing

@testable import ThemeAPI

/// A representation whose words a test changes.
private final class Words: ReadingEndpoint {
  let words = Mutex("one")
  let rendered = Mutex(0)
  let operation = Operation(
    .get, "/v1/words/{name}", id: "getWords", tag: "test", summary: "Words.",
    parameters: [.init(.path, "name", "Which."), .init(.query, "channel", "Whose.")], answers: [])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let words = words.withLock { $0 }
    if call.name == "none" { throw Refusal(.unknownColor, "There is none.") }
    return Representation(
      key: "\(call.name) \(words)", type: .json, vary: ["Accept"], channel: call["channel"] ?? "main"
    ) { [self] () throws(Refusal) in
      rendered.withLock { $0 += 1 }
      return Array("\"\(words)\"".utf8)
    }
  }
}

private struct Writing: Endpoint {
  let operation = Operation(
    .put, "/v1/words/{name}", id: "putWords", tag: "test", summary: "More.", access: .author, answers: [])

  func answer(_ call: Call) -> Outcome {
    .offload(.init(on: .writing) { Reply(status: 200, content: Content(call.request.body, headers: [])) })
  }
}

/// In one form it depends on a header, in the other it does not.
private struct Formed: ReadingEndpoint {
  let operation = Operation(.get, "/v1/formed", id: "formed", tag: "test", summary: "", answers: [])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let isWhole = call.header("Accept") == "text/css"
    let text = isWhole ? "all" : call.header("X-Hint") ?? ""
    return Representation(key: text, type: .text, vary: ["Accept"] + (isWhole ? [] : ["X-Hint"])) {
      () throws(Refusal) in Array(text.utf8)
    }
  }
}

@Suite struct `The router` {
  private let api: TestAPI
  private let words = Words()
  private let router: Router

  init() throws {
    api = try TestAPI()
    router = Router([words, Writing(), GetHealth()], services: api.services)
  }

  @Test func `leaves a target with a host to be decoded`() throws {
    let router = try Router([], services: TestAPI().services)
    #expect(router.answer(early: Head(.ask("POST http://localhost/v1/active"))) == nil)
    #expect(router.answer(early: Head(.ask("POST /v1/nothing")))?.reply.status == 404)
  }

  @Test func `a GET gets the representation with everything that goes with it`() throws {
    let reply = try #require(router.reply("GET /v1/words/a"))
    #expect(reply.status == 200)
    #expect(reply.text == "\"one\"")
    #expect(reply.header("ETag") == EntityTag(of: Array("\"one\"".utf8)).description)
    #expect(reply.header("Livery-Cursor") == "000000000000feed-7")
    #expect(reply.header("Vary") == "Accept,Accept-Encoding")
    #expect(reply.header("Access-Control-Allow-Origin") == "*")
    #expect(reply.header("Cache-Control") == "public, max-age=0, must-revalidate")
    #expect(reply.headers.isEmpty, "all headers are with the bytes, so that the whole reply is shared")
  }

  @Test func `a path that is nearly right is told the right one`() throws {
    let reply = try #require(router.reply("GET /v1/word/a"))
    #expect(reply.status == 404)
    #expect(reply.header("Content-Type") == "application/problem+json")
    #expect(reply.text.contains("did you mean '/v1/words/a'?"))
    #expect(router.reply("GET /healty")?.text.contains("did you mean '/healthz'?") == true)
    #expect(reply.header("Livery-Cursor") != nil)
  }

  @Test(arguments: ["POST", "DELETE"]) func `another method is refused with those that work`(method: String)
    throws
  {
    let reply = try #require(router.reply("\(method) /v1/words/a"))
    #expect(reply.status == 405)
    #expect(reply.header("Allow") == "GET, HEAD, PUT, OPTIONS")
  }

  @Test func `HEAD is GET`() {
    #expect(router.reply("HEAD /v1/words/a")?.status == 200)
  }

  @Test func `a parameter that nobody knows is refused with the nearest that is known`() throws {
    let reply = try #require(router.reply("GET /v1/words/a?chanel=x"))
    #expect(reply.status == 400)
    #expect(reply.text.contains("There is no parameter 'chanel'; did you mean 'channel'?"))
  }

  @Test func `a parameter given twice is refused`() throws {
    let reply = try #require(router.reply("GET /v1/words/a?channel=x&channel=x"))
    #expect(reply.text.contains("'channel' is given more than once"))
    #expect(reply.text.contains("urn:livery:problem:repeated-parameter"))
  }

  @Test func `an endpoint's refusal becomes a problem document`() throws {
    let reply = try #require(router.reply("GET /v1/words/none"))
    #expect(reply.status == 404)
    #expect(reply.text.contains("urn:livery:problem:unknown-color"))
  }

  @Test func `a browser's preflight learns what it may do`() throws {
    let reply = try #require(
      router.reply(
        "OPTIONS /v1/words/a", ["Origin": "https://a.example", "Access-Control-Request-Method": "GET"]))
    #expect(reply.status == 204)
    #expect(reply.header("Access-Control-Allow-Methods") == "GET, HEAD")
    #expect(reply.header("Access-Control-Allow-Headers")?.contains("If-None-Match") == true)
  }

  @Test func `a write's answer has the cursor and nothing for other origins`() throws {
    guard case .offload(let work) = router.answer(.ask("PUT /v1/words/a", body: "x")).outcome else {
      Issue.record("not a write")
      return
    }
    let reply = work.perform()
    #expect(reply.header("Livery-Cursor") == "000000000000feed-7")
    #expect(reply.header("Access-Control-Allow-Origin") == nil)
  }

  @Test func `what is rendered once is not rendered again`() {
    for _ in 0..<3 { _ = router.reply("GET /v1/words/a") }
    #expect(words.rendered.withLock { $0 } == 1)
    api.advance(to: 8)
    #expect(router.reply("GET /v1/words/a")?.header("Livery-Cursor") == "000000000000feed-8")
    #expect(words.rendered.withLock { $0 } == 1)
  }

  @Test func `a second question of the same kind is answered early`() throws {
    let request = Request.ask("GET /v1/words/a", ["Accept": "*/*"])
    #expect(router.answer(early: Head(request)) == nil)
    let first = try #require(router.answer(request).outcome.reply)
    let early = try #require(router.answer(early: Head(request)))
    #expect(early.reply.content === first.content)
    #expect(early.route == "/v1/words/{name}")
    #expect(router.answer(early: Head(.ask("GET /v1/words/a", ["Accept": "text/html"]))) == nil)
    api.advance(to: 8)
    #expect(router.answer(early: Head(request)) == nil)
  }

  @Test func `one target's replies may be chosen by different headers`() throws {
    let router = Router([Formed()], services: api.services)
    for accept in ["text/css", "application/json", "text/css"] {
      for hint in ["dark", "light"] {
        let request = Request.ask("GET /v1/formed", ["Accept": accept, "X-Hint": hint])
        let first = try #require(router.answer(request).outcome.reply)
        #expect(first.text == (accept == "text/css" ? "all" : hint))
        #expect(router.answer(early: Head(request))?.reply.text == first.text)
      }
    }
  }

  @Test func `the state of the server is told by the head alone, to everybody`() throws {
    var services = api.services
    services.gate = Gate(readToken: "reader-secret-0123456789")
    services.crossOrigin = CrossOrigin("https://a.example")
    let router = Router([words, GetHealth()], services: services)
    let request = Request.ask("GET /healthz", ["Origin": "https://a.example"])
    let early = try #require(router.answer(early: Head(request)))
    let late = try #require(router.answer(request).outcome.reply)
    #expect(early.route == "/healthz")
    #expect(early.reply.status == 200)
    #expect(early.reply.text == late.text)
    #expect(early.reply.headers == late.headers)
    #expect(early.reply.header("Vary") == "Origin")
    #expect(router.answer(early: Head(.ask("GET /healthz?try=2"))) == nil)
    #expect(router.answer(early: Head(.ask("GET /v1/words/a"))) == nil)
  }

  @Test func `what needs no body is refused early`() throws {
    #expect(router.answer(early: Head(.ask("POST /v1/words/a")))?.reply.status == 405)
    #expect(router.answer(early: Head(.ask("POST /v1/nothing")))?.reply.status == 404)
    #expect(router.answer(early: Head(.ask("PUT /v1/words/a"))) == nil)
  }
}

@Suite struct `Conditions` {
  private let api: TestAPI
  private let words = Words()
  private let router: Router
  private let tag = EntityTag(of: Array("\"one\"".utf8)).description

  init() throws {
    api = try TestAPI()
    router = Router([words], services: api.services)
  }

  @Test(arguments: ["%", "W/%", "\"x\", %", "*", "\"a,b\" , W/%"])
  func `a client that has it is told so`(list: String) throws {
    let condition = list.replacing("%", with: tag)
    let reply = try #require(router.reply("GET /v1/words/a", ["If-None-Match": condition]))
    #expect(reply.status == 304)
    #expect(reply.content.bytes.isEmpty)
    #expect(reply.header("ETag") == tag)
    #expect(reply.header("Content-Type") == nil)
    #expect(reply.header("Livery-Cursor") != nil)
  }

  @Test func `a client that has another gets it`() {
    #expect(router.reply("GET /v1/words/a", ["If-None-Match": "\"x\""])?.status == 200)
  }

  @Test func `a client that wants to wait is parked until this very thing differs`() throws {
    let request = Request.ask("GET /v1/words/a", ["If-None-Match": tag, "Prefer": "respond-async, wait=10"])
    let watch = try #require(router.answer(request).outcome.watch)
    #expect(watch.channel == "main")
    #expect(watch.since == 7)
    #expect(watch.wait <= .seconds(10) && watch.wait >= .milliseconds(9400))
    api.advance(to: 8)
    #expect(watch.answer(.changed) == nil)
    words.words.withLock { $0 = "two" }
    api.advance(to: 9)
    let reply = try #require(watch.answer(.changed))
    #expect(reply.text == "\"two\"")
    #expect(reply.header("Livery-Cursor") == "000000000000feed-9")
  }

  @Test func `a wait ends with word that nothing changed`() throws {
    let request = Request.ask("GET /v1/words/a", ["If-None-Match": tag, "Prefer": "wait=1"])
    let watch = try #require(router.answer(request).outcome.watch)
    #expect(watch.answer(.timedOut)?.status == 304)
    #expect(watch.answer(.draining)?.status == 304)
  }

  @Test func `a client that waits for what it has not is answered at once`() {
    #expect(router.reply("GET /v1/words/a", ["If-None-Match": "\"x\"", "Prefer": "wait=9"])?.status == 200)
    #expect(router.reply("GET /v1/words/a", ["Prefer": "wait=9"])?.status == 200)
  }
}
