import Bindings
import Changes
import Testing

@testable import Storage

@Suite struct `A throttle of notifications` {
  private let first = MonotonicTime(nanoseconds: 1_000_000_000)
  private let interval = Duration.milliseconds(10)
  private var throttle = NotificationThrottle(interval: .milliseconds(10))

  private mutating func event(after milliseconds: Int) -> Bool {
    throttle.event(at: first + .milliseconds(milliseconds))
  }

  private mutating func takeDue(after milliseconds: Int) -> Bool {
    throttle.takeDue(at: first + .milliseconds(milliseconds), delay: interval)
  }

  @Test mutating func `acts at once after a pause, and else with the next event after the interval`() {
    let acts = [event(after: 0), event(after: 1), event(after: 9), event(after: 10)]
    #expect(acts == [true, false, false, true])
    #expect(!throttle.isPending, "the newest event stands for those before")
  }

  @Test mutating func `acts for the last event when no other comes`() {
    let none = throttle.dueAt(from: first, delay: interval)
    #expect(none == nil, "nothing was done, so nothing can be pending")
    let acts = [event(after: 0)]
    let soon = throttle.dueAt(from: first + .milliseconds(1), delay: interval)
    #expect(acts == [true] && soon == first + interval * 2, "something may be pending by then")
    _ = event(after: 1)
    _ = event(after: 9)
    let late = throttle.dueAt(from: first + .seconds(1), delay: interval)
    let due = [takeDue(after: 19), takeDue(after: 21), takeDue(after: 22)]
    #expect(late == first + interval * 2 && due == [false, true, false])
    let next = [event(after: 22), event(after: 31)]
    #expect(next == [false, true], "a pending event that was done counts")
    let over = throttle.dueAt(from: first + .seconds(1), delay: interval)
    #expect(over == nil)
  }
}

@Suite struct `Notices of other servers` {
  private var state = PostgresPrimary.State(memory: .at(7), interval: .zero)

  @Test(arguments: [
    ("000000000000000a 7 7", true), ("000000000000000a 6 6", true), ("000000000000000a 8 7", false),
    ("000000000000000b 7 7", false), ("made up", false), ("", false), ("000000000000000a 7", false),
    ("000000000000000a -1 7", false),
  ])
  func `are ignored if they name nothing new`(notice: String, isKnown: Bool) {
    #expect(LogMemory.at(7).position.covers(notice: notice) == isKnown)
  }

  @Test mutating func `count up to the newest version, in whatever order they arrive`() {
    let isNew = [
      state.noticedVersion == .max, state.receive(["000000000000000a 7 7"]),
      state.receive(["000000000000000a 9 9", "000000000000000a 8 8"]),
    ]
    #expect(isNew == [true, false, true])
    state.noticedVersion = 0
    _ = state.receive(["000000000000000a 9 9", "000000000000000a 8 8"])
    #expect(state.noticedVersion == 9)
    _ = state.receive(["made up"])
    #expect(state.noticedVersion == .max, "it does not say how far it goes")
  }
}
