internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `GET /v1/schedule/{id}`: one schedule, at the address that its creation gave.
struct GetSchedule: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/schedule/{id}", id: "getSchedule", tag: "Schedules", summary: "A schedule that waits or runs.",
    access: .operate,
    parameters: [.init(.path, "id", "The schedule's id.")],
    answers: [
      .init(200, "The schedule.", media: [.init(.json, .named("Schedule"))]), .unchanged, .refusal(404),
    ])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let snapshot = call.snapshot
    try call.requireJSON()
    let schedules = snapshot.state.schedules
    guard let schedule = schedules[call.name] else {
      throw .unknown(.unknownSchedule, "schedule", call.name, among: schedules.keys)
    }
    return Representation(
      key: "schedule \(schedule.id) \(snapshot.cursor)", type: .json, vary: ["Accept"],
      audience: .operators(in: schedule.channel)
    ) { () throws(Refusal) in
      var json = JSONWriter()
      json.schedule(schedule)
      return json.finished()
    }
  }
}
