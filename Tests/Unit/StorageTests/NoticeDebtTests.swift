import Bindings
import Changes
import Testing

@testable import Storage

@Suite struct `What the others are to be told of` {
  private let first = MonotonicTime(nanoseconds: 1_000_000_000)
  private let pause = Duration.milliseconds(10)
  private var debt = NoticeDebt()

  private mutating func isTold(_ version: UInt64, after milliseconds: Int) -> Bool {
    debt.committed(LogMemory.at(version), at: first + .milliseconds(milliseconds), pause: pause)
  }

  @Test mutating func `is told at once after a pause, and with the next that is`() {
    let told = [isTold(1, after: 0), isTold(2, after: 1), isTold(3, after: 9), isTold(4, after: 10)]
    #expect(told == [true, false, false, true])
    #expect(debt.owed == nil, "the newest tells of those before")
  }

  @Test mutating func `is told by the ear where no other commit comes`() {
    let none = debt.dueAt(from: first, pause: pause)
    #expect(none == nil, "nothing was told, so nothing is owed")
    let told = [isTold(1, after: 0)]
    let soon = debt.dueAt(from: first + .milliseconds(1), pause: pause)
    #expect(told == [true] && soon == first + pause * 2, "something may be owed by then")
    _ = isTold(2, after: 1)
    _ = isTold(3, after: 9)
    let early = debt.take(at: first + .milliseconds(19), pause: pause)
    let late = debt.dueAt(from: first + .seconds(1), pause: pause)
    let due = debt.take(at: first + .milliseconds(21), pause: pause)
    let again = debt.take(at: first + .milliseconds(22), pause: pause)
    #expect(early == nil && late == first + pause * 2 && due == LogMemory.at(3) && again == nil)
    let next = [isTold(4, after: 22), isTold(5, after: 31)]
    #expect(next == [false, true], "what the ear told counts")
    let over = debt.dueAt(from: first + .seconds(1), pause: pause)
    #expect(over == nil)
  }

  private func position(_ version: UInt64) -> LogPosition { LogMemory.at(version).position }

  @Test func `counts until somebody knows it, in whatever order it is heard`() {
    var told = ToldNews()
    let start = told.take(since: position(0))
    #expect(start, "nobody knows what was before")
    told.hear(["000000000000000a 8 8", "000000000000000a 7 7"])
    let (early, late) = (told, told.take(since: position(8)))
    #expect(!late)
    told = early
    let unknown = told.take(since: position(7))
    #expect(unknown)
    let again = told.take(since: position(7))
    #expect(!again, "told once")
    told.hear(["made up"])
    let strange = told.take(since: position(9))
    #expect(strange)
    told.hearMore()
    let more = told.take(since: position(9))
    #expect(more, "no notice tells of that")
    told.hear(Array(repeating: "000000000000000a 1 1", count: 21))
    let many = told.take(since: position(9))
    #expect(many, "too many to remember each")
  }
}
