internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `GET /v1/schedules.ics`: the schedules as a calendar.
struct GetCalendar: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/schedules.ics", id: "getCalendar", tag: "Schedules",
    summary: "The schedules as iCalendar (RFC 5545), for calendars that subscribe.",
    detail:
      "Each schedule is an event; one that repeats has its rule, and its skipped and moved occurrences.",
    access: .operate, parameters: [.init(.query, "channel", "Only this channel's.", schema: .named("Name"))],
    answers: [.init(200, "The calendar.", media: [.init(.calendar, .string)]), .unchanged], refuses: [403])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let channel = call["channel"]
    if let channel { try call.principal.check(.operate, in: channel) }
    let (snapshot, zones, principal) = (call.snapshot, call.services.zones, call.principal)
    let schedules = snapshot.state.schedules.values.filter {
      channel.map { [name = $0.channel] in $0 == name } ?? principal.has(.operate, in: $0.channel)
    }.sorted { ($0.from, $0.revision) < ($1.from, $1.revision) }
    var calendar = ICalendar(zones: zones, now: call.services.clock())
    calendar.add(schedules) { snapshot.themeSet.library.themes[$0]?.title ?? $0 }
    let bytes = Array(calendar.text.utf8)
    var representation = Representation(
      key: "calendar \(EntityTag(of: bytes))", type: .calendar, caching: .checked
    ) {
      bytes
    }
    (representation.isKeptByTarget, representation.isPersonal) = (false, true)
    representation.audience = .watchers(of: channel)
    return representation
  }
}

extension MediaType {
  fileprivate static let calendar = MediaType("text/calendar; charset=utf-8")
}

/// A text of RFC 5545.
private struct ICalendar {
  private(set) var text = ""
  private let zones: Zones
  /// The time for which days are listed one by one: it ends ten years after the present one.
  private let end: Timestamp

  private typealias Property = (String, String)

  init(zones: Zones, now: Timestamp) {
    self.zones = zones
    let year = Int(now.description.prefix(4)) ?? 0
    end = Timestamp("\(year + 11)-01-01T00:00:00Z") ?? now
  }

  /// Adds the whole calendar.
  mutating func add(_ schedules: [Schedule], title: (String) -> String) {
    add("BEGIN", "VCALENDAR")
    add("VERSION", "2.0")
    add("PRODID", "-//Livery//Schedules//EN")
    let series = schedules.compactMap { one in one.series.map { (one.from, $0) } }
    for (name, all) in Dictionary(grouping: series, by: { $0.1.zone }).sorted(by: { $0.key < $1.key }) {
      guard let zone = zones[name], let first = all.map(\.0).min() else { continue }
      add(zone, name, from: first)
    }
    for schedule in schedules { add(schedule, title(schedule.theme)) }
    add("END", "VCALENDAR")
  }

  private mutating func add(_ schedule: Schedule, _ title: String) {
    let summary = schedule.channel == "main" ? title : "\(title) (\(schedule.channel))"
    let note = schedule.note.map { [("DESCRIPTION", Self.escaped($0))] } ?? []
    let shared: [Property] =
      [
        ("UID", "\(schedule.id)@livery"), ("DTSTAMP", Self.utc(schedule.from)),
        ("SUMMARY", Self.escaped(summary)),
      ]
      + note
    guard let series = schedule.series else {
      let until = schedule.until.map { [("DTEND", Self.utc($0))] } ?? []
      return event(shared + [("DTSTART", Self.utc(schedule.from))] + until)
    }
    guard let zone = zones[series.zone] else { return }
    let at = { (name: String, time: LocalTime) -> Property in
      ("\(name);TZID=\(series.zone)", Self.digits(time))
    }
    let (stray, passedOver) = series.strays(until: end, in: zone)
    let moved = series.moved(in: zone) + stray
    let until = series.rule.lastMoment(in: zone).map { ";UNTIL=\(Self.utc($0))" } ?? ""
    let parts = series.text.uppercased().split(separator: ";").filter { !$0.hasPrefix("UNTIL=") }
    event(
      shared + [
        at("DTSTART", series.from), at("DTEND", series.until),
        ("RRULE", parts.joined(separator: ";") + until),
      ]
        + (series.skipped + passedOver).map { at("EXDATE", $0) })
    for one in moved {
      let (from, until) = (zone.local(at: one.from), zone.local(at: one.until))
      event(shared + [at("RECURRENCE-ID", one.name), at("DTSTART", from), at("DTEND", until)])
    }
  }

  private mutating func event(_ properties: [Property]) {
    add("BEGIN", "VEVENT")
    for (name, value) in properties { add(name, value) }
    add("END", "VEVENT")
  }

  /// Adds a zone with each change of its offset: rules for them would be a guess.
  private mutating func add(_ zone: Zone, _ name: String, from first: Timestamp) {
    let start = first.advanced(bySeconds: -366 * 86_400)
    let offset = zone.offset(at: start)
    add("BEGIN", "VTIMEZONE")
    add("TZID", name)
    add(offset, offset, [zone.local(at: start)])
    let changes = zone.changes(from: start, until: Timestamp(milliseconds: .max))
    for (offsets, some) in Dictionary(grouping: changes, by: { [$0.before, $0.after] }).sorted(by: {
      $0.value[0].at < $1.value[0].at
    }) {
      add(offsets[0], offsets[1], some.map { LocalTime(inUTC: $0.at.advanced(bySeconds: $0.before)) })
    }
    add("END", "VTIMEZONE")
  }

  private mutating func add(_ before: Int64, _ after: Int64, _ times: [LocalTime]) {
    let kind = after > before ? "DAYLIGHT" : "STANDARD"
    add("BEGIN", kind)
    add("DTSTART", times.first.map(Self.digits) ?? "")
    if times.count > 1 { add("RDATE", times.dropFirst().map(Self.digits).joined(separator: ",")) }
    add("TZOFFSETFROM", Self.offset(before))
    add("TZOFFSETTO", Self.offset(after))
    add("END", kind)
  }

  /// Adds a line, folded after 75 octets.
  private mutating func add(_ name: String, _ value: String) {
    var width = 0
    for scalar in "\(name):\(value)".unicodeScalars {
      let count = String(scalar).utf8.count
      if width + count > 75 { (text, width) = (text + "\r\n ", 1) }
      text.unicodeScalars.append(scalar)
      width += count
    }
    text += "\r\n"
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\\", ";", ",": escaped += "\\\(scalar)"
      case "\n": escaped += "\\n"
      case _ where scalar.value < 32 && scalar != "\t": break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }

  private static func offset(_ seconds: Int64) -> String {
    let parts =
      [abs(seconds) / 3600, abs(seconds) / 60 % 60] + (seconds % 60 == 0 ? [] : [abs(seconds) % 60])
    return (seconds < 0 ? "-" : "+") + parts.map { "\($0 < 10 ? "0" : "")\($0)" }.joined()
  }

  /// Returns `20261201T200000`.
  private static func digits(_ time: LocalTime) -> String {
    String(time.inUTC.description.prefix(19).filter { $0 != "-" && $0 != ":" })
  }

  private static func utc(_ moment: Timestamp) -> String { digits(LocalTime(inUTC: moment)) + "Z" }
}
