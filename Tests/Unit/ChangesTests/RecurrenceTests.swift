import Changes
import Documents
import Foundation
import TestSupport
import Testing

/// Rules with the occurrences that python-dateutil and zoneinfo give: `Tests/Fixtures/plans/record.py` writes them.
/// `LIVERY_PLANS` names another file, as the campaign does.
struct RecordedPlans {
  struct Recording {
    let text: String
    let series: Series
    let zone: Zone
    let occurrences: [Occurrence]
  }

  var recordings: [Recording] = []
  private(set) var zones: [String: Zone] = [:]

  init() throws {
    let file = ProcessInfo.processInfo.environment["LIVERY_PLANS"] ?? "Tests/Fixtures/plans/rules.txt"
    for line in ProjectFiles.text(file).split(separator: "\n") {
      let words = line.split(separator: "\t").map(String.init)
      if words[0] == "zone" {
        let zone = try #require(Zone(tzif: Self.bytes(words[2])), "\(words[1])")
        zones[words[1]] = zone
        continue
      }
      let (from, until) = (try #require(LocalTime(words[2])), try #require(LocalTime(words[3])))
      let rule = try RecurrenceRule(words[1], from: from)
      recordings.append(
        Recording(
          text: words[0..<4].joined(separator: " "),
          series: try #require(Series(rule, words[1], from: from, until: until, in: words[0]), "\(words)"),
          zone: try #require(zones[words[0]]), occurrences: try words[4...].map(Self.occurrence)))
    }
  }

  private static func occurrence(_ text: String) throws -> Occurrence {
    let words = text.split(separator: " ")
    let moments = try words[1...].map { Timestamp(milliseconds: try #require(Int64($0)) * 1000) }
    return Occurrence(name: try #require(LocalTime(String(words[0]))), from: moments[0], until: moments[1])
  }

  private static func bytes(_ digits: String) -> [UInt8] {
    let values = digits.utf8.map { $0.hexadecimalValue ?? 0 }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}

@Suite struct `Plans that repeat` {
  private let recorded: RecordedPlans

  init() throws { recorded = try RecordedPlans() }

  @Test func `have the occurrences that dateutil and zoneinfo give`() {
    #expect(recorded.recordings.count > 250)
    for one in recorded.recordings {
      let start = Timestamp(milliseconds: .min)
      let end = Timestamp("2041-01-01T00:00:00Z") ?? start
      let found = one.series.occurrences(from: start, until: end, atMost: 25, in: one.zone)
        .filter { $0.name < LocalTime("2041-01-01T00:00") ?? $0.name }
      #expect(found == one.occurrences, "\(one.text)")
    }
  }

  @Test func `have the same occurrences from anywhere, backward too`() {
    for one in recorded.recordings where one.occurrences.count > 3 {
      let (middle, last) = (one.occurrences[2].from, one.occurrences[one.occurrences.count - 1].from)
      let found = one.series.occurrences(from: middle, until: last, atMost: 100, in: one.zone)
      let expected = one.occurrences.filter { $0.from >= middle && $0.from < last }
      #expect(found == expected, "\(one.text)")
      let names = one.series.neighbors(of: one.occurrences[2].name, in: one.zone)
      #expect(names.isGiven && names.before ?? one.series.from >= one.occurrences[1].name, "\(one.text)")
    }
  }

  @Test func `begin and end when they are due, once, whatever moment is looked at`() {
    var random = SystemRandomNumberGenerator()
    for one in recorded.recordings where one.occurrences.count > 5 {
      var (series, now) = (one.series, one.occurrences[0].from)
      for _ in 0..<40 {
        guard let due = series.due(in: one.zone), due < one.occurrences[4].from else { break }
        #expect(due > now || series == one.series, "\(one.text)")
        now = max(due, now)
        if Bool.random(using: &random) {
          now = now.advanced(bySeconds: .random(in: 0...200_000, using: &random))
        }
        series = series.advanced(to: now, in: one.zone)
        let running = one.occurrences.filter { $0.from <= now && now < $0.until }
        #expect(series.runningFrom == running.last?.from, "\(one.text) at \(now)")
        let earlier = now.advanced(bySeconds: -100_000)
        #expect(series.advanced(to: earlier, in: one.zone) == series, "a clock set back changes nothing")
        #expect(Series(written: series.written) == series)
      }
    }
  }

  @Test func `end after a count, at UNTIL and before 2200`() throws {
    let from = try #require(LocalTime("2190-01-01T00:00"))
    let rule = try RecurrenceRule("freq=daily;count=100000", from: from)
    let series = try #require(Series(rule, "", from: from, until: from + 3_600_000, in: "UTC"))
    let all = series.occurrences(
      from: Timestamp(milliseconds: 0), until: Timestamp(milliseconds: .max), atMost: 9999, in: .utc)
    #expect(all.count == 3652 && all.last?.name.description == "2199-12-31T00:00")
  }

  @Test(arguments: [
    ("", "has the part ''"), ("FREQ=DAYLY", "did you mean 'FREQ=DAILY'?"), ("FREQ=HOURLY", "FREQ is DAILY"),
    ("FREQ=DAILY;FREQ=DAILY", "'FREQ' twice"), ("FREQ=DAILY;BYHOUR=3", "BYHOUR=3"),
    ("FREQ=DAILY;WKST=SU", "WKST"), ("FREQ=DAILY;INTRVAL=3", "did you mean 'INTERVAL'?"),
    ("FREQ=DAILY;INTERVAL=0", "1 to 1000"), ("FREQ=DAILY;INTERVAL=1001", "INTERVAL"),
    ("FREQ=WEEKLY;BYDAY=1MO", "only FREQ=MONTHLY"), ("FREQ=MONTHLY;BYDAY=6MO", "BYDAY=6MO"),
    ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU,MO", "more than 7"), ("FREQ=DAILY;BYDAY=", "BYDAY"),
    ("FREQ=DAILY;BYMONTH=13", "BYMONTH"), ("FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY"),
    ("FREQ=MONTHLY;BYMONTHDAY=-32", "negative"),
    ("FREQ=MONTHLY;BYMONTHDAY=-9223372036854775808", "negative"),
    ("FREQ=MONTHLY;BYDAY=-9223372036854775808MO", "BYDAY"), ("FREQ=WEEKLY;BYMONTHDAY=1", "FREQ=WEEKLY"),
    ("FREQ=DAILY;COUNT=100001", "COUNT"),
    ("FREQ=DAILY;COUNT=+3", "COUNT=+3"), ("FREQ=DAILY;INTERVAL=+1", "INTERVAL=+1"),
    ("FREQ=DAILY;COUNT=1;UNTIL=20300101", "both"),
    ("FREQ=DAILY;UNTIL=20300230", "UNTIL=20300230"), ("FREQ=DAILY;UNTIL=2030-01-01", "20261231"),
    ("FREQ=DAILY;", "has the part ''"), ("FREQ=DAILY;BYMONTH=" + String(repeating: "1,", count: 100), "200"),
  ])
  func `are refused with the part that is wrong`(text: String, sentence: String) throws {
    let from = try #require(LocalTime("2026-12-01T20:00"))
    let mistake = #expect(throws: RecurrenceRule.Mistake.self) { try RecurrenceRule(text, from: from) }
    #expect(mistake?.message.description.contains(sentence) == true, "\(String(describing: mistake))")
  }

  @Test func `skip and move, and come back as the rule says`() throws {
    let zone = try #require(recorded.zones["Europe/Berlin"])
    let from = try #require(LocalTime("2026-12-01T20:00"))
    let rule = try RecurrenceRule("FREQ=DAILY", from: from)
    let plan = try #require(
      Series(rule, "FREQ=DAILY", from: from, until: from + 36_000_000, in: "Europe/Berlin"))
    let moment = { (text: String) in zone.moment(of: LocalTime(text) ?? from) }
    var series = plan.advanced(to: moment("2026-12-02T21:00"), in: zone)
    #expect(series.runningFrom == moment("2026-12-02T20:00"))
    let tonight = from + 86_400_000
    series = try #require(series.setting(SeriesException(span: nil), for: tonight)).advanced(
      to: moment("2026-12-02T21:01"), in: zone)
    #expect(series.runningFrom == nil && series.skipped == [tonight])
    series = try #require(series.setting(nil, for: tonight)).advanced(
      to: moment("2026-12-02T21:02"), in: zone)
    #expect(series.runningFrom == moment("2026-12-02T20:00"))
    let third = try #require(LocalTime("2026-12-03T20:00"))
    let early = third + -14_400_000..<third + -3_600_000
    series = try #require(series.setting(SeriesException(span: early), for: third))
    #expect(series.due(in: zone) == moment("2026-12-03T06:00"))
    series = series.advanced(to: moment("2026-12-03T16:00"), in: zone)
    #expect(series.runningFrom == moment("2026-12-03T16:00"))
    series = series.advanced(to: moment("2026-12-03T20:30"), in: zone)
    #expect(series.runningFrom == nil, "it has taken place")
    #expect(
      series.stopped().next(1, at: moment("2026-12-03T20:30"), in: zone).first?.name == third + 86_400_000)
    #expect(Series(written: series.written) == series)
  }
}
