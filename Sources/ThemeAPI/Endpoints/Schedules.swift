internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `GET /v1/schedule`: the schedules that wait or run.
struct ListSchedules: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/schedule", id: "listSchedules", tag: "Schedules",
    summary: "The schedules that wait or run, by start time.", access: .watch,
    parameters: [.init(.query, "channel", "Only this channel's.", schema: .named("Name"))],
    answers: [.json(200, "The schedules.", "ScheduleList"), .unchanged])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let snapshot = call.snapshot
    // Checked here too, so that this refusal comes before one of the channel.
    try call.requireJSON()
    let channel = call["channel"]
    if let channel, !Name.isValid(channel) {
      throw .badParameter("channel", "is not a channel's name: '\(channel.shown)'.")
    }
    let scope = channel.map { .some([$0]) } ?? call.principal.grants.scope(of: .watch)
    let schedules = snapshot.state.schedules.values.filter { scope.contains($0.channel) }
      .sorted { ($0.from, $0.revision) < ($1.from, $1.revision) }
    let key = "schedule \(channel ?? scope.text) \(snapshot.cursor)"
    var list = try Representation.list("schedules", key: key, call) { json in
      for schedule in schedules { json.object { $0.schedule(schedule) } }
    }
    list.audience = channel.map { .watchers(of: $0) } ?? .watchersOfEverything
    guard channel == nil, scope != .all else { return list }
    (list.audience, list.isPersonal) = (.watchers(of: nil), true)
    return list
  }
}

/// `GET /v1/schedule/{id}`: one schedule.
struct GetSchedule: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/schedule/{id}", id: "getSchedule", tag: "Schedules", summary: "A schedule that waits or runs.",
    access: .watch, parameters: [.init(.path, "id", "The schedule's id.")],
    answers: [.json(200, "The schedule.", "Schedule"), .unchanged], refuses: [404])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let snapshot = call.snapshot
    try call.requireJSON()
    let schedules = snapshot.state.schedules
    guard let schedule = schedules[call.name] else {
      throw .unknown(.unknownSchedule, "schedule", call.name, among: schedules.keys)
    }
    return Representation(
      key: "schedule \(schedule.id) \(snapshot.cursor)", type: .json, vary: ["Accept"],
      audience: .watchers(of: schedule.channel)
    ) { JSONWriter.object { $0.schedule(schedule) } }
  }
}

/// `POST /v1/schedule`: shows a theme from one time to another.
struct CreateSchedule: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .post, "/v1/schedule", id: "createSchedule", tag: "Schedules",
    summary: "Shows a theme from one time to another, and then the previous theme again.",
    detail: """
      Of two schedules that overlap, the one with the later start wins. A switch by hand ends the schedules that run in its \
      channel. A start or end that passes while the server is down takes effect when it starts. The answer for a theme \
      of another kit than the channel's is 409, unless `force` is true.
      """,
    access: .operate, parameters: [.idempotencyKey],
    body: .fields(
      "ScheduleOrder",
      example: #"{"theme":"new-year","from":"2026-12-24T18:00:00Z","until":"2027-01-07T00:00:00Z"}"#),
    answers: [.json(201, "The schedule.", "ScheduleResult", headers: ["Location"])],
    refuses: [404, 409, 415, 422, 507])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let fields = try Fields(call.request, allowed: ["theme", "from", "until", "channel", "note", "force"])
    let isForced = try fields.flag("force")
    let schedule = try schedule(fields, call.principal)
    return call.operate(in: schedule.channel, showing: schedule.theme) { () throws(Refusal) in
      try call.write(to: publisher, note: schedule.note) { snapshot, _ throws(Refusal) in
        try snapshot.check(theme: schedule.theme)
        try snapshot.checkLimit(ofChannels: schedule.channel)
        try snapshot.checkLimitOfSchedules()
        try snapshot.check(
          kitOf: schedule.theme, in: schedule.channel, isForced: isForced, isPlanned: true)
        return .schedule(schedule)
      } answer: { publication in
        let location = Request.Field("Location", "/v1/schedule/\(schedule.id)")
        let cursor = publication.head.description
        return .json(status: 201, headers: [location, .init("Livery-Cursor", cursor)]) { json in
          json.member("cursor", cursor)
          json.object("schedule") { $0.schedule(schedule) }
        }
      }
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
}

/// `DELETE /v1/schedule/{id}`: deletes a schedule.
struct DeleteSchedule: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .delete, "/v1/schedule/{id}", id: "deleteSchedule", tag: "Schedules",
    summary: "Deletes a schedule. If it runs, the channel shows the theme that it would show without it.",
    access: .operate, parameters: [.init(.path, "id", "The schedule's id."), .idempotencyKey],
    answers: [.json(200, "The schedule was deleted.", "ScheduleDeletion")], refuses: [404, 422, 507])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let id = call.name
    let channel = call.snapshot.state.schedules[id]?.channel
    return try call.write(to: publisher) { snapshot, summary throws(Refusal) in
      guard let schedule = snapshot.state.schedules[id] else {
        throw .unknown(.unknownSchedule, "schedule", id, among: snapshot.state.schedules.keys)
      }
      try call.principal.check(.operate, in: schedule.channel)
      let rest = snapshot.state.running(in: schedule.channel).filter { $0.id != id }
      let theme =
        ScheduleTransition.winner(among: rest)?.theme ?? snapshot.activation(of: schedule.channel)?.base
      return .unschedule(id, theme: theme.map(summary))
    } answer: {
      $0.reply("id", id)
    }.noting(channel: channel)
  }
}

/// `GET /v1/outlook`: the themes that a channel will show.
struct GetOutlook: Endpoint {
  let operation = Operation(
    .get, "/v1/outlook", id: "getOutlook", tag: "Schedules",
    summary: "The themes that a channel will show if nothing else is switched or scheduled.",
    detail: """
      Spans in order, without gaps, each with its theme and its schedule, if any. A `from` in the past counts as now; \
      the past is in `/v1/history`.
      """,
    access: .watch,
    parameters: [
      .channel,
      .init(.query, "from", "The first moment; now if none is given.", schema: .moment),
      .init(.query, "until", "The last moment; 35 days later if none is given.", schema: .moment),
    ],
    answers: [.json(200, "The themes that will show.", "Outlook")], refuses: [404])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let now = call.services.clock()
    let start = max(try call.moment("from") ?? now, now)
    let end = try call.moment("until") ?? start.advanced(bySeconds: 35 * 86_400)
    guard start < end else {
      throw .badParameter("until", "should come after 'from' and after the present: \(end) does not.")
    }
    let channel = call.channel
    try call.principal.check(.watch, in: channel)
    let outlook = try call.snapshot.outlook(channel, from: start, until: end)
    return .reply(
      .json { json in
        json.member("channel", channel)
        json.objects("spans", for: outlook.spans) { json, span in
          json.member("from", span.from.description)
          json.member("until", span.until.description)
          json.member("theme", span.theme)
          if let schedule = span.schedule { json.member("schedule", schedule) }
        }
      })
  }
}

extension Snapshot {
  /// Returns the themes that a channel will show. A schedule whose theme is gone has no effect.
  func outlook(_ channel: String, from start: Timestamp, until end: Timestamp) throws(Refusal) -> Outlook {
    let activation = try existing(channel)
    let schedules = state.schedules.values.filter {
      $0.channel == channel && themeSet.library.themes[$0.theme] != nil
    }
    return Outlook(of: schedules, base: activation.base, from: start, until: end)
  }
}
