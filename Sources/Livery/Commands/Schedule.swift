internal import Changes
internal import Documents
internal import Service
internal import Themes

extension Command {
  static let schedule = Command(
    name: "schedule", summary: "Schedule a theme; without a theme, list the schedules.",
    operands: ("[THEME]", 0...1),
    flags: [.from, .until] + Flag.ofSeries + [.cancel, .channel, .note, .otherKit, .json] + Flag.connection,
    details: """
      A time without an offset from UTC is one of --zone or of this machine's zone; the command says which.

        livery schedule new-year --from "2026-12-24 18:00" --until 2027-01-07
        livery schedule new-year --from 2026-12-24T18:00:00+01:00 \\
          --until 2027-01-07T00:00:00+01:00
        livery schedule night --from 20:00 --until 06:00 --every day \\
          --zone Europe/Berlin
        livery schedule sale --from 00:00 --until 00:00 --every month --on -1fri
        livery schedule --skip ID --on 2026-12-24
        livery schedule --move ID --on 2026-12-24 --from 16:00 --until 18:00

      --every takes day, week, month, year, '2 weeks' or days such as sat,sun.
      """
  ) { arguments throws(CommandError) in
    let client = try ServerConnection(arguments)
    if let id = arguments[.cancel] {
      guard arguments.operands.isEmpty else {
        throw .usage("'--cancel' cancels a schedule; it takes no theme.")
      }
      let answer = try client.send(
        "DELETE", "/v1/schedule/\(id.percentEscaped())", needing: ["id": .string])
      return arguments.print(json: answer.text, text: "Schedule \(id) is gone.\n")
    }
    if let id = arguments[.skipOne] ?? arguments[.moveOne] { return try change(id, arguments, client) }
    guard let theme = arguments.operands.first else { return try listSchedules(arguments, client) }
    guard arguments[.from] != nil else { throw .usage("'livery schedule \(theme)' needs --from TIME.") }
    var times = try PlanWords(arguments)?.members ?? []
    if times.isEmpty { times = [("from", try arguments.time(.from)), ("until", try arguments.time(.until))] }
    let answer = try client.send(
      "POST", "/v1/schedule",
      [("theme", theme)] + times + [("channel", arguments[.channel]), ("note", arguments[.note])],
      force: arguments.has(.otherKit), needing: ["schedule": .object])
    return arguments.print(
      json: answer.text, text: (answer.root?["schedule"].map(line) ?? answer.text) + "\n")
  }

  static let schedules = Command(
    name: "schedules", summary: "List the schedules of a running server.",
    flags: [.channel, .json] + Flag.connection
  ) { arguments throws(CommandError) in try listSchedules(arguments, try ServerConnection(arguments)) }

  private static func listSchedules(
    _ arguments: Arguments, _ client: ServerConnection
  ) throws(CommandError) -> ExitCode {
    let answer = try client.get(
      "/v1/schedule", [("channel", arguments[.channel])], needing: ["schedules": .array])
    let lines = answer.list("schedules").map { line($0) + "\n" }.joined()
    return arguments.print(json: answer.text, text: lines.isEmpty ? "Nothing is scheduled.\n" : lines)
  }

  /// Skips or moves one occurrence.
  private static func change(
    _ id: String, _ arguments: Arguments, _ client: ServerConnection
  ) throws(CommandError) -> ExitCode {
    let word = arguments.has(.skipOne) ? "skip" : "move"
    guard let day = arguments[.on], arguments.operands.isEmpty, word == "move" || !arguments.has(.moveOne)
    else {
      throw .usage("'--\(word)' needs --on DAY, as in --on 2026-12-24, and neither a theme nor another ID.")
    }
    let path = "/v1/schedule/\(id.percentEscaped())"
    var members: [(String, String?)] = []
    if let local = LocalTime(day + "T00:00") {
      let known = try client.get(path, needing: ["local": .object])
      let first = known.root?["local"]?.text("from").flatMap { LocalTime($0) } ?? local
      members.append(("occurrence", LocalTime(day: local.day, time: first.time).description))
    } else {
      members.append(("occurrence", day))
    }
    if word == "move" {
      // A time of the day is of the day of the occurrence.
      let from = arguments[.from].map { text in LocalTime("\(day.prefix(10))T\(text)")?.description ?? text }
      let start = from.flatMap { LocalTime($0) }
      members += [("from", from), ("until", arguments[.until].map { PlanWords.end($0, after: start) })]
    }
    let answer = try client.send("POST", "\(path)/\(word)", members, needing: ["schedule": .object])
    return arguments.print(
      json: answer.text, text: (answer.root?["schedule"].map(line) ?? answer.text) + "\n")
  }

