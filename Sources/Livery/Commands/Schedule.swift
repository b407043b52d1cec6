internal import Documents
internal import Service
internal import Themes

extension Command {
  /// Lists, adds and cancels schedules.
  static let schedule = Command(
    "schedule", "Schedule a theme; without a theme, list the schedules.",
    operands: Operands(usage: "[THEME]", count: 0...1),
    flags: [.from, .until, .cancel, .channel, .note, .otherKit, .json] + Flag.connection,
    details: """
      Times are written with their offset from UTC:

        livery schedule new-year --from 2026-12-24T18:00:00+01:00 \\
          --until 2027-01-07T00:00:00+01:00
      """
  ) { arguments throws(CommandError) in
    let client = try ServerConnection(arguments)
    let answer: ServerAnswer
    if let id = arguments[.cancel] {
      guard arguments.operands.isEmpty else {
        throw .usage("'--cancel' cancels a schedule; it takes no theme.")
      }
      answer = try client.send("DELETE", "/v1/schedule/\(id.percentEscaped())", needing: ["id": .string])
      Console.print(arguments.has(.json) ? answer.text : "Schedule \(id) is gone.\n")
    } else if let theme = arguments.operands.first {
      guard let from = arguments[.from] else { throw .usage("'livery schedule \(theme)' needs --from TIME.") }
      answer = try client.send(
        "POST", "/v1/schedule",
        [
          ("theme", theme), ("from", from), ("until", arguments[.until]), ("channel", arguments[.channel]),
          ("note", arguments[.note]),
        ], flags: arguments.has(.otherKit) ? ["force"] : [], needing: ["schedule": .object])
      let line = answer.root?["schedule"].map(ScheduleReport.line) ?? answer.text
      Console.print(arguments.has(.json) ? answer.text : line + "\n")
    } else {
      answer = try client.get(
        "/v1/schedule", [("channel", arguments[.channel])], needing: ["schedules": .array])
      Console.print(arguments.has(.json) ? answer.text : ScheduleReport.list(answer))
    }
    return .done
  }
}

extension Flag {
  fileprivate static let from = Flag(
    "--from", "TIME", "the time when the theme becomes active: 2026-12-24T18:00:00Z")
  fileprivate static let until = Flag("--until", "TIME", "the time when it ends; by default, it stays active")
  fileprivate static let cancel = Flag("--cancel", "ID", "cancel this schedule")
}

/// The text for schedules.
enum ScheduleReport {
  static func list(_ answer: ServerAnswer) -> String {
    let schedules = answer.list("schedules")
    return schedules.isEmpty ? "Nothing is scheduled.\n" : schedules.map { line($0) + "\n" }.joined()
  }

  /// Returns a line such as `9f3c…  main: new-year from … until …  waiting`.
  static func line(_ schedule: JSONNode) -> String {
    var words =
      "\(schedule.text("id") ?? "")  \(schedule.text("channel") ?? ""): \(schedule.text("theme") ?? "")"
    words += " from \(schedule.text("from") ?? "")"
    if let until = schedule.text("until") { words += " until \(until)" }
    if let note = schedule.text("note") { words += ": \(note)" }
    return words + "  \(schedule.text("state") ?? "")"
  }
}
