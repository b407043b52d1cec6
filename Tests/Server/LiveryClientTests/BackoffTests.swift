import Foundation
import TestSupport
import Testing

@testable import LiveryClient

/// The pauses of ten thousand clients that lose their server at the same time, with a clock that the test sets.
@Suite struct `The pause after trouble` {
  @Test(arguments: [0.7, 2, 10, 60, 600])
  func `whoever waited is back in time, and no crowd comes`(outage: Double) {
    var random = SeededGenerator(seed: UInt64(outage * 10))
    var returns: [Double] = []
    var mostRequests = 0
    for _ in 0..<10_000 {
      var backoff = Backoff()
      var now = 0.0
      var requests = 0
      while now < outage {
        requests += now < 9 ? 1 : 0
        let pause = backoff.pause(at: now, using: &random)
        #expect(pause >= 0.15 && pause <= 30)
        now += pause
      }
      returns.append(now)
      mostRequests = max(mostRequests, requests)
    }
    #expect(returns.allSatisfy { $0 <= outage + min(max(outage, 0.5), 30) })
    #expect(mostRequests <= 14)
    let crowds = Dictionary(grouping: returns) { ($0 * 10).rounded(.down) }.mapValues(\.count)
    #expect(crowds.values.max()! < 5_000)
  }

  @Test func `it starts small again after a second that was well, however late the last good answer came`() {
    var random = SeededGenerator(seed: 1)
    var backoff = Backoff()
    _ = backoff.pause(at: 0, using: &random)
    #expect(backoff.pause(at: 100, using: &random) >= 9)
    backoff.recover(at: 100.5)
    #expect(backoff.pause(at: 101, using: &random) >= 9, "the same trouble")
    for second in 0..<10 { backoff.recover(at: 102 + Double(second)) }
    #expect(backoff.pause(at: 111, using: &random) <= 0.5)
  }
}
