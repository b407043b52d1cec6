internal import Documents
internal import Service
internal import Themes

extension Command {
  static let schedule = Command(
    name: "schedule", summary: "Schedule a theme; without a theme, list the schedules.",
    operands: ("[THEME]", 0...1),
    flags: [.from, .until, .cancel, .channel, .note, .otherKit, .json] + Flag.connection,
    details: """
      Times are written with their offset from UTC:

        livery schedule new-year --from 2026-12-24T18:00:00+01:00 \\
          --until 2027-01-07T00:00:00+01:00
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
    guard let theme = arguments.operands.first else {
      let answer = try client.get(
        "/v1/schedule", [("channel", arguments[.channel])], needing: ["schedules": .array])
      let lines = answer.list("schedules").map { line($0) + "\n" }.joined()
      return arguments.print(json: answer.text, text: lines.isEmpty ? "Nothing is scheduled.\n" : lines)
    }
    guard let from = arguments[.from] else { throw .usage("'livery schedule \(theme)' needs --from TIME.") }
    let answer = try client.send(
      "POST", "/v1/schedule",
      [
        ("theme", theme), ("from", from), ("until", arguments[.until]), ("channel", arguments[.channel]),
        ("note", arguments[.note]),
      ], force: arguments.has(.otherKit), needing: ["schedule": .object])
    return arguments.print(
      json: answer.text, text: (answer.root?["schedule"].map(line) ?? answer.text) + "\n")
  }

  /// Returns a line such as `9f3c…  main: new-year from … until …  waiting`.
  private static func line(_ schedule: JSONNode) -> String {
    "\(schedule.text("id") ?? "")  \(schedule.text("channel") ?? ""): \(schedule.text("theme") ?? "")"
      + " from \(schedule.text("from") ?? "")" + schedule.text("until", after: " until ")
      + schedule.text("note", after: ": ") + "  \(schedule.text("state") ?? "")"
  }
}

extension Flag {
  fileprivate static let from = Flag(
    "--from", "TIME", "the time when the theme becomes active: 2026-12-24T18:00:00Z")
  fileprivate static let until = Flag("--until", "TIME", "the time when it ends; by default, it stays active")
  fileprivate static let cancel = Flag("--cancel", "ID", "cancel this schedule")
}
