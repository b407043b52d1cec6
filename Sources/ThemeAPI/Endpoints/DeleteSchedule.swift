internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `DELETE /v1/schedule/{id}`: deletes a schedule.
struct DeleteSchedule: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .delete, "/v1/schedule/{id}", id: "deleteSchedule", tag: "Schedules",
    summary: "Deletes a schedule; where it runs, the channel shows what it would show without it.",
    access: .operate, parameters: [.init(.path, "id", "The schedule's id."), .idempotencyKey],
    answers: [
      Operation.PossibleAnswer(
        200, "The schedule is gone.", media: [.init(.json, .named("ScheduleDeletion"))])
    ] + .refusals(400, 401, 403, 404, 422, 503, 507))

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let id = call.name
    return try call.write(to: publisher) { snapshot, summary throws(Refusal) in
      guard let schedule = snapshot.state.schedules[id] else {
        throw .unknown(.unknownSchedule, "schedule", id, among: snapshot.state.schedules.keys)
      }
      try call.operate(in: schedule.channel)
      let rest = snapshot.state.running(in: schedule.channel).filter { $0.id != id }
      let theme =
        ScheduleTransition.winner(among: rest)?.theme ?? snapshot.activation(of: schedule.channel)?.base
      return .unschedule(id, theme: theme.map(summary))
    } answer: { publication in
      JSONReply.make(headers: [.init("Livery-Cursor", publication.head.description)]) { json in
        json.member("id", id)
        json.member("cursor", publication.head.description)
      }
    }
  }
}
