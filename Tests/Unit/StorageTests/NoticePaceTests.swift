import Bindings
import Changes
import Testing

@testable import Storage

@Suite struct `Notices of what others wrote` {
  private let first = MonotonicTime(nanoseconds: 1_000_000_000)
  private var pace = NoticePace()

  /// Whether a notice is told of at a moment, so many milliseconds after the first.
  private mutating func isTold(after milliseconds: Int, knowing version: UInt64) -> Bool {
    pace.isToTell(at: first + .milliseconds(milliseconds), knowing: LogMemory.at(version), since: first)
  }

  @Test mutating func `are told of at once, and those that come soon after together`() {
    pace.heard(at: first)
    let told = [isTold(after: 0, knowing: 1), isTold(after: 0, knowing: 1)]
    #expect(told == [true, false])
    for milliseconds in 1...4 { pace.heard(at: first + .milliseconds(milliseconds)) }
    #expect(pace.tellAt == first + .milliseconds(5))
    let soon = [isTold(after: 4, knowing: 2), isTold(after: 5, knowing: 2), isTold(after: 6, knowing: 2)]
    #expect(soon == [false, true, false])
    #expect(pace.tellAt == nil)
    pace.heard(at: first + .seconds(1))
    let later = isTold(after: 1000, knowing: 3)
    #expect(later, "it was quiet")
  }

  /// How many of so many notices are told, each of which is followed by a reading that finds this.
  private mutating func told(
    _ count: Int, from start: MonotonicTime, finding version: (Int) -> UInt64, isRead: Bool = true
  ) -> Int {
    var told = 0
    for number in 0..<count {
      let now = start + .milliseconds(10 * number)
      pace.heard(at: now)
      let seen = isRead ? now + .milliseconds(-5) : nil
      if pace.isToTell(at: now, knowing: LogMemory.at(version(number)), since: seen) { told += 1 }
    }
    return told
  }

  @Test mutating func `that tell nothing are followed twenty times, until the next look`() {
    let before = told(100, from: first) { _ in 1 }
    #expect(before == 20)
    pace.looked()
    let after = told(100, from: first + .seconds(2)) { _ in 1 }
    #expect(after == 19)
  }

  @Test mutating func `are followed for as long as they tell something, or nobody has come to read`() {
    let update = told(100, from: first) { UInt64($0) }
    #expect(update == 100)
    let unread = told(100, from: first + .seconds(2), finding: { _ in 100 }, isRead: false)
    #expect(unread == 100)
  }

  @Test(arguments: [
    ("000000000000000a 7 7", true), ("000000000000000a 6 6", true), ("000000000000000a 8 7", false),
    ("000000000000000b 7 7", false), ("made up", false), ("", false), ("000000000000000a 7", false),
    ("000000000000000a -1 7", false),
  ])
  func `of what is known already are none`(notice: String, isKnown: Bool) {
    let known = LogPosition(epoch: Epoch(word: 10), version: 7, head: 7, fingerprint: Fingerprint())
    #expect(known.covers(notice: notice) == isKnown)
  }
}
