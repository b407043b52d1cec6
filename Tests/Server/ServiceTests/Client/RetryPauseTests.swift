import Bindings
import ServerAccess
import TestSupport
import Testing

/// The pauses of ten thousand followers that lose their server at the same time, with a clock that the test sets.
@Suite struct `The pause of livery watch` {
  private static func moment(_ seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: UInt64(seconds * 1e9))
  }

  @Test(arguments: [0.7, 2, 10, 60, 600])
  func `brings everybody back in time, and no crowd`(outage: Double) {
    var random = SeededGenerator(seed: UInt64(outage * 10))
    var returns: [Double] = []
    var mostRequests = 0
    for _ in 0..<10_000 {
      var pause = RetryPause()
      var now = 0.0
      var requests = 0
      while now < outage {
        requests += now < 9 ? 1 : 0
        now += pause.next(at: Self.moment(now), using: &random) / .seconds(1)
      }
      returns.append(now)
      mostRequests = max(mostRequests, requests)
    }
    #expect(returns.allSatisfy { $0 <= outage + min(max(outage, 0.5), 30) })
    #expect(mostRequests <= 14)
    let crowds = Dictionary(grouping: returns) { ($0 * 10).rounded(.down) }.mapValues(\.count)
    #expect(crowds.values.allSatisfy { $0 < 5_000 })
  }

  @Test func `is never shorter than the server said, and at most a quarter longer`() {
    var random = SeededGenerator(seed: 1)
    var pause = RetryPause()
    for _ in 0..<1_000 {
      let told = pause.next(atLeast: .seconds(3), at: Self.moment(5), using: &random)
      #expect(told >= .seconds(3) && told <= .milliseconds(3_750))
    }
  }

  @Test func `begins small again once the server has answered for a second`() {
    var random = SeededGenerator(seed: 1)
    var pause = RetryPause()
    _ = pause.next(at: Self.moment(0), using: &random)
    pause.recover(at: Self.moment(100))
    #expect(pause.next(at: Self.moment(100.5), using: &random) >= .seconds(9), "the same trouble")
    for second in 120...122 { pause.recover(at: Self.moment(Double(second))) }
    #expect(pause.next(at: Self.moment(122), using: &random) <= .milliseconds(500), "another")
    #expect(pause.next(at: Self.moment(124), using: &random) <= .seconds(2))
  }
}
