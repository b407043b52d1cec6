import Bindings
import Testing

@testable import Service

@Suite struct `A burst of changes` {
  private func at(_ milliseconds: UInt64) -> MonotonicTime {
    MonotonicTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test func `is over when it has been quiet for a while`() {
    var burst = Debounce(quiet: .milliseconds(100), longest: .seconds(1))
    #expect(burst.due == nil)
    burst.notice(at: at(1000))
    burst.notice(at: at(1050))
    #expect(burst.due == at(1150))
    let before = burst.isOver(at: at(1149))
    let after = burst.isOver(at: at(1150))
    #expect(!before && after)
    #expect(burst.due == nil)
  }

  @Test func `is over after the longest time, however it goes on`() {
    var burst = Debounce(quiet: .milliseconds(100), longest: .milliseconds(250))
    for time in stride(from: 1000, through: 1250, by: 50) { burst.notice(at: at(UInt64(time))) }
    let isOver = burst.isOver(at: at(1250))
    #expect(isOver)
  }
}
