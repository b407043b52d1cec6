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
    let (zones, now) = (call.services.zones, call.services.clock())
    var list = Representation(schedules) {
      $0.array("schedules") { json in
        for schedule in schedules { json.object { $0.schedule(schedule, zones, at: now) } }
      }
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
    try call.requireJSON()
    let schedule = try call.snapshot.schedule(call.name)
    let (zones, now) = (call.services.zones, call.services.clock())
    var representation = Representation([schedule]) { $0.schedule(schedule, zones, at: now) }
    representation.audience = .watchers(of: schedule.channel)
    return representation
  }
}

extension Representation {
  /// Describes schedules as they are now: the next occurrences of a series are others soon, without a change.
  fileprivate init(_ schedules: [Schedule], _ members: (inout JSONWriter) -> Void) {
    let bytes = JSONWriter.object(members)
    self.init(key: "schedules \(EntityTag(of: bytes))", type: .json, vary: ["Accept"]) { bytes }
    isKeptByTarget = schedules.allSatisfy { $0.series == nil }
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
      channel. A start or end that passes while the server is down takes effect when it starts. The response for a theme \
      of another kit than the channel's is 409, unless `force` is true. With `repeat`, a rule of RFC 5545, and `zone`, it \
      repeats by the clock of a place; `from` and `until` may be local times of the zone.
      """,
    access: .operate, parameters: [.idempotencyKey],
    body: .fields(
      "ScheduleOrder",
      example: #"{"theme":"new-year","from":"2026-12-24T18:00:00Z","until":"2027-01-07T00:00:00Z"}"#),
    answers: [.json(201, "The schedule.", "ScheduleResult", headers: ["Location"])],
    refuses: [404, 409, 415, 422, 503, 507])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    try call.plan(Schedule.newID(), through: publisher)
  }
}

/// `PUT /v1/schedule/{id}`: replaces a schedule.
struct ReplaceSchedule: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .put, "/v1/schedule/{id}", id: "replaceSchedule", tag: "Schedules",
    summary: "Replaces a schedule in one change.",
    detail:
      "A running occurrence continues if the new plan has it. Skipped and moved occurrences stay if the new rule gives them.",
    access: .operate,
    parameters: [
      .init(.path, "id", "The schedule's id."),
      .init(.header, "If-Match", "Only if the schedule still has this entity tag."), .idempotencyKey,
    ],
    body: .fields(
      "ScheduleOrder",
      example: #"{"theme":"new-year","from":"2026-12-24T18:00:00Z","until":"2027-01-07T00:00:00Z"}"#),
    answers: [.json(200, "The schedule.", "ScheduleResult")], refuses: [404, 409, 412, 415, 422, 503, 507])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    // One that is gone may have been replaced under the same key before.
    if let former = call.snapshot.state.schedules[call.name] {
      try call.principal.check(.operate, in: former.channel)
    }
    return try call.plan(call.name, replaces: true, through: publisher)
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
      let schedule = try snapshot.schedule(id)
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
      Spans in order, without gaps, at most 5000, each with its theme and its schedule, if any. A `from` in the past counts as now; \
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
    let (snapshot, zones) = (call.snapshot, call.services.zones)
    // A thousand series take long, and other clients must not wait for that.
    return .offload(on: .reading) { () throws(Refusal) in
      let outlook = try snapshot.outlook(channel, from: start, until: end, zones)
      return .json { json in
        json.member("channel", channel)
        json.objects("spans", for: outlook.spans) { json, span in
          json.member("from", span.from.description)
          json.member("until", span.until.description)
          json.member("theme", span.theme)
          if let schedule = span.schedule { json.member("schedule", schedule) }
        }
        guard outlook.isCut, let last = outlook.spans.last else { return }
        json.member("more", true)
        json.member("until", last.until.description)
      }
    }
  }
}

extension Snapshot {
  /// Returns the themes that a channel will show. A schedule whose theme is gone has no effect.
  func outlook(
    _ channel: String, from start: Timestamp, until end: Timestamp, _ zones: Zones
  ) throws(Refusal) -> Outlook {
    let activation = try existing(channel)
    let schedules = state.schedules.values.filter {
      $0.channel == channel && themeSet.library.themes[$0.theme] != nil
    }
    return Outlook(of: schedules, base: activation.base, from: start, until: end, zones: zones)
  }
}
