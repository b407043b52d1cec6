import Glibc
import Synchronization
import Testing

import Bindings
@testable import Service

/// Parking, waking, timing out, leaving and draining, all at the same moment.
@Suite struct RaceTests {
  /// One round is one client's wait. `LIVERY_RACE_ROUNDS=100000` is the long form.
  static var rounds: Int {
    unsafe getenv("LIVERY_RACE_ROUNDS").flatMap { Int(unsafe String(cString: $0)) } ?? 1200
  }

  /// How many of the waits ended in which way, as the clients saw it.
  struct Ends: Sendable {
    var changed = 0
    var timedOut = 0
    var draining = 0
    var left = 0
    var closed = 0
    var refused = 0
    var all: Int { changed + timedOut + draining + left + closed + refused }
  }

  @Test func `every wait ends in exactly one way, whatever happens beside it`() throws {
    let perServer = 300
    var ends = Ends()
    for batch in 0..<max(1, Self.rounds / perServer) {
      let more = try race(waits: perServer, seed: UInt64(batch))
      #expect(more.all == perServer)
      ends.changed += more.changed
      ends.timedOut += more.timedOut
      ends.draining += more.draining
      ends.left += more.left
      ends.closed += more.closed
      ends.refused += more.refused
    }
    #expect(ends.refused == 0)
    #expect(ends.changed > 0)
    #expect(ends.left > 0)
  }

  /// Four threads of clients, one that publishes, and a drain in the midst of it.
  private func race(waits: Int, seed: UInt64) throws -> Ends {
    let tally = Tally()
    try Wire.serve({ $0.drainTime = .milliseconds(20) }) { wire in
      let threads = try (0..<4).map { index in
        try SystemThread(named: "race") {
          self.client(wire, waits: waits / 4, seed: seed &* 31 &+ UInt64(index), tally)
        }
      }
      let publisher = try SystemThread(named: "race") {
        while tally.done.load(ordering: .relaxed) < waits * 3 / 4 {
          wire.publish()
          sched_yield()
        }
        wire.server.drain()
      }
      for thread in threads { thread.join() }
      publisher.join()
      let statistics = wire.server.statistics()
      #expect(statistics.parked == 0)
      #expect(statistics.connections == 0)
    }
    return tally.ends.withLock(\.self)
  }

  private func client(
    _ wire: Wire, waits: Int, seed: UInt64, _ tally: Tally
  ) {
    var random = RaceRandom(state: seed | 1)
    var connection: RawConnection? = nil
    for _ in 0..<waits {
      let open = connection ?? wire.connect()
      open.get("/wait?ms=\(random.next() % 30)")
      if random.next() % 4 == 0 {
        connection = nil
        tally.ends.withLock { $0.left += 1 }
      } else {
        let answer = open.answer()
        connection = answer == nil ? nil : open
        tally.ends.withLock { ends in
          switch (answer?.status, answer?.text) {
          case (nil, _): ends.closed += 1
          case (204, _): ends.timedOut += 1
          case (200, "changed"): ends.changed += 1
          case (200, "draining"): ends.draining += 1
          default: ends.refused += 1
          }
        }
      }
      tally.done.wrappingAdd(1, ordering: .relaxed)
    }
  }
}

/// The shared results of all threads of one race.
final class Tally: Sendable {
  let ends = Mutex(RaceTests.Ends())
  let done = Atomic<Int>(0)
}

/// A repeatable source of small numbers.
struct RaceRandom {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
