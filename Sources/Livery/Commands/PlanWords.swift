internal import Changes
internal import Documents
internal import Service
internal import Themes

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
