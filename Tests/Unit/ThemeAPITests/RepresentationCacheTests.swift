import Changes
@testable import Renderings
import Synchronization
import TestSupport
import Testing

@testable import ThemeAPI

@Suite struct `A clock cache` {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `holds what was put there last, and never more than its limit`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var cache = ClockCache<Int, Int>(limit: 1000)
    var latest: [Int: (value: Int, cost: Int)] = [:]
    for step in 0..<2000 {
      let key = Int.random(in: 0..<60, using: &random)
      if Bool.random(using: &random) {
        let cost = Int.random(in: 0...300, using: &random)
        cache.insert(step, for: key, cost: cost)
        latest[key] = (step, cost)
        #expect((cache[key] == nil) == (cost > 250), "what is new stays, unless it alone takes too much")
      } else if let found = cache[key] {
        #expect(found == latest[key]?.value)
      }
      #expect(cache.cost <= 1000)
    }
    let held = (0..<60).filter { cache[$0] != nil }
    #expect(held.count == cache.count)
    #expect(held.reduce(0) { $0 + (latest[$1]?.cost ?? 0) } == cache.cost)
  }

  @Test func `keeps what is asked for often while a hundred thousand others pass`() {
    var cache = ClockCache<Int, Int>(limit: 1000)
    for hot in -10..<0 { cache.insert(hot, for: hot, cost: 1) }
    for cold in 0..<100_000 {
      cache.insert(cold, for: cold, cost: 1)
      let hot = -1 - cold % 10
      #expect(cache[hot] == hot)
    }
    #expect(cache.count == 1000)
  }

  /// A cache whose new entries evict only each other would never keep an entry that becomes popular later.
  @Test func `keeps what comes to be asked for often while others pass`() {
    var cache = ClockCache<Int, Int>(limit: 1000)
    for cold in 0..<1000 { cache.insert(cold, for: cold, cost: 1) }
    cache.insert(-1, for: -1, cost: 1)
    for cold in 1000..<100_000 {
      cache.insert(cold, for: cold, cost: 1)
      if cold % 500 == 0 { #expect(cache[-1] == -1) }
    }
  }

  @Test func `lets go what grew too large`() {
    var cache = ClockCache<Int, Int>(limit: 100)
    cache.insert(1, for: 1, cost: 25)
    cache.insert(2, for: 1, cost: 26)
    #expect(cache[1] == nil)
    #expect(cache.cost == 0)
  }
}

/// A page for each number, that counts how often it was rendered.
private final class Pages: ReadingEndpoint {
  let rendered = Mutex<[String: Int]>([:])
  let operation = Operation(
    .get, "/v1/pages/{name}", id: "getPages", tag: "test", summary: "A page.",
    parameters: [.init(.path, "name", "Which.")], answers: [])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let name = call.name
    return Representation(key: name, type: .text) { [self] () throws(Refusal) in
      rendered.withLock { $0[name, default: 0] += 1 }
      return Array(repeating: UInt8(ascii: "x"), count: 400)
    }
  }
}

@Suite struct `The representation cache` {
  /// The short form sends a tenth of the requests.
  private static let questions = isLong ? 100_000 : 10_000

  @Test func `keeps hot answers ready while many different questions pass`() throws {
    let api = try TestAPI()
    var limits = Services.LookUpLimits()
    limits.cache = 2 << 20
    let pages = Pages()
    let router = Router(
      [pages],
      services: Services(
        limits: limits, web: TestAPI.web, now: { api.now }, clock: { Timestamp(milliseconds: 0) },
        gzip: { $0 }))
    let hot = (0..<5).map { Request.ask("GET /v1/pages/hot\($0)") }
    for request in hot { _ = router.answer(request) }
    for number in 0..<Self.questions {
      #expect(router.reply("GET /v1/pages/\(number)")?.status == 200)
      guard number % 10 == 0 else { continue }
      for request in hot { #expect(router.answer(early: Head(request))?.reply.status == 200) }
    }
    #expect(pages.rendered.withLock { counts in (0..<5).map { counts["hot\($0)"] } } == [1, 1, 1, 1, 1])
    // The first of the many are gone: there is room for a few hundred only.
    #expect(router.answer(early: Head(.ask("GET /v1/pages/0"))) == nil)
    #expect(router.reply("GET /v1/pages/0")?.status == 200)
    #expect(pages.rendered.withLock { $0["0"] } == 2)
  }
}
