internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `GET /v1/schedule`: what is to come, what runs.
struct ListSchedules: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/schedule", id: "listSchedules", tag: "Schedules",
    summary: "The schedules that wait or run, by their start.", access: .operate,
    parameters: [.init(.query, "channel", "Only this channel's.", schema: .named("Name"))],
    answers: [
      Operation.PossibleAnswer(200, "The schedules.", media: [.init(.json, .named("ScheduleList"))]),
      Operation.PossibleAnswer(304, "Not modified."),
    ] + .refusals(400))

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let snapshot = call.snapshot
    // Asked for here too, since it comes before what is wrong with the channel.
    try call.requireJSON()
    let channel = call["channel"]
    if let channel, !Name.isValid(channel) {
      throw .badParameter("channel", "is not a channel's name: '\(channel.shown)'.")
    }
    let scope = channel.map { .some([$0]) } ?? call.principal.grants.scope(of: .operate)
    let schedules = snapshot.state.schedules.values.filter { scope.contains($0.channel) }
      .sorted { ($0.from, $0.revision) < ($1.from, $1.revision) }
    let key = "schedule \(channel ?? scope.text) \(snapshot.cursor)"
    var list = try Representation.list("schedules", key: key, call) { json in
      for schedule in schedules { json.schedule(schedule) }
    }
    list.audience = channel.map { .operators(in: $0) } ?? .operatorsEverywhere
    guard channel == nil, scope != .all else { return list }
    (list.audience, list.isPersonal) = (.operators(in: nil), true)
    return list
  }
}
