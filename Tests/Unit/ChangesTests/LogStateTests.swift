import Changes
import Documents
import Testing
import Themes

@Suite struct `A state` {
  private func summary(_ name: String, digest: UInt64 = 1) -> ThemeSummary {
    ThemeSummary(name: name, digest: digest, transition: 0.5, etag: "\"\(name)\"")
  }

  private func request(_ action: ChangeRequest.Action, second: Int64 = 0) -> ChangeRequest {
    ChangeRequest(action, at: Timestamp(milliseconds: second * 1000), by: "tests", note: "why")
  }

  private func schedule(_ id: String, in channel: String = "main") -> Schedule {
    Schedule(
      id: id, channel: channel, theme: "night", from: Timestamp(milliseconds: 10), until: nil, by: "tests")
  }

  @Test func `comes to the same by taking in the rows of a request as by deciding it`() throws {
    let update = ChangeRequest.Update(theme: summary("a", digest: 9), differences: .unknown)
    let upload = Upload(
      name: "b", file: "b.json", bytes: [1], at: Timestamp(milliseconds: 1), by: "tests")
    let actions: [ChangeRequest.Action] = [
      .applyDefault(channel: "main", theme: summary("default")),
      .activate(channel: "main", theme: summary("default")), .activate(channel: "main", theme: summary("a")),
      .activate(channel: "kiosk", theme: summary("a")), .schedule(schedule("1")),
      .documents([.upload(upload)], updates: [update], gone: ["c"]), .unschedule("1", theme: summary("a")),
      .documents([.noUpload("b")], updates: [], gone: ["b"]), .documents(updates: [update]),
    ]
    var decided = LogState(epoch: Epoch(word: 1))
    var folded = decided
    for action in actions {
      let applied = try decided.apply(request(action))
      #expect(folded.leads(to: applied.rows))
      folded.absorb(applied.rows)
      #expect(folded == decided)
    }
    #expect(folded.head > 0 && folded.activations.count == 2)
  }

  @Test func `does not go on with changes of another log, nor with a gap`() throws {
    var state = LogState(epoch: Epoch(word: 1))
    var other = state
    let first = try state.apply(request(.activate(channel: "main", theme: summary("a"))))
    _ = try other.apply(request(.activate(channel: "main", theme: summary("b"))))
    let second = try state.apply(request(.activate(channel: "main", theme: summary("c"))))
    #expect(LogState(epoch: Epoch(word: 1)).leads(to: first.rows + second.rows))
    #expect(!LogState(epoch: Epoch(word: 1)).leads(to: second.rows), "the first one is missing")
    #expect(!other.leads(to: second.rows), "it goes on from another first one")
  }

  @Test func `stays as it was when a request is refused`() throws {
    var state = LogState(epoch: Epoch(word: 1))
    _ = try state.apply(request(.activate(channel: "main", theme: summary("a"))))
    let before = state
    #expect(throws: ChangeError.unknownSchedule("x")) {
      try state.apply(request(.unschedule("x", theme: nil)))
    }
    let stale = Cursor(epoch: state.epoch, revision: 0)
    let conflicting = ChangeRequest(
      .activate(channel: "main", theme: summary("b")), at: Timestamp(milliseconds: 0), by: "tests",
      buildsOn: stale)
    #expect(throws: ChangeError.self) { try state.apply(conflicting) }
    #expect(state == before)
  }

  @Test func `marks every channel that a change concerns, and no other`() throws {
    var state = LogState(epoch: Epoch(word: 1))
    for (channel, theme) in [("main", "a"), ("kiosk", "a"), ("lobby", "b")] {
      _ = try state.apply(request(.activate(channel: channel, theme: summary(theme))))
    }
    let update = ChangeRequest.Update(theme: summary("a", digest: 2), differences: .unknown)
    let applied = try state.apply(request(.documents(updates: [update])))
    #expect(applied.changes.map(\.channels) == [["kiosk", "main"]])
    let latest = PersistentMap(state.activations.map { ($0.key, $0.value.latest) })
    #expect(latest == ["main": 4, "kiosk": 4, "lobby": 3])
  }
}
