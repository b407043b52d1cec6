import Changes
import Foundation
import TestSupport
import Testing

@testable import ThemeAPI

/// Everything that plans do in weeks with a change of the clock, minute by minute, compared with a model that lists all
/// occurrences beforehand. `LIVERY_LONG` lets a year pass.
@Suite struct `Plans beside a model` {
  fileprivate static let days =
    ProcessInfo.processInfo.environment["LIVERY_LONG"] == nil ? 14 : 365
  private static let themes = ["default", "new-year", "night", "a", "b", "c", "d"]

  @Test(arguments: [
    (1, "2027-03-22T00:00:00Z"), (2, "2026-10-20T00:00:00Z"), (3, "2027-03-29T00:00:00Z"),
    (4, "2026-10-01T00:00:00Z"),
  ])
  func `show the same theme at each minute`(seed: UInt64, start: String) throws {
    let themes = Dictionary(uniqueKeysWithValues: Self.themes.map { ($0, WritableTestAPI.theme()) })
    let api = try WritableTestAPI(themes: themes, clock: HandClock(start), zones: .recorded)
    var random = SeededGenerator(seed: seed)
    var model = PlanModel(now: api.clock.now)
    for number in 0..<6 { try model.enter(number, api, using: &random) }
    for minute in 0..<Self.days * 1440 {
      try model.advance(to: api.clock.now)
      try api.publisher.applyDueSchedules()
      let shown = api.publisher.current.now.activation(of: "main")?.theme
      try #require(shown == model.shown, "at \(api.clock.now) with seed \(seed)")
      if Int.random(in: 0..<60, using: &random) == 0 { try model.act(api, using: &random) }
      if Int.random(in: 0..<720, using: &random) == 0 { try model.compareOutlook(api) }
      if minute % 7000 == 6999 { try model.enter(minute, api, using: &random) }
      api.clock.set(api.clock.now.advanced(bySeconds: 60).description)
    }
  }
}

private struct PlanModel {
  private struct Run {
    let plan: Int
    let name: LocalTime
    /// The moments by the rule, and those that hold.
    let rule: Range<Int64>
    var span: Range<Int64>
    var isSkipped = false
  }

  private var runs: [Run] = []
  private var plans: [Int: (id: String, theme: String, zone: Zone)] = [:]
  private var base = "default"
  private var now: Int64

  init(now: Timestamp) { self.now = now.milliseconds }

  mutating func advance(to moment: Timestamp) throws {
    now = moment.milliseconds
    runs.removeAll { $0.span.upperBound <= now }
  }

  var shown: String {
    let running = runs.filter { !$0.isSkipped && $0.span.contains(now) }
    let winner = running.max { ($0.span.lowerBound, $0.plan) < ($1.span.lowerBound, $1.plan) }
    return winner.flatMap { plans[$0.plan]?.theme } ?? base
  }

  /// Returns a local time as a moment: in a gap as much later as the gap is long, of two the first.
  private static func moment(_ local: LocalTime, _ zone: Zone) -> Int64 {
    let near = [-86_400, 86_400].map { zone.offset(at: local.inUTC.advanced(bySeconds: $0)) }
    let found = near.map { local.inUTC.advanced(bySeconds: -$0) }.filter { zone.local(at: $0) == local }
    return (found.min() ?? local.inUTC.advanced(bySeconds: -near[0])).milliseconds
  }

