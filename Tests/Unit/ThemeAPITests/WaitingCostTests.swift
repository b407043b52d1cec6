import Changes
@testable import Renderings
import Synchronization
import Testing

@testable import ThemeAPI

/// A page of 20 000 bytes for each name, another one after each change where that is wished, that counts how often any
/// was rendered.
private final class LongPages: ReadingEndpoint {
  let rendered = Mutex(0)
  private let isSlow: Bool
  private let changes: Bool
  let operation = Operation(
    .get, "/v1/pages/{name}", id: "getPages", tag: "test", summary: "A page.",
    parameters: [.init(.path, "name", "Which."), .init(.query, "more", "Words.")], answers: [])

  init(isSlow: Bool = false, changes: Bool = false) {
    self.isSlow = isSlow
    self.changes = changes
  }

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let snapshot = call.snapshot
    var representation = Representation(
      key: "\(call.name) \(snapshot.cursor.revision)", type: .text, channel: "main"
    ) { [self] () throws(Refusal) in
      rendered.withLock { $0 += 1 }
      let word = changes ? "\(snapshot.cursor.revision)" : call.name
      return Array(repeating: UInt8(ascii: "x"), count: 20_000) + Array(word.utf8)
    }
    representation.isSlow = isSlow
    return representation
  }
}

@Suite struct `A client that waits` {
  private let api: TestAPI
  private let services: Services
  private let pages = LongPages()
  private let router: Router

  init() throws {
    api = try TestAPI()
    services = api.services
    router = Router([pages], services: services)
  }

  private func tag(_ name: String) throws -> String {
    try #require(router.reply("GET /v1/pages/\(name)")?.header("ETag"))
  }

  private func wait(_ target: String, _ tag: String) -> Outcome {
    router.answer(.ask("GET \(target)", ["If-None-Match": tag, "Prefer": "wait=50"])).outcome
  }