  /// Returns a line such as `9f3c…  main: new-year from … until …  waiting`.
  private static func line(_ schedule: JSONNode) -> String {
    let time =
      schedule["repeat"].map { _ in " \(PlanWords.text(schedule))" }
      ?? " from \(schedule.text("from") ?? "")" + schedule.text("until", after: " until ")
    return "\(schedule.text("id") ?? "")  \(schedule.text("channel") ?? ""): \(schedule.text("theme") ?? "")"
      + time + schedule.text("note", after: ": ") + "  \(schedule.text("state") ?? "")"
  }
}

extension Arguments {
  /// Returns the time of a flag with an offset from UTC: without one, the time is read in this machine's zone. A text that
  /// is no time is left to the server, which says so.
  func time(_ flag: Flag) throws(CommandError) -> String? {
    guard let text = self[flag], Timestamp(text) == nil,
      let whole = ["", ":00", "T00:00:00"].map({ text + $0 }).first(where: { Timestamp($0 + "Z") != nil }),
      let utc = Timestamp(whole + "Z")
    else { return self[flag] }
    // The clock may change on that day: the offsets of the days around it are all that there can be.
    let offsets = Set([-86_400, 86_400].map { utc.advanced(bySeconds: $0).zone.offset })
    let moments = offsets.map { utc.advanced(bySeconds: Int64(-$0)) }
      .filter { $0.advanced(bySeconds: Int64($0.zone.offset)) == utc }
    guard let moment = moments.first, moments.count == 1 else {
      throw .usage(
        "The clock of this machine's time zone changes then, so '\(text)' \(moments.isEmpty ? "never comes" : "comes twice"); "
          + "add the offset from UTC that you mean, as in \(whole)+01:00.")
    }
    let minutes = abs(moment.zone.offset) / 60
    let digits = [minutes / 60, minutes % 60].map { "\($0 < 10 ? "0" : "")\($0)" }
    let full = "\(whole)\(moment.zone.offset < 0 ? "-" : "+")\(digits.joined(separator: ":"))"
    Console.printError(
      "livery: '\(text)' has no offset from UTC and is read in this machine's time zone, \(moment.zone.name): \(full).\n"
    )
    return full
  }
}

extension Flag {
  static let from = Flag(
    "--from", "TIME", "the time when the theme becomes active: \"2026-12-24 18:00\"")
  static let until = Flag("--until", "TIME", "the time when it ends; by default, it stays active")
  fileprivate static let cancel = Flag("--cancel", "ID", "cancel this schedule")
  fileprivate static let skipOne = Flag("--skip", "ID", "skip one occurrence of this schedule")
  fileprivate static let moveOne = Flag("--move", "ID", "move one occurrence to --from and --until")
  static let every = Flag("--every", "WORDS", "repeat: day, week, month, year or sat,sun")
  static let on = Flag("--on", "DAYS", "the days of the month, or the occurrence")
  static let zone = Flag("--zone", "NAME", "the zone of the times: Europe/Berlin")
  static let count = Flag("--count", "N", "end after so many occurrences")
  static let last = Flag("--last", "DAY", "the last day on which it may begin")
  static let rule = Flag("--repeat", "RULE", "a rule of RFC 5545 instead of --every")
  fileprivate static let ofSeries = [every, on, zone, count, last, rule, skipOne, moveOne]
}

/// The words in which commands take and print schedules that repeat.
struct PlanWords {
  /// The members of the request that flags stand for.
  private(set) var members: [(String, String?)] = []

  private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let units = ["day": "DAILY", "week": "WEEKLY", "month": "MONTHLY", "year": "YEARLY"]

