import Changes
import Documents
import Testing
import Themes

struct ScheduleTests {
  /// A state with a hand clock, as the publisher turns it.
  private struct Clock {
    var state = LogState(epoch: Epoch(word: 1))

    init() { publish(.activate(channel: "main", theme: summary("base")), at: 0) }

    func summary(_ name: String) -> ThemeSummary {
      ThemeSummary(name: name, digest: 1, transition: nil, etag: nil)
    }

    mutating func publish(_ action: ChangeRequest.Action, at second: Int64) {
      let request = ChangeRequest(action, at: moment(second), by: "tests")
      #expect(throws: Never.self) { _ = try state.apply(request) }
    }

    mutating func enter(_ id: String, from: Int64, until: Int64?) {
      let schedule = Schedule(
        id: id, channel: "main", theme: id, from: moment(from), until: until.map(moment), by: "tests")
      publish(.schedule(schedule), at: 0)
    }

    /// The active theme after the schedules were applied at a time.
    mutating func look(at second: Int64) -> String? {
      if let transition = ScheduleTransition(
        channel: "main", schedules: state.schedules.values, now: moment(second))
      {
        let theme = transition.winner?.theme ?? state.activations["main"]?.base ?? ""
        publish(.transition(transition, theme: summary(theme)), at: second)
      }
      return state.activations["main"]?.theme
    }

    func moment(_ second: Int64) -> Timestamp { Timestamp(milliseconds: second * 1000) }
  }

  @Test func `shows a theme from then to then, and back`() {
    var clock = Clock()
    clock.enter("year", from: 10, until: 20)
    #expect(clock.look(at: 9) == "base")
    #expect(clock.look(at: 10) == "year")
    #expect(clock.look(at: 19) == "year")
    #expect(clock.look(at: 20) == "base")
    #expect(clock.state.schedules.isEmpty)
  }

  @Test func `lets the later start win while two overlap`() {
    var clock = Clock()
    clock.enter("long", from: 10, until: 50)
    clock.enter("short", from: 20, until: 30)
    #expect([10, 20, 29, 30, 50].map { clock.look(at: $0) } == ["long", "short", "short", "long", "base"])
  }

  @Test func `lets the one entered later win of two that start together`() {
    var clock = Clock()
    clock.enter("z", from: 10, until: 50)
    clock.enter("a", from: 10, until: 30)
    #expect(clock.look(at: 10) == "a")
  }

  @Test func `makes a missed start good and lets a missed span go`() {
    var clock = Clock()
    clock.enter("gone", from: 10, until: 20)
    clock.enter("due", from: 15, until: 60)
    #expect(clock.look(at: 40) == "due")
    #expect(clock.state.head == 4)
    #expect(clock.state.schedules.keys.sorted() == ["due"])
  }

  @Test func `does not fire twice when the clock jumps back`() {
    var clock = Clock()
    clock.enter("year", from: 10, until: 20)
    #expect([10, 5, 12, 3, 20, 4, 10, 15].map { clock.look(at: $0) }.last == "base")
    #expect(clock.state.head == 4, "one entry, one start, one end")
  }

  @Test func `leaves alone what somebody switched by hand meanwhile`() {
    var clock = Clock()
    clock.enter("year", from: 10, until: 20)
    #expect(clock.look(at: 10) == "year")
    clock.publish(.activate(channel: "main", theme: clock.summary("mine")), at: 12)
    #expect([13, 20, 30].map { clock.look(at: $0) } == ["mine", "mine", "mine"])
  }

  @Test func `goes back when a running schedule is canceled`() {
    var clock = Clock()
    clock.enter("year", from: 10, until: 20)
    #expect(clock.look(at: 10) == "year")
    clock.publish(.unschedule("year", theme: clock.summary("base")), at: 11)
    #expect(clock.look(at: 12) == "base")
  }

  @Test func `knows the next moment`() {
    var clock = Clock()
    clock.enter("long", from: 10, until: 50)
    clock.enter("short", from: 20, until: 30)
    func next() -> Int64? {
      clock.state.schedules.values.compactMap { $0.due(.none) }.min().map { $0.milliseconds / 1000 }
    }
    #expect(next() == 10)
    _ = clock.look(at: 10)
    #expect(next() == 20)
    _ = clock.look(at: 20)
    #expect(next() == 30)
    _ = clock.look(at: 50)
    #expect(next() == nil)
  }
}