  @Test func `costs little, whatever it waits for`() throws {
    var watches: [Outcome.Watch] = []
    for number in 0..<1000 {
      watches.append(try #require(wait("/v1/pages/\(number)", try tag("\(number)")).watch))
    }
    #expect(services.representations.cost < 1000 * 400)
    // The end of its time needs no bytes.
    for watch in watches { #expect(watch.answer(.timedOut)?.status == 304) }
    #expect(pages.rendered.withLock { $0 } == 1000)
    api.advance(to: 8)
    #expect(watches[3].answer(.changed) == nil, "the same bytes under another key")
    #expect(watches[3].answer(.timedOut)?.status == 304)
  }

  @Test func `shares what others ask for, which is rendered no third time`() throws {
    for _ in 0..<20 {
      let tag = try tag("shared")
      #expect(wait("/v1/pages/shared", tag).watch != nil)
    }
    #expect(pages.rendered.withLock { $0 } == 2)
    #expect(services.representations.cost > 20_000)
  }

  @Test func `asks the same in other words, and gets the same`() throws {
    let (first, second) = ("GET /v1/pages/a?more=b", "GET /v1/pages/a?more=c")
    #expect(router.reply(first)?.header("ETag") == router.reply(second)?.header("ETag"))
    #expect(pages.rendered.withLock { $0 } == 1)
  }

  @Test func `is not kept waiting with a question that is long`() throws {
    let tag = try tag("long")
    let more = String(repeating: "m", count: 800)
    let reply = try #require(wait("/v1/pages/long?more=\(more)", tag).reply)
    #expect(reply.status == 304 && reply.header("Preference-Applied") == nil)
    #expect(wait("/v1/pages/long?more=m", tag).watch != nil)
  }
}

@Suite struct `A representation that takes long to render` {
  /// The submitted work, which the test performs, and the clients that were woken.
  private final class Lane: Sendable {
    let work = Mutex<[@Sendable () -> Void]>([])
    let turns = Mutex<[Outcome.Turn]>([])
    let woken = Mutex<[String]>([])
    let isFull = Atomic<Bool>(false)

    func performAll() {
      let all = work.withLock { work in
        defer { work = [] }
        return work
      }
      for one in all { one() }
    }
  }

  private let api: TestAPI
  private let lane = Lane()
  private let pages = LongPages(isSlow: true, changes: true)
  private let router: Router

  init() throws {
    api = try TestAPI()
    var services = api.services
    services.background = .init { [lane] turn, work in
      guard !lane.isFull.load(ordering: .relaxed) else { return false }
      lane.turns.withLock { $0.append(turn) }
      lane.work.withLock { $0.append(work) }
      return true
    } wake: { [lane] name in
      lane.woken.withLock { $0.append(name) }
    }
    router = Router([pages], services: services)
  }

  @Test func `is rendered beside the workers, once for all who wait for it`() throws {
    let request = Request.ask("GET /v1/pages/a")
    let watches = (0..<3).compactMap { _ in router.answer(request).outcome.watch }
    #expect(watches.count == 3 && lane.work.withLock { $0.count } == 1)
    #expect(pages.rendered.withLock { $0 } == 0)
    lane.performAll()
    #expect(lane.woken.withLock { $0 } == [watches[0].channel])
    for watch in watches { #expect(watch.answer(.changed)?.content.bytes.count == 20_001) }
    #expect(router.reply("GET /v1/pages/a")?.status == 200, "from then on it is there")
    #expect(pages.rendered.withLock { $0 } == 1)
  }

  @Test func `is compressed there as well`() throws {
    let request = Request.ask("GET /v1/pages/a", ["Accept-Encoding": "gzip"])
    let watch = try #require(router.answer(request).outcome.watch)
    lane.performAll()
    let reply = try #require(watch.answer(.changed))
    #expect(reply.header("Content-Encoding") == "gzip")
  }

  @Test func `is waited for again where a change makes another of it`() throws {
    let first = try #require(router.answer(.ask("GET /v1/pages/a")).outcome.watch)
    lane.performAll()
    let tag = try #require(first.answer(.changed)?.header("ETag"))
    let waiting = Request.ask("GET /v1/pages/a", ["If-None-Match": tag, "Prefer": "wait=50"])
    let watch = try #require(router.answer(waiting).outcome.watch)
    #expect(watch.channel == "main")
    api.advance(to: 8)
    guard case .move(let rendering) = watch.next(.changed) else {
      Issue.record("it was rendered on a worker")
      return
    }
    #expect(rendering.channel != "main")
    lane.performAll()
    let reply = try #require(rendering.answer(.changed))
    #expect(reply.header("Preference-Applied") == "wait=50")
  }

  @Test func `is asked for again each second where there is no place for it, for a minute`() throws {
    lane.isFull.store(true, ordering: .relaxed)
    var watch = try #require(router.answer(.ask("GET /v1/pages/a")).outcome.watch)
    for _ in 1..<60 {
      #expect(watch.channel == Outcome.Watch.noChannel && watch.wait == .seconds(1))
      guard case .move(let next) = watch.next(.timedOut) else { break }
      watch = next
    }
    let reply = try #require(watch.answer(.timedOut))
    #expect(reply.status == 503 && reply.header("Retry-After") != nil)
    lane.isFull.store(false, ordering: .relaxed)
    let other = try #require(router.answer(.ask("GET /v1/pages/a")).outcome.watch)
    #expect(other.channel != Outcome.Watch.noChannel)
    #expect(other.answer(.timedOut)?.status == 503)
  }

  @Test func `is given, however late, to a client that waits for its change`() throws {
    let first = try #require(router.answer(.ask("GET /v1/pages/a")).outcome.watch)
    lane.performAll()
    let tag = try #require(first.answer(.changed)?.header("ETag"))
    let waiting = Request.ask("GET /v1/pages/a", ["If-None-Match": tag, "Prefer": "wait=50"])
    var watch = try #require(router.answer(waiting).outcome.watch)
    api.advance(to: 8)
    lane.isFull.store(true, ordering: .relaxed)
    var end = Outcome.Watch.End.changed
    for second in 0..<100 {
      guard case .move(let next) = watch.next(end) else {
        Issue.record("it was answered after \(second) s")
        return
      }
      (watch, end) = (next, .timedOut)
    }
    lane.isFull.store(false, ordering: .relaxed)
    guard case .move(let rendering) = watch.next(.timedOut) else {
      Issue.record("it has no place")
      return
    }
    lane.performAll()
    #expect(rendering.answer(.changed)?.status == 200)
  }

  @Test func `goes first where clients waited for it, or had it before the change`() throws {
    let first = try #require(router.answer(.ask("GET /v1/pages/a")).outcome.watch)
    #expect(lane.turns.withLock { $0.map(\.isAwaited) } == [false])
    lane.performAll()
    let tag = try #require(first.answer(.changed)?.header("ETag"))
    let waiting = Request.ask("GET /v1/pages/a", ["If-None-Match": tag, "Prefer": "wait=50"])
    let watch = try #require(router.answer(waiting).outcome.watch)
    api.swap(TestAPI.snapshot(try TestAPI().now.themeSet, revision: 9))
    _ = watch.next(.changed)
    _ = router.answer(.ask("GET /v1/pages/b"))
    #expect(lane.turns.withLock { $0.map(\.isAwaited) } == [false, true, false])
  }

  @Test func `is made once, in the first turn of all who ask`() throws {
    let request = Request.ask("GET /v1/pages/a")
    let other = Request(
      method: .get, path: "/v1/pages/a", peer: .init(address: "2001:db8::1", isLoopback: false))
    let same = Request(
      method: .get, path: "/v1/pages/a", peer: .init(address: "2001:db8::2", isLoopback: false))
    let watches = [request, request, other, same].compactMap { router.answer($0).outcome.watch }
    #expect(Set(watches.map(\.channel)).count == 1)
    #expect(lane.turns.withLock { $0.map(\.client) } == ["127.0.0.1", "2001:db8::"])
    lane.performAll()
    #expect(pages.rendered.withLock { $0 } == 1 && lane.woken.withLock { $0.count } == 1)
  }
}
