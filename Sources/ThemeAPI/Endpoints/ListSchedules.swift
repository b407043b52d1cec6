internal import Changes
internal import Themes

/// `GET /v1/schedule`: what is to come, what runs.
struct ListSchedules: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/schedule", id: "listSchedules", tag: "Schedules",
    summary: "The schedules that wait or run, by their start.",
    parameters: [.init(.query, "channel", "Only this channel's.", schema: .named("Name"))],
    answers: [
      Operation.PossibleAnswer(200, "The schedules.", media: [.init(.json, .named("ScheduleList"))]),
      Operation.PossibleAnswer(304, "Not modified."),
    ] + .refusals(400))

  func represent(
    _ request: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    // Asked for here too, since it comes before what is wrong with the channel.
    try request.requireJSON()
    let channel = request["channel"]
    if let channel, !Name.isValid(channel) {
      throw .badParameter("channel", "is not a channel's name: '\(channel.shown)'.")
    }
    let schedules = snapshot.ledger.schedules.values.filter { channel == nil || $0.channel == channel }
      .sorted { ($0.from, $0.revision) < ($1.from, $1.revision) }
    let key = "schedule \(channel ?? "*") \(snapshot.cursor)"
    return try .list("schedules", key: key, request) { json in
      for schedule in schedules { json.schedule(schedule) }
    }
  }
}
