import Changes
import Testing

@testable import ThemeAPI

@Suite struct `Wrong tokens` {
  private let clock = HandClock()
  private let gate = Gate(tokens: [AccessToken(name: "chief", secret: "chief-secret-0123456789")])
  private let api: WritableTestAPI

  init() throws { api = try WritableTestAPI(gate: gate, clock: clock) }

  private func guess(_ line: String = "GET /v1/history", from address: String = "203.0.113.9") -> Outcome {
    api.outcome(
      line, ["Authorization": "Bearer a-guess-0123456789"], from: .init(address: address, isLoopback: false))
  }

  @Test func `get their answer a second later after ten in a minute from one address`() throws {
    for number in 1...10 { #expect(guess().reply?.status == 401, "\(number)") }
    let late = try #require(guess().watch)
    #expect(late.wait == .seconds(1))
    #expect(late.answer(.timedOut)?.status == 401)
    #expect(guess(from: "203.0.113.10").reply?.status == 401, "another address has its own ten")
    #expect(gate.wrongTokens.figures.refused == 12 && gate.wrongTokens.figures.delayed == 1)
    clock.set("2027-01-01T00:01:00Z")
    #expect(guess().reply?.status == 401, "the minute is over")
  }

  @Test func `are counted once, and are late also where a head alone is refused`() {
    func early() -> Reply? {
      let head = Head(
        .ask(
          "POST /v1/active",
          ["Authorization": "Bearer a-guess-0123456789", "Content-Type": "application/json"]))
      return api.router.answer(early: head)?.reply
    }
    for _ in 1...10 { #expect(early()?.status == 401) }
    #expect(gate.wrongTokens.figures.refused == 10)
    #expect(early() == nil, "the body comes first, so that the request can wait")
    #expect(gate.wrongTokens.figures.refused == 10)
    #expect(guess("POST /v1/active", from: "127.0.0.1").watch != nil)
  }

  @Test func `of one network of IPv6 are those of one address`() {
    for number in 1...10 { _ = guess(from: "2001:db8:0:1::\(number)") }
    #expect(guess(from: "2001:db8:0:1:ffff::1").watch != nil)
    #expect(guess(from: "2001:db8:0:2::1").watch == nil)
  }

  @Test func `hold up nobody who shows a right one, or none`() {
    for _ in 1...20 { _ = guess() }
    let peer = Request.Peer(address: "203.0.113.9", isLoopback: false)
    #expect(api.outcome("GET /v1/theme", from: peer).reply?.status == 200)
    let right = api.outcome(
      "GET /v1/schedule", ["Authorization": "Bearer chief-secret-0123456789"], from: peer)
    #expect(right.reply?.status == 200)
  }

  @Test func `from ever other addresses take no more memory, and each is counted on`() {
    let wrong = WrongTokens()
    let now = Timestamp(milliseconds: 0)
    for number in 0..<10_000 {
      #expect(!wrong.note(from: "10.0.\(number / 256).\(number % 256)", at: now))
    }
    for _ in 1...10 { _ = wrong.note(from: "10.1.0.0", at: now) }
    #expect(wrong.note(from: "10.1.0.0", at: now))
    #expect(!wrong.isLate(from: "10.0.0.0", at: now))
  }
}
