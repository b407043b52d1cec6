import Bindings
import Changes
import Storage
import TestSupport
import Testing
import Themes

@testable import ThemeAPI

@Suite struct `Schedules that repeat` {
  private let api: WritableTestAPI

  init() throws { api = try WritableTestAPI(clock: HandClock("2026-11-30T12:00:00Z"), zones: .recorded) }

  private let night =
    #"{"theme":"night","from":"2026-12-01T20:00","until":"2026-12-02T06:00","repeat":"FREQ=DAILY","zone":"Europe/Berlin"}"#

  private func enter(_ body: String) throws -> String {
    let reply = try #require(api.send("POST /v1/schedule", body))
    return try #require(reply["schedule.id"], "\(reply["detail"] ?? "")")
  }

  private func tick(_ moment: String) throws -> [String] {
    api.clock.set(moment)
    return try api.publisher.applyDueSchedules().map(\.theme)
  }

  @Test func `are entered once, with the next five and their own words`() throws {
    let id = try enter(night)
    let one = try #require(api.ask("GET /v1/schedule/\(id)"))
    #expect(one["from"] == "2026-12-01T19:00:00.000Z" && one["until"] == "2026-12-02T05:00:00.000Z")
    #expect(one["local.from"] == "2026-12-01T20:00" && one["zone"] == "Europe/Berlin")
    #expect(one["repeat"] == "FREQ=DAILY" && one["state"] == "waiting" && one.count("next") == 5)
    #expect(
      one["next.4.occurrence"] == "2026-12-05T20:00" && one["next.4.from"] == "2026-12-05T19:00:00.000Z")
    #expect(api.ask("GET /v1/schedule")?.count("schedules") == 1)
    #expect(api.ask("DELETE /v1/schedule/\(id)")?.status == 200)
  }

  @Test func `fire each time, and a hand ends only what runs`() throws {
    let id = try enter(night)
    #expect(try tick("2026-12-01T18:59:59.999Z").isEmpty)
    #expect(try tick("2026-12-01T19:00:00Z") == ["night"])
    #expect(try tick("2026-12-01T18:00:00Z").isEmpty, "a clock set back fires nothing")
    #expect(try tick("2026-12-02T05:00:00Z") == ["default"])
    #expect(try tick("2026-12-02T19:00:00Z") == ["night"])
    #expect(api.ask("GET /v1/schedule/\(id)")?["state"] == "running")
    api.activate("new-year")
    #expect(api.ask("GET /v1/schedule/\(id)")?["state"] == "waiting")
    #expect(try tick("2026-12-03T05:00:00Z").isEmpty)
    #expect(try tick("2026-12-03T19:00:00Z") == ["night"])
    #expect(try tick("2026-12-04T05:00:00Z") == ["new-year"])
    #expect(try tick("2027-03-28T10:00:00Z").isEmpty, "what began and ended meanwhile is not told")
  }

  @Test func `outlive a restart, which makes up for what holds now`() throws {
    let store = MemoryStore()
    let first = try WritableTestAPI(store: store, clock: HandClock("2026-11-30T12:00:00Z"), zones: .recorded)
    _ = first.send("POST /v1/schedule", night)
    let second = try WritableTestAPI(
      store: store, clock: HandClock("2026-12-24T23:00:00Z"), zones: .recorded)
    #expect(second.ask("GET /v1/active")?["theme"] == "night")
    #expect(second.publisher.current.now.cursor.revision == 2)
    let third = try WritableTestAPI(store: store, clock: HandClock("2026-12-25T23:00:00Z"), zones: .recorded)
    #expect(
      third.ask("GET /v1/active")?["theme"] == "night" && third.publisher.current.now.cursor.revision == 2)
    let fourth = try WritableTestAPI(
      store: store, clock: HandClock("2026-12-25T12:00:00Z"), zones: .recorded)
    #expect(
      fourth.ask("GET /v1/active")?["theme"] == "night", "the clock was set back: it runs on to its end")
  }

  @Test func `skip and move one occurrence, and say so in the log`() throws {
    let id = try enter(night)
    _ = try tick("2026-12-01T19:00:00Z")
    let skip = try #require(api.send("POST /v1/schedule/\(id)/skip", #"{"occurrence":"2026-12-01T20:00"}"#))
    #expect(skip.status == 200 && skip["schedule.skipped.0"] == "2026-12-01T20:00")
    #expect(api.ask("GET /v1/active")?["theme"] == "default")
    let cursor = api.cursor
    #expect(
      api.send("POST /v1/schedule/\(id)/skip", #"{"occurrence":"2026-12-01T19:00:00Z"}"#)?.status == 200)
    #expect(api.cursor == cursor, "twice is the same as once")
    #expect(api.ask("GET /v1/history")?["changes.1.occurrence"] == "2026-12-01T20:00")
    #expect(api.ask("DELETE /v1/schedule/\(id)/skip?occurrence=2026-12-01T20:00")?.status == 200)
    #expect(api.ask("GET /v1/active")?["theme"] == "night")
    let move = try #require(
      api.send(
        "POST /v1/schedule/\(id)/move", #"{"occurrence":"2026-12-24T20:00","from":"2026-12-24T16:00"}"#))
    #expect(move["schedule.moved.0.until"] == "2026-12-25T01:00:00.000Z")
    let list = try #require(api.ask("GET /v1/schedule/\(id)/occurrences?from=2026-12-24T00:00:00Z&limit=2"))
    #expect(list["occurrences.0.from"] == "2026-12-24T15:00:00.000Z" && list["occurrences.0.moved"] == "true")
    #expect(list["more"] == "true" && list.header("Link")?.contains("after=2026-12-25T20") == true)
    #expect(api.ask("GET /v1/active?at=2026-12-24T15:30:00Z")?["theme"] == "night")
    let wrong = try #require(api.send("POST /v1/schedule/\(id)/skip", #"{"occurrence":"2026-12-24T21:00"}"#))
    #expect(
      wrong.status == 404 && wrong["nearest.0"] == "2026-12-24T20:00"
        && wrong["nearest.1"] == "2026-12-25T20:00")
  }

  @Test func `are replaced as one, and keep what the new rule gives`() throws {
    let id = try enter(night)
    _ = api.send("POST /v1/schedule/\(id)/skip", #"{"occurrence":"2026-12-24T20:00"}"#)
    _ = try tick("2026-12-01T19:00:00Z")
    let tag = try #require(api.ask("GET /v1/schedule/\(id)")?.header("ETag"))
    let later =
      #"{"theme":"night","from":"2026-12-01T20:00","until":"2026-12-02T07:00","repeat":"FREQ=DAILY;INTERVAL=1","zone":"Europe/Berlin"}"#
    let put = { [api] (tag: String) in
      api.ask("PUT /v1/schedule/\(id)", ["If-Match": tag, "Content-Type": "application/json"], body: later)
    }
    #expect(put("\"other\"")?.status == 412)
    let reply = try #require(put(tag))
    #expect(reply.status == 200 && reply["schedule.id"] == id && reply["schedule.state"] == "running")
    #expect(reply["schedule.skipped.0"] == "2026-12-24T20:00")
    #expect(api.ask("GET /v1/active")?["theme"] == "night")
    #expect(try tick("2026-12-02T05:30:00Z").isEmpty)
    #expect(try tick("2026-12-02T06:00:00Z") == ["default"])
  }

  @Test(arguments: [
    (#""from":"2026-12-01T20:00""#, "zone"),
    (
      #""from":"2026-12-01T20:00","zone":"Europe/Berln""#,
      "There is no zone 'Europe/Berln'; did you mean 'Europe/Berlin'?"
    ),
    (#""from":"2026-12-01T20:00","zone":"../../etc/passwd""#, "There is no zone"),
    (#""from":"2026-12-01T20:00","until":"2026-12-02T06:00","repeat":"FREQ=DAILY""#, "zone"),
    (#""from":"2026-12-01T20:00","zone":"Europe/Berlin","repeat":"FREQ=DAILY""#, "'until' is missing"),
    (
      #""from":"2026-12-01T20:00","until":"2026-12-01T20:00","zone":"Europe/Berlin","repeat":"FREQ=DAILY""#,
      "clock of Europe/Berlin"
    ),
    (
      #""from":"2026-12-01T20:00","until":"2026-12-02T06:00Z","zone":"Europe/Berlin","repeat":"FREQ=DAILY""#,
      "not a time"
    ),
    (
      #""from":"2026-12-01T20:00","until":"2026-12-02T06:00:00Z","zone":"Europe/Berlin","repeat":"FREQ=DAILY""#,
      "neither"
    ),
    (
      #""from":"2026-12-01T20:00","until":"2026-12-02T06:00","zone":"Europe/Berlin","repeat":"FREQ=DAILY;UNTIL=20261130""#,
      "UNTIL before"
    ),
    (
      #""from":"2020-12-01T20:00","until":"2020-12-02T06:00","zone":"Europe/Berlin","repeat":"FREQ=DAILY;COUNT=3""#,
      "ends in the future"
    ),
    (
      #""from":"2026-12-01T20:00","until":"2026-12-02T06:00","zone":"Europe/Berlin","repeat":"FREQ=WEEKLY;BYDAY=SA""#,
      "begin at 2026-12-05T20:00"
    ),
    (
      #""from":"2300-12-01T20:00","until":"2300-12-02T06:00","zone":"Europe/Berlin","repeat":"FREQ=DAILY""#,
      "it gives none"
    ),
  ])
  func `are refused with a sentence`(members: String, sentence: String) throws {
    let reply = try #require(api.send("POST /v1/schedule", #"{"theme":"night",\#(members)}"#))
    #expect(reply.status == 400 && reply["detail"]?.contains(sentence) == true, "\(reply["detail"] ?? "")")
  }

  @Test func `are in the outlook, far ahead too, and in the resolved theme`() throws {
    _ = try enter(night)
    let outlook = try #require(
      api.ask("GET /v1/outlook?from=2027-03-27T18:00:00Z&until=2027-03-28T05:00:00Z"))
    #expect(outlook.count("spans") == 3 && outlook["spans.1.from"] == "2027-03-27T19:00:00.000Z")
    #expect(outlook["spans.1.until"] == "2027-03-28T04:00:00.000Z", "nine hours on that night")
    let long = try #require(api.ask("GET /v1/outlook?until=2190-01-01T00:00:00Z"))
    #expect(long.count("spans") == 5000 && long["more"] == "true" && long["until"] != nil)
    #expect(api.ask("GET /v1/active?at=2180-01-01T00:00:00Z")?["theme"] == "night")
    let then = try #require(api.ask("GET /v1/theme?at=2026-12-01T19:00:00Z"))
    #expect(then["theme"] == "night" && then.content.headers.contains { $0.value == "no-store" })
    for form in [".css", ".android.zip?theme=", ".tokensstudio.json?theme="] {
      let parts = form.split(separator: "?")
      let reply = try #require(api.ask("GET /v1/theme\(parts[0])?at=2026-12-01T19:00:00Z"))
      #expect(reply.status == 200 && reply.content.headers.contains { $0.value == "no-store" })
      if parts.count > 1 {
        #expect(
          reply.content.bytes.elementsEqual(
            api.ask("GET /v1/theme\(form)night")?.content.bytes.map(\.self) ?? []))
      }
    }
    #expect(api.ask("GET /v1/theme?at=2020-12-01T19:00:00Z")?.status == 410)
    _ = try tick("2026-12-01T19:00:00Z")
    _ = try tick("2026-12-02T05:00:00Z")
    #expect(
      api.ask("GET /v1/theme?at=2026-12-01T20:00:00Z")?["theme"] == "night", "the past is what the log says")
  }

  @Test func `are a calendar with rules, exceptions and zones`() throws {
    let id = try enter(night)
    _ = api.send("POST /v1/schedule/\(id)/skip", #"{"occurrence":"2026-12-24T20:00"}"#)
    _ = api.send(
      "POST /v1/schedule/\(id)/move", #"{"occurrence":"2026-12-25T20:00","from":"2026-12-25T16:00"}"#)
    let calendar = try #require(api.ask("GET /v1/schedules.ics"))
    #expect(calendar.content.headers.contains { ($0.name, $0.value) == ("Cache-Control", "no-cache") })
    let text = String(decoding: calendar.content.bytes, as: UTF8.self)
    for line in [
      "BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "UID:\(id)@livery", "RRULE:FREQ=DAILY",
      "DTSTART;TZID=Europe/Berlin:20261201T200000", "EXDATE;TZID=Europe/Berlin:20261224T200000",
      "RECURRENCE-ID;TZID=Europe/Berlin:20261225T200000", "END:VCALENDAR",
    ] { #expect(text.contains("\r\n\(line)\r\n"), "\(line)") }
    #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
  }
}

extension Zones {
  /// The zones of the fixtures, at the paths of tzdata.
  static let recorded: Zones = {
    let lines = ProjectFiles.text("Tests/Fixtures/plans/rules.txt").split(separator: "\n").filter {
      $0.hasPrefix("zone\t")
    }
    let files = Dictionary(
      lines.map { line in
        let words = line.split(separator: "\t")
        let values = words[2].utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) ?? 0 }
        return (
          String(words[1]), stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
        )
      }
    ) { $1 }
    return Zones(
      read: { files[$0] },
      list: { folder in
        let inside = files.keys.filter { $0.hasPrefix(folder) && !folder.contains(".") }
        let names = Set(inside.map { String($0.dropFirst(folder.count).prefix { $0 != "/" }) })
        return inside.isEmpty || folder != "" && !folder.hasSuffix("/") && files[folder] != nil
          ? nil : names.sorted()
      })
  }()
}
