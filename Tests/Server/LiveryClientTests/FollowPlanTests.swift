import Foundation
import TestSupport
import Testing

@testable import LiveryClient

/// The steps of a client, with a clock that the test sets.
struct FollowPlanTests {
  private var plan = FollowPlan(wait: 25)
  private var random = SeededGenerator(seed: 17)
  private var now = 1000.0

  private static let light = ["userInterfaceStyle": "light"]
  private static let dark = ["userInterfaceStyle": "dark"]

  private static func theme(_ tag: String, cursor: String? = "c-1") throws -> ThemeAnswer {
    let body = Data(#"{ "theme": "t\#(tag)" }"#.utf8)
    return .theme(try Theme(json: body), tag: tag, body: body, cursor: cursor)
  }

  /// A body that is no theme, with another tag each time.
  private static func unreadable(_ reason: String) -> ThemeAnswer {
    .unreadable(reason, tag: UUID().uuidString, cursor: "c-1")
  }

  /// The next request, after the pause before it.
  private mutating func planned() throws -> PlannedRequest {
    var step = plan.next(at: now)
    if case .pause(let seconds) = step {
      now += seconds
      step = plan.next(at: now)
    }
    guard case .request(let planned) = step else { throw Nothing(step: step) }
    return planned
  }

  private struct Nothing: Error {
    let step: FollowStep
  }

  /// Answers the next request after so many seconds.
  @discardableResult
  private mutating func answer(
    _ answer: ThemeAnswer, after seconds: Double = 0.01, leadingTo next: URL? = nil
  ) throws -> Bool {
    let planned = try planned()
    let asked = now
    now += seconds
    return plan.take(answer, leadingTo: next, to: planned, asked: asked, at: now, using: &random)
  }

  private mutating func pause() throws -> Double {
    guard case .pause(let seconds) = plan.next(at: now) else { throw Nothing(step: plan.next(at: now)) }
    return seconds
  }

  /// Returns the number of requests in nine seconds if each gets this response immediately.
  private mutating func requests(_ answer: ThemeAnswer) throws -> Int {
    let end = now + 9
    var count = 0
    while true {
      _ = try planned()
      if now >= end { return count }
      try self.answer(answer)
      count += 1
    }
  }

  @Test mutating func `nobody listens, nothing is asked`() throws {
    #expect(plan.next(at: now) == .nothing)
    let (isNew, isNewAgain) = (plan.add([:]), plan.add([:]))
    #expect(isNew && !isNewAgain)
    #expect(try planned() == PlannedRequest(traits: [:], tag: nil, waits: false))
    let (isGone, isGoneNow) = (plan.remove([:]), plan.remove([:]))
    #expect(!isGone && isGoneNow)
    #expect(plan.next(at: now) == .nothing)
  }

  @Test mutating func `however many come and go one after another, each is asked for at once`() throws {
    for edition in 0..<100 {
      _ = plan.add([:])
      guard case .request = plan.next(at: now) else { throw Nothing(step: plan.next(at: now)) }
      try answer(Self.theme("\(edition)"))
      _ = plan.remove([:])
    }
  }

  @Test mutating func `first without a wait, then with one, again and again`() throws {
    _ = plan.add([:])
    #expect(try answer(Self.theme("1")))
    for _ in 0..<100 {
      #expect(plan.next(at: now) == .request(PlannedRequest(traits: [:], tag: "1", waits: true)))
      #expect(try !answer(.unchanged(didWait: true, cursor: "c-1"), after: 24.5))
    }
  }

  @Test mutating func `what a proxy does not let wait is polled`() throws {
    _ = plan.add([:])
    try answer(Self.theme("1"))
    try answer(.unchanged(didWait: false, cursor: "c-1"))
    #expect(try (12...18).contains(pause()))
    try answer(.unchanged(didWait: false, cursor: "c-1"), after: 24)
    #expect(try planned().waits, "a whole wait without the header is a wait")
    #expect(plan.next(at: now) == .request(try planned()))
    #expect(try requests(.unchanged(didWait: false, cursor: "c-1")) <= 4)
    #expect(try requests(Self.theme("1")) <= 4)
  }

  @Test mutating func `waits where the server leads it`() throws {
    let (one, other) = (
      URL(string: "https://a.example/v1/theme?slot=1"), URL(string: "https://a.example/?slot=2")
    )
    _ = plan.add([:])
    try answer(Self.theme("1"), leadingTo: one)
    #expect(try planned().next == one && planned().waits)
    try answer(.unchanged(didWait: true, cursor: "c-1"), after: 20, leadingTo: other)
    #expect(try planned().next == other)
    #expect(try answer(Self.theme("2"), leadingTo: one))
    #expect(try planned().next == one)
    // It leads nowhere.
    try answer(.unchanged(didWait: true, cursor: "c-1"), after: 20)
    #expect(try (12...18).contains(pause()))
    #expect(try planned() == PlannedRequest(traits: [:], tag: "2", waits: true))
    try answer(.unchanged(didWait: false, cursor: "c-1"), leadingTo: one)
    #expect(try planned().next == one, "an answer at once that leads on is no reason to poll")
    try answer(.trouble)
    #expect(try planned() == PlannedRequest(traits: [:], tag: "2", waits: false))
  }

  @Test(arguments: [true, false])
  mutating func `goes on quickly ten times where nothing is new`(isEmpty: Bool) throws {
    let next = URL(string: "https://a.example/v1/theme?slot=1")
    _ = plan.add([:])
    try answer(Self.theme("1"), leadingTo: next)
    let same: ThemeAnswer = isEmpty ? .unchanged(didWait: true, cursor: "c-1") : try Self.theme("1")
    for _ in 0..<9 { try answer(same, leadingTo: next) }
    guard case .request = plan.next(at: now) else { throw Nothing(step: plan.next(at: now)) }
    try answer(same, leadingTo: next)
    #expect(try (12...18).contains(pause()))
  }

  @Test mutating func `a server in a hurry is not asked without end`() throws {
    _ = plan.add([:])
    _ = plan.add(Self.dark)
    #expect(try requests(.unchanged(didWait: true, cursor: "c")) <= 30)
    var edition = 0
    let end = now + 9
    while now < end {
      edition += 1
      try answer(Self.theme("\(edition)", cursor: "c-\(edition)"))
      _ = try planned()
    }
    #expect(edition <= 30)
  }

  @Test mutating func `trouble of any kind is asked at most 14 times in nine seconds`() throws {
    _ = plan.add([:])
    #expect(try requests(.trouble) <= 14)
    try answer(Self.theme("1"))
    #expect(try requests(Self.unreadable("page")) <= 14)
    #expect(plan.state(of: [:]) == .offline && plan.followed[[:]]?.tag == "1")
  }

  @Test mutating func `an answer between failures does not make them quick again`() throws {
    _ = plan.add([:])
    var requests = 0
    let end = now + 9
    while now < end {
      try answer(.trouble)
      try answer(Self.theme("1"))
      requests += 2
      _ = try planned()
    }
    #expect(requests <= 28)
    try answer(Self.theme("2"))
    try answer(.unchanged(didWait: true, cursor: "c-1"), after: 25)
    try answer(.trouble, after: 0)
    #expect(try pause() <= 0.5, "after a whole wait trouble is new, though an answer has come just now")
  }

  @Test mutating func `busy is never asked earlier, whatever happens`() throws {
    _ = plan.add([:])
    for seconds in [0, 3, 120, 1e300, -5] {
      try answer(.busy(seconds))
      plan.refresh()
      plan.resume()
      let least = min(max(seconds, 0), 86_400)
      if least > 0 { #expect(try (least...least * 1.25).contains(pause())) }
    }
  }

  @Test mutating func `refused is asked each minute, or when there is reason`() throws {
    _ = plan.add([:])
    try answer(.refused)
    #expect(plan.state(of: [:]) == .refused)
    #expect(try pause() == 60)
    plan.refresh()
    #expect(try !planned().waits)
  }

  @Test
  mutating func `of several trait sets the shown one waits, the others are checked when something changed`()
    throws
  {
    _ = plan.add(Self.light)
    _ = plan.add(Self.dark)
    try answer(Self.theme("d"))
    #expect(try planned().traits == Self.light)
    try answer(Self.theme("l"))
    #expect(try planned() == PlannedRequest(traits: Self.dark, tag: "d", waits: true))
    try answer(.unchanged(didWait: true, cursor: "c-2"), after: 25)
    #expect(try planned() == PlannedRequest(traits: Self.light, tag: "l", waits: false))
    try answer(.unchanged(didWait: false, cursor: "c-2"))
    #expect(try planned() == PlannedRequest(traits: Self.dark, tag: "d", waits: true))
    plan.show(Self.light)
    #expect(try planned() == PlannedRequest(traits: Self.light, tag: "l", waits: true))
  }

  @Test mutating func `in the background nothing is asked`() throws {
    _ = plan.add([:])
    try answer(Self.theme("1"))
    plan.suspend()
    #expect(plan.next(at: now) == .nothing)
    plan.resume()
    #expect(try planned() == PlannedRequest(traits: [:], tag: "1", waits: false))
  }

  @Test(arguments: [
    ("120", 120), (" 5 ", 5), ("-3", 0), ("soon", nil), ("", nil), ("inf", nil), ("nan", nil),
    ("Sun, 06 Nov 1994 08:49:47 GMT", 10), ("Sun, 06 Nov 1994 08:49:30 GMT", 0),
  ])
  func `Retry-After is read as seconds or as a moment`(text: String, seconds: Double?) {
    let now = Date(timeIntervalSince1970: 784_111_777)
    #expect(RetryAfter.seconds(text, now: now) == seconds)
  }
}
