import Changes
import TestSupport
import Testing

struct WatchListTests {
  private func list() -> WatchList { WatchList(now: .seconds(1000)) }

  private func at(_ milliseconds: Int64) -> Duration { .milliseconds(1_000_000 + milliseconds) }

  @Test func `answers at once when there is a change already`() {
    var list = list()
    #expect(list.register(1, channel: "main", since: 4, latest: 5, deadline: at(1000)) == .changed)
    #expect(list.isEmpty)
  }

  @Test func `wakes those of the channel who know less`() {
    var list = list()
    _ = list.register(1, channel: "main", since: 4, latest: 4, deadline: at(1000))
    _ = list.register(2, channel: "kiosk", since: 4, latest: 0, deadline: at(1000))
    _ = list.register(3, channel: "main", since: 5, latest: 4, deadline: at(1000))
    #expect(list.publish(channel: "main", revision: 5) == [1])
    #expect(list.publish(channel: "main", revision: 6) == [3])
    #expect(list.publish(channel: "main", revision: 7) == [])
    #expect(list.count == 1)
  }

  @Test func `lets a client depart once`() {
    var list = list()
    guard case .parked(let ticket) = list.register(1, channel: "main", since: 0, latest: 0, deadline: at(500))
    else {
      Issue.record("not parked")
      return
    }
    #expect(list.depart(ticket) == 1)
    #expect(list.depart(ticket) == nil)
    _ = list.register(2, channel: "main", since: 0, latest: 0, deadline: at(500))
    #expect(list.depart(ticket) == nil, "a stale ticket takes out nobody else")
    #expect(list.count == 1)
  }

  @Test func `hands out time-outs in slots, never late`() {
    var list = list()
    for client in 0..<10 {
      _ = list.register(client, channel: "main", since: 0, latest: 0, deadline: at(950 + Int64(client) * 10))
    }
    #expect(list.nextDeadline == at(900))
    #expect(list.advance(to: at(899)) == [])
    #expect(Set(list.advance(to: at(900))) == Set(0..<5))
    #expect(list.nextDeadline == at(1000))
    #expect(Set(list.advance(to: at(1000))) == Set(5..<10))
    #expect(list.nextDeadline == nil)
  }

  @Test func `keeps deadlines beyond one turn of the wheel`() {
    var list = list()
    _ = list.register(1, channel: "main", since: 0, latest: 0, deadline: at(300_000))
    #expect(list.advance(to: at(299_900)) == [])
    #expect(list.advance(to: at(300_000)) == [1])
  }

  @Test func `hands out everyone due when the clock was not looked at for long`() {
    var list = list()
    for client in 0..<100 {
      _ = list.register(
        client, channel: "main", since: 0, latest: 0, deadline: at(Int64(client) * 3000))
    }
    #expect(list.advance(to: at(1_000_000)).count == 100)
  }

  @Test func `drains in shares`() {
    var list = list()
    for client in 0..<25 {
      _ = list.register(client, channel: "c\(client % 3)", since: 0, latest: 0, deadline: at(1000))
    }
    let shares = [list.drain(10), list.drain(10), list.drain(10), list.drain(10)]
    #expect(shares.map(\.count) == [10, 10, 5, 0])
    #expect(Set(shares.joined()) == Set(0..<25))
  }

  @Test(arguments: 1...8) func `hands out each client exactly once, like its model`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var list = list()
    var model = WatchModel()
    var tickets: [Int: WatchList.Ticket] = [:]
    var now: Int64 = 0
    for client in 0..<(isLong ? 100_000 : 1500) {
      let channel = "c\(Int.random(in: 0..<4, using: &random))"
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6:
        let since = model.latest[channel, default: 0] + UInt64.random(in: 0...2, using: &random)
        let deadline = now + Int64.random(in: 0..<130_000, using: &random)
        guard
          case .parked(let ticket) = list.register(
            client, channel: channel, since: since, latest: model.latest[channel, default: 0],
            deadline: at(deadline))
        else {
          Issue.record("not parked")
          return
        }
        tickets[client] = ticket
        model.park(client, channel, since, deadline, now)
      case 6:
        let revision = model.latest[channel, default: 0] + 1
        #expect(Set(list.publish(channel: channel, revision: revision)) == model.publish(channel, revision))
      case 7:
        guard let (gone, ticket) = tickets.randomElement(using: &random) else { continue }
        tickets[gone] = nil
        #expect(list.depart(ticket) == model.depart(gone))
      case 8:
        now += Int64.random(in: 0..<3000, using: &random)
        #expect(Set(list.advance(to: at(now))) == model.advance(now))
      default:
        for drained in list.drain(Int.random(in: 0..<2, using: &random)) {
          #expect(model.depart(drained) == drained)
        }
      }
      #expect(list.count == model.parked.count)
      let earliest = model.parked.values.map(\.slot).min().map { at($0 * 100) }
      #expect((list.nextDeadline == nil) == (earliest == nil))
      if let earliest, let next = list.nextDeadline { #expect(next <= earliest) }
    }
  }
}

/// The watch list as one would write it without thought for its cost.
private struct WatchModel {
  var parked: [Int: (channel: String, since: UInt64, slot: Int64)] = [:]
  var latest: [String: UInt64] = [:]

  mutating func park(_ client: Int, _ channel: String, _ since: UInt64, _ deadline: Int64, _ now: Int64) {
    parked[client] = (channel, since, max(deadline / 100, now / 100 + 1))
  }

  mutating func publish(_ channel: String, _ revision: UInt64) -> Set<Int> {
    latest[channel] = revision
    return take { $0.channel == channel && $0.since < revision }
  }

  mutating func depart(_ client: Int) -> Int? { parked.removeValue(forKey: client).map { _ in client } }

  mutating func advance(_ now: Int64) -> Set<Int> { take { $0.slot <= now / 100 } }

  private mutating func take(
    _ matches: ((channel: String, since: UInt64, slot: Int64)) -> Bool
  ) -> Set<Int> {
    let taken = parked.filter { matches($0.value) }.keys
    for client in taken { parked[client] = nil }
    return Set(taken)
  }
}
