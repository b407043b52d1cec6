internal import Changes
internal import Themes

/// `GET /v1/schedule`: what is to come, what runs.
struct ListSchedules: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/schedule", id: "listSchedules", tag: "Schedules",
    summary: "The schedules that wait or run, by their start.",
    parameters: [.init(.query, "channel", "Only this channel's.", schema: .named("Name"))],
    answers: [
      Operation.Answer(200, "The schedules.", media: [.init(.json, .named("ScheduleList"))]),
      Operation.Answer(304, "They are as you have them."),
    ] + .refusals(400))

  func represent(
    _ question: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    // Asked for here too, since it comes before what is wrong with the channel.
    try question.requireJSON()
    let channel = question["channel"]
    if let channel, !Name.isValid(channel) {
      throw .badParameter("channel", "is no channel's name: '\(channel.shown)'.")
    }
    let schedules = snapshot.ledger.schedules.values.filter { channel == nil || $0.channel == channel }
      .sorted { ($0.from, $0.revision) < ($1.from, $1.revision) }
    let key = "schedule \(channel ?? "*") \(snapshot.cursor)"
    return try .list("schedules", key: key, style: .pretty, question) { json in
      for schedule in schedules { json.schedule(schedule) }
    }
  }
}
