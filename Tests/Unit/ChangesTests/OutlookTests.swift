import Changes
import Testing

@Suite struct `The outlook` {
  private func moment(_ second: Int64) -> Timestamp { Timestamp(milliseconds: second * 1000) }

  private func schedule(_ theme: String, _ from: Int64, _ until: Int64?, revision: UInt64 = 0) -> Schedule {
    Schedule(
      id: theme, channel: "main", theme: theme, from: moment(from), until: until.map(moment), by: "tests",
      revision: revision)
  }

  private func outlook(_ schedules: [Schedule], from: Int64 = 0, until: Int64 = 100) -> [String] {
    let spans = Outlook(of: schedules, base: "base", from: moment(from), until: moment(until)).spans
    return spans.map { "\($0.from.milliseconds / 1000)-\($0.until.milliseconds / 1000) \($0.theme)" }
  }

  @Test func `without schedules is what shows now`() {
    #expect(outlook([]) == ["0-100 base"])
  }

  @Test func `a later start lies over an earlier one, which comes back`() {
    #expect(
      outlook([schedule("year", 10, 80), schedule("sale", 30, 50)])
        == ["0-10 base", "10-30 year", "30-50 sale", "50-80 year", "80-100 base"])
  }

  @Test func `what ends under another never comes back`() {
    #expect(
      outlook([schedule("year", 10, 40), schedule("sale", 30, 50)])
        == ["0-10 base", "10-30 year", "30-50 sale", "50-100 base"])
  }

  @Test func `of equal starts the one entered later shows`() {
    #expect(
      outlook([schedule("b", 10, nil, revision: 2), schedule("a", 10, 20, revision: 3)])
        == ["0-10 base", "10-20 a", "20-100 b"])
  }

  @Test func `begins with what runs already and ends where it is asked to`() {
    #expect(outlook([schedule("year", 0, 500)], from: 40, until: 60) == ["40-60 year"])
  }

  @Test func `is what the clock does, moment by moment`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let schedules = (0..<Int.random(in: 0...7, using: &random)).map { number in
        let from = Int64.random(in: 1...30, using: &random)
        let until = Bool.random(using: &random) ? from + Int64.random(in: 1...30, using: &random) : nil
        return schedule("t\(number)", from, until, revision: UInt64(number))
      }
      let spans = Outlook(of: schedules, base: "base", from: moment(0), until: moment(70)).spans
      for second in Int64(0)..<70 {
        let running = schedules.filter {
          $0.from <= moment(second) && $0.until.map { moment(second) < $0 } ?? true
        }
        let span = spans.first { $0.from <= moment(second) && moment(second) < $0.until }
        #expect(
          span?.theme == ScheduleTransition.winner(among: running)?.theme ?? "base",
          "\(schedules) at \(second)")
      }
    }
  }
}