  /// Nil if the flags name no zone, no rule and no time of the day, so that each time stands for itself.
  init?(_ arguments: Arguments) throws(CommandError) {
    let rule = try Self.rule(arguments)
    let isTime = { (flag: Flag) in arguments[flag].map { LocalTime("2000-01-01T\($0)") != nil } ?? false }
    guard rule != nil || arguments[.zone] != nil || isTime(.from) else { return nil }
    guard let name = arguments[.zone] ?? Zones.ofThisMachine else {
      throw .usage("This machine's time zone has no name; give one, as in --zone Europe/Berlin.")
    }
    let zone = Zones.system[name]
    let from = try Self.from(arguments[.from] ?? "", rule, zone, name)
    let start = LocalTime(from) ?? zone.flatMap { zone in Timestamp(from).map { zone.local(at: $0) } }
    let until = arguments[.until].map { Self.end($0, after: start) }
    let isLocal = LocalTime(from) != nil
    members = [
      ("from", from),
      (
        "until",
        isLocal
          ? until
          : until.map { end in
            LocalTime(end).flatMap { local in zone.map { $0.moment(of: local).description } } ?? end
          }
      ),
      ("zone", name), ("repeat", rule),
    ]
    if arguments[.zone] == nil {
      Console.printError("livery: The times are those in \(name), this machine's zone.\n")
    }
  }

  /// Returns the beginning: of a time of the day, the next one that the rule gives.
  private static func from(
    _ text: String, _ rule: String?, _ zone: Zone?, _ name: String
  ) throws(CommandError) -> String {
    guard let time = LocalTime("2000-01-01T\(text)")?.time else { return whole(text) }
    guard let zone else {
      let near = NearestName.of(name, among: Zones.system.names).map { "did you mean '\($0)'?" }
      throw .usage(
        "There is no zone '\(name)' here; \(near ?? "give the day too: \"2026-12-01 \(text)\".")")
    }
    let now = zone.local(at: .now)
    var next = LocalTime(day: now.day + (time > now.time ? 0 : 1), time: time)
    if let rule, let read = try? RecurrenceRule(rule, from: next), let day = read.day(near: next.day) {
      next = LocalTime(day: day, time: time)
    }
    return next.description
  }

  /// Returns the end in the form of the interface: a time of the day that is not later is of the next day.
  static func end(_ text: String, after start: LocalTime?) -> String {
    guard let start, let end = LocalTime("2000-01-01T\(text)") else { return whole(text) }
    return LocalTime(day: start.day + (end.time > start.time ? 0 : 1), time: end.time).description
  }

  /// Returns a local time in the form of the interface; a day alone begins at midnight.
  private static func whole(_ text: String) -> String {
    (LocalTime(text) ?? LocalTime(text + "T00:00"))?.description ?? text
  }

  private static func rule(_ arguments: Arguments) throws(CommandError) -> String? {
    if let rule = arguments[.rule] {
      for flag in [Flag.every, .count, .last, .on] where arguments[flag] != nil {
        throw .usage("'--repeat' is the whole rule; it takes no '\(flag.name)'.")
      }
      return rule
    }
    guard let every = arguments[.every] else {
      for flag in [Flag.count, .last, .on] where arguments[flag] != nil {
        throw .usage("'\(flag.name)' needs --every, as in --every day.")
      }
      return nil
    }
    var parts = try Self.parts(of: every)
    if let on = arguments[.on] { parts.append(try days(ofMonth: on)) }
    if let count = arguments[.count] { parts.append("COUNT=\(count)") }
    if let last = arguments[.last] { parts.append("UNTIL=\(last.filter { $0 != "-" })") }
    return parts.joined(separator: ";")
  }

  /// Reads `day`, `2 weeks` or `sat,sun`.
  private static func parts(of every: String) throws(CommandError) -> [String] {
    let words = every.lowercased().split(separator: " ").map(String.init)
    let number = words.count == 2 ? Int(words[0]) : 1
    let unit = words.last.map { $0.hasSuffix("s") && number != 1 ? String($0.dropLast()) : $0 } ?? ""
    if let number, let frequency = units[unit] {
      return ["FREQ=\(frequency)"] + (number == 1 ? [] : ["INTERVAL=\(number)"])
    }
    let named = every.split { $0 == "," || $0 == " " }.map { day($0.lowercased()) }
    guard !named.isEmpty, named.allSatisfy({ $0 != nil }) else {
      let near = NearestName.question(every, among: Array(units.keys) + days)
      throw .usage(
        "'--every \(every)' is no time to repeat; give day, week, month, year or days, as sat,sun\(near)")
    }
    return ["FREQ=WEEKLY", "BYDAY=\(named.compactMap(\.self).joined(separator: ","))"]
  }

  /// Returns `SA` for a name of three letters or more, such as `sat`.
  private static func day(_ word: String) -> String? {
    guard word.count >= 3 else { return nil }
    return days.firstIndex { $0.hasPrefix(word) }.map { RecurrenceRule.weekdayNames[$0] }
  }

