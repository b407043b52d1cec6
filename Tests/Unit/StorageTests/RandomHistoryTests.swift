import Changes
import Documents
import Storage
import TestSupport
import Testing
import Themes

/// The state at a start is a fold over rows: over the rows in the store, or over all rows that were ever written.
@Suite struct `A start` {
  /// Requests as a publisher makes them for writers, files and clocks.
  private struct History {
    var random: SeededGenerator
    var state: LogState
    var second: Int64 = 0
    var names = 0

    private static let themes = ["a", "b", "c", "d"]
    private static let channels = ["main", "kiosk", "lobby"]

    mutating func request() -> ChangeRequest {
      second += Int64.random(in: 0...5, using: &random)
      let (theme, channel) = (summary(), Self.channels.randomElement(using: &random) ?? "main")
      switch Int.random(in: 0..<10, using: &random) {
      case 0: return make(.applyDefault(channel: "main", theme: theme))
      case 1, 2: return make(.activate(channel: channel, theme: theme))
      case 3: return rollback(channel)
      case 4: return make(.schedule(schedule(channel)))
      case 5:
        return make(.unschedule(state.schedules.keys.randomElement(using: &random) ?? "none", theme: theme))
      case 6: return transition(channel, theme)
      case 7: return make(.documents([.upload(upload(theme.name))], updates: updates()))
      case 8: return make(.documents([.noUpload(theme.name)], updates: updates(), gone: [theme.name]))
      default: return make(.documents(updates: updates(), gone: Bool.random(using: &random) ? ["d"] : []))
      }
    }

    private func make(_ action: ChangeRequest.Action) -> ChangeRequest {
      ChangeRequest(
        action, at: Timestamp(milliseconds: second * 1000), by: "tests", note: second % 3 == 0 ? "n" : nil)
    }

    private mutating func summary() -> ThemeSummary {
      ThemeSummary(
        name: Self.themes.randomElement(using: &random) ?? "a", digest: .random(in: 0...3, using: &random),
        transition: nil, etag: nil)
    }

    private mutating func updates() -> [ChangeRequest.Update] {
      Bool.random(using: &random) ? [] : [ChangeRequest.Update(theme: summary(), differences: .unknown)]
    }

    private mutating func rollback(_ channel: String) -> ChangeRequest {
      let name = state.activations[channel]?.previous ?? "a"
      return make(
        .activate(channel: channel, theme: ThemeSummary(name: name, digest: 0, transition: nil, etag: nil)))
    }

    private mutating func schedule(_ channel: String) -> Schedule {
      names += 1
      let from = second + .random(in: -3...10, using: &random)
      return Schedule(
        id: "s\(names)", channel: channel, theme: summary().name, from: Timestamp(milliseconds: from * 1000),
        until: Bool.random(using: &random) ? Timestamp(milliseconds: (from + 5) * 1000) : nil, by: "tests")
    }

    private mutating func transition(_ channel: String, _ theme: ThemeSummary) -> ChangeRequest {
      let now = Timestamp(milliseconds: second * 1000)
      let due = ScheduleTransition(channel: channel, schedules: state.schedules.values, now: now)
      return due.map { make(.transition($0, theme: theme)) } ?? make(.documents(updates: []))
    }

    private mutating func upload(_ name: String) -> Upload {
      Upload(
        name: name, file: "\(name).json", bytes: [.random(in: 0...255, using: &random)],
        at: Timestamp(milliseconds: second), by: "tests")
    }
  }

  @Test(arguments: StoreUnderTest.Sort.allCases, StoreUnderTest.Sort.seeds)
  func `from what the store holds is one from all that was ever written`(
    sort: StoreUnderTest.Sort, seed: UInt64
  ) throws {
    let subject = try StoreUnderTest(sort)
    let store = RecordingStore(subject.store)
    let empty = try store.open(knowing: nil, tail: 0).state
    var history = History(random: SeededGenerator(seed: seed), state: empty)
    for round in 0..<120 {
      let requests = (0..<Int.random(in: 1...3, using: &history.random)).map { _ in history.request() }
      try store.publish(requests)
      let opened = try store.open(knowing: nil, tail: 1000)
      history.state = opened.state
      guard round % 20 == 19 else { continue }
      var folded = empty
      #expect(folded.leads(to: store.rows))
      folded.absorb(store.rows)
      #expect(folded == opened.state, "seed \(seed), round \(round)")
      #expect(
        opened.tail == store.rows.compactMap { if case .change(let change, _) = $0 { change } else { nil } })
    }
    #expect(history.state.head > 100)
  }
}

extension StoreUnderTest.Sort {
  fileprivate static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6]
}
