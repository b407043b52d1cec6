internal import Changes
internal import Documents
internal import Service
internal import Themes

extension Command {
  static let schedule = Command(
    name: "schedule", summary: "Schedule a theme; without a theme, list the schedules.",
    operands: ("[THEME]", 0...1),
    flags: [.from, .until, .cancel, .channel, .note, .otherKit, .json] + Flag.connection,
    details: """
      A time without an offset from UTC is one of this machine's zone; the command says which moment that is.

        livery schedule new-year --from "2026-12-24 18:00" --until 2027-01-07
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
    guard let from = try arguments.time(.from) else {
      throw .usage("'livery schedule \(theme)' needs --from TIME.")
    }
    let answer = try client.send(
      "POST", "/v1/schedule",
      [
        ("theme", theme), ("from", from), ("until", try arguments.time(.until)),
        ("channel", arguments[.channel]),
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

extension Arguments {
  /// Returns the time of a flag with an offset from UTC: without one, the time is read in this machine's zone. A text that
  /// is no time is left to the server, which says so.
  fileprivate func time(_ flag: Flag) throws(CommandError) -> String? {
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
  fileprivate static let from = Flag(
    "--from", "TIME", "the time when the theme becomes active: \"2026-12-24 18:00\"")
  fileprivate static let until = Flag("--until", "TIME", "the time when it ends; by default, it stays active")
  fileprivate static let cancel = Flag("--cancel", "ID", "cancel this schedule")
}
