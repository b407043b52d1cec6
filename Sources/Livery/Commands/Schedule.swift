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
