internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `POST /v1/schedule`: a theme from one time to another.
struct CreateSchedule: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .post, "/v1/schedule", id: "createSchedule", tag: "Schedules",
    summary: "Shows a theme from one time to another, then what was there before.",
    detail: """
      Of two that overlap, the later start wins. A switch by hand ends the schedules that run in its channel. A \
      start or end that is missed while the server is down is made up for when it starts. A theme of another kit \
      than the channel's gets 409, unless `force` is true.
      """,
    access: .operate, parameters: [.idempotencyKey],
    body: .fields(
      "ScheduleOrder",
      example: #"{"theme":"new-year","from":"2026-12-24T18:00:00Z","until":"2027-01-07T00:00:00Z"}"#),
    answers: [
      Operation.PossibleAnswer(
        201, "The schedule.", media: [.init(.json, .named("ScheduleResult"))], headers: ["Location"])
    ] + .refusals(400, 401, 403, 404, 409, 415, 422, 503, 507))

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let fields = try Fields(call.request, allowed: ["theme", "from", "until", "channel", "note", "force"])
    let isForced = try fields.flag("force")
    let schedule = try schedule(fields, call.principal)
    try call.operate(in: schedule.channel, showing: schedule.theme)
    return try call.write(to: publisher, note: schedule.note) { snapshot, _ throws(Refusal) in
      try snapshot.check(theme: schedule.theme)
      try snapshot.checkLimit(ofChannels: schedule.channel)
      try snapshot.checkLimitOfSchedules()
      try snapshot.check(kitOf: schedule.theme, planned: schedule.channel, isForced: isForced)
      return .schedule(schedule)
    } answer: {
      reply(schedule, $0)
    }
  }

  private func schedule(_ fields: Fields, _ author: Principal) throws(Refusal) -> Schedule {
    let theme = try fields.required("theme", "the name of the theme to show")
    _ = try fields.required("from", "the time to begin at")
    let from = try fields.timestamp("from") ?? publisher.now()
    let until = try fields.timestamp("until")
    if let until, until <= from { throw fields.bad("until", "is not after 'from'", "give a later time") }
    if let until, until <= publisher.now() {
      throw fields.bad("until", "is in the past", "give a later time")
    }
    return Schedule(
      id: Schedule.newID(), channel: try fields.channel(), theme: theme, from: from, until: until,
      by: author.name, note: try fields.note())
  }

  private func reply(_ schedule: Schedule, _ publication: Publication) -> Reply {
    let location = Request.Field("Location", "/v1/schedule/\(schedule.id)")
    let cursor = Request.Field("Livery-Cursor", publication.head.description)
    return JSONReply.make(status: 201, headers: [location, cursor]) { json in
      json.member("cursor", publication.head.description)
      json.member("schedule") { $0.schedule(schedule) }
    }
  }
}