  mutating func enter(_ number: Int, _ api: WritableTestAPI, using random: inout SeededGenerator) throws {
    let name = ["Europe/Berlin", "Australia/Lord_Howe", "UTC"].randomElement(using: &random) ?? ""
    let zone = try #require(Zones.recorded[name])
    let theme = ["a", "b", "c", "d", "night"].randomElement(using: &random) ?? ""
    let minutes = Int64(bitPattern: random.next() % 4000) + 1
    let start = zone.local(at: Timestamp(milliseconds: now + minutes * 60_000))
    let from = LocalTime(day: start.day, time: start.time - start.time % 60_000)
    let length = ([20, 600, 1440, 2900] as [Int64]).randomElement(using: &random) ?? 20
    let (interval, isWeekly) = (Int64.random(in: 1...3, using: &random), Bool.random(using: &random))
    let weekdays = Set([(from.day + 3) % 7, Int64.random(in: 0..<7, using: &random)])
    let words = weekdays.map { RecurrenceRule.weekdayNames[Int($0)] }.joined(separator: ",")
    let rule = isWeekly ? "FREQ=WEEKLY;BYDAY=\(words)" : "FREQ=DAILY;INTERVAL=\(interval)"
    let until = from + length * 60_000
    let body =
      #"{"theme":"\#(theme)","from":"\#(from)","until":"\#(until)","repeat":"\#(rule)","zone":"\#(name)"}"#
    let reply = try #require(api.send("POST /v1/schedule", body))
    let id = try #require(reply["schedule.id"], "\(reply.text)")
    plans[number] = (id, theme, zone)
    for day in from.day..<from.day + Int64(`Plans beside a model`.days + 20) {
      let isGiven = isWeekly ? weekdays.contains((day + 3) % 7) : (day - from.day) % interval == 0
      let name = LocalTime(day: day, time: from.time)
      let (begin, end) = (Self.moment(name, zone), Self.moment(name + length * 60_000, zone))
      guard isGiven, begin < end else { continue }
      runs.append(Run(plan: number, name: name, rule: begin..<end, span: begin..<end))
    }
  }

  /// Switches by hand, or skips, moves or takes back an occurrence of the next days.
  mutating func act(_ api: WritableTestAPI, using random: inout SeededGenerator) throws {
    let kind = Int.random(in: 0..<12, using: &random)
    if kind == 0 {
      let theme = ["default", "new-year"].randomElement(using: &random) ?? ""
      #expect(api.activate(theme)?.status == 200)
      base = theme
      runs.removeAll { $0.span.lowerBound <= now }
      return
    }
    let soon = now + 4 * 86_400_000
    let index = runs.indices.filter { index in
      let run = runs[index]
      let isAhead = run.rule.lowerBound > now && run.span.lowerBound > now
      return run.rule.lowerBound < soon && (isAhead || kind < 3 && run.span == run.rule)
    }.randomElement(using: &random)
    guard let index, let plan = plans[runs[index].plan] else { return }
    let (path, name) = ("/v1/schedule/\(plan.id)", #""occurrence":"\#(runs[index].name)""#)
    switch kind {
    case 1..<6:
      #expect(api.send("POST \(path)/skip", "{\(name)}")?.status == 200)
      (runs[index].isSkipped, runs[index].span) = (true, runs[index].rule)
    case 6..<9 where runs[index].isSkipped || runs[index].span != runs[index].rule:
      let word = runs[index].isSkipped ? "skip" : "move"
      let reply = api.ask("DELETE \(path)/\(word)?occurrence=\(runs[index].name)")
      #expect(reply?.status == 200, "\(reply?.text ?? "")")
      (runs[index].isSkipped, runs[index].span) = (false, runs[index].rule)
    default:
      let minutes = [Int64.random(in: 1...3000, using: &random), Int64.random(in: 5...900, using: &random)]
      let from = plan.zone.local(at: Timestamp(milliseconds: now + minutes[0] * 60_000))
      let until = from + minutes[1] * 60_000
      let (begin, end) = (Self.moment(from, plan.zone), Self.moment(until, plan.zone))
      guard now < begin, begin < end else { return }
      let reply = api.send("POST \(path)/move", #"{\#(name),"from":"\#(from)","until":"\#(until)"}"#)
      #expect(reply?.status == 200, "\(reply?.text ?? "")")
      (runs[index].isSkipped, runs[index].span) = (false, begin..<end)
    }
  }

  func compareOutlook(_ api: WritableTestAPI) throws {
    let end = Timestamp(milliseconds: now + 3 * 86_400_000)
    let outlook = try #require(api.ask("GET /v1/outlook?until=\(end)"))
    for index in 0..<(outlook.count("spans") ?? 0) {
      let from = try #require(outlook["spans.\(index).from"].flatMap { Timestamp($0) })
      let until = try #require(outlook["spans.\(index).until"].flatMap { Timestamp($0) })
      var later = self
      for moment in [from, until.advanced(bySeconds: -60)] where moment.milliseconds >= now {
        try later.advance(to: moment)
        #expect(outlook["spans.\(index).theme"] == later.shown, "at \(moment), seen at \(api.clock.now)")
      }
    }
  }
}