  /// Reads `24`, `-1` or `-1fri,2mon`.
  private static func days(ofMonth text: String) throws(CommandError) -> String {
    let words = text.lowercased().split(separator: ",").map(String.init)
    if words.allSatisfy({ Int($0) != nil }) { return "BYMONTHDAY=\(text)" }
    let found = words.map { word in
      let number = word.prefix { $0 == "-" || $0.isNumber }
      return day(String(word.dropFirst(number.count))).map { String(number) + $0 }
    }
    guard found.allSatisfy({ $0 != nil }) else {
      throw .usage("'--on \(text)' names no days of a month; give them as 24 or as -1fri,2mon.")
    }
    return "BYDAY=\(found.compactMap(\.self).joined(separator: ","))"
  }
}

/// Schedules that repeat, in words.
extension PlanWords {
  /// Returns `every day 20:00–06:00 Europe/Berlin  next Tue 1 Dec 20:00 – Wed 06:00`.
  static func text(_ schedule: JSONNode) -> String {
    let (local, name) = (schedule["local"], schedule.text("zone") ?? "")
    guard let from = local?.text("from").flatMap({ LocalTime($0) }),
      let until = local?.text("until").flatMap({ LocalTime($0) })
    else { return schedule.text("repeat") ?? "" }
    let rule = schedule.text("repeat") ?? ""
    let words = (try? RecurrenceRule(rule, from: from)).map { text($0, from) } ?? rule
    let more = until.day - from.day > 1 ? " \(until.day - from.day) days later" : ""
    return " \(words) \(time(from))–\(time(until))\(more) \(name)" + next(schedule, Zones.system[name])
  }

  private static func next(_ schedule: JSONNode, _ zone: Zone?) -> String {
    guard let next = schedule["next"]?.items.first(where: { _ in true }), let zone,
      let from = next.text("from").flatMap({ Timestamp($0) }).map(zone.local),
      let until = next.text("until").flatMap({ Timestamp($0) }).map(zone.local)
    else { return "" }
    let end = from.day == until.day ? time(until) : "\(weekday(until)) \(time(until))"
    return "  next \(weekday(from)) \(date(from)) \(time(from)) – \(end)"
  }

  private static func text(_ rule: RecurrenceRule, _ from: LocalTime) -> String {
    let unit = units.first { $0.value == rule.frequency.rawValue }?.key ?? ""
    var words = rule.interval == 1 ? "every \(unit)" : "every \(rule.interval) \(unit)s"
    let days = rule.weekdays.map { day in (day.number.map { "\(ordinal($0)) " } ?? "") + short(day.day) }
    if rule.frequency == .weekly, rule.interval == 1 { words = "every" }
    if !days.isEmpty { words += (words == "every" ? " " : " on ") + days.joined(separator: ", ") }
    if !rule.monthDays.isEmpty {
      words +=
        " on the "
        + rule.monthDays.sorted().map { ordinal($0) + ($0 < 0 ? " day" : "") }.joined(separator: ", ")
    }
    if !rule.months.isEmpty {
      words += " in " + rule.months.sorted().map { months[Int($0) - 1] }.joined(separator: ", ")
    }
    switch rule.end {
    case .never: return words
    case .count(let count): return words + ", \(count) times"
    case .local(let end): return words + ", until \(date(end)) \(end.description.prefix(4))"
    case .moment(let end): return words + ", until \(end)"
    }
  }

  /// Returns `2nd`, or `last` and `2nd last` for negative numbers.
  private static func ordinal(_ number: Int64) -> String {
    let count = abs(number)
    let ending = (11...13).contains(count) ? "th" : [1: "st", 2: "nd", 3: "rd"][count % 10] ?? "th"
    return number == -1 ? "last" : "\(count)\(ending)\(number < 0 ? " last" : "")"
  }

  private static func short(_ day: Int64) -> String {
    days[Int(day)].prefix(1).uppercased() + days[Int(day)].dropFirst().prefix(2)
  }
  private static func weekday(_ time: LocalTime) -> String { short((time.day % 7 + 10) % 7) }
  private static func time(_ time: LocalTime) -> Substring { time.description.dropFirst(11) }

  private static func date(_ time: LocalTime) -> String {
    let parts = time.description.prefix(10).split(separator: "-").compactMap { Int($0) }
    return "\(parts[2]) \(months[parts[1] - 1])"
  }
}
