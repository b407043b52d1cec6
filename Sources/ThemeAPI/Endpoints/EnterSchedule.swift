package import Changes
internal import Themes

/// `POST /v1/schedule`: a theme from one moment to another.
package struct EnterSchedule: Endpoint {
  let journal: Journal
  let gate: Gate

  /// Schedules that can stand at one time.
  private static let limit = 1000

  package var operation: Operation {
    Operation(
      .post, "/v1/schedule", id: "enterSchedule", tag: "Schedules",
      summary: "Shows a theme from one moment to another, then what was there before.",
      detail: """
        Of two that overlap, the later start wins. A switch by hand ends the schedules that run in its channel. A \
        moment that is missed while the server is down is made good when it starts.
        """,
      access: .write, parameters: [.idempotencyKey],
      body: .fields(
        "ScheduleOrder",
        example: #"{"theme":"new-year","from":"2026-12-24T18:00:00Z","until":"2027-01-07T00:00:00Z"}"#),
      answers: [
        Operation.Answer(
          201, "The schedule.", media: [.init(.json, .named("Scheduled"))], headers: ["Location"])
      ] + .refusals(400, 401, 403, 404, 409, 415, 422, 503, 507))
  }

  package func answer(_ call: Call) throws(Refusal) -> Outcome {
    let author = try gate.author(of: call.request)
    let fields = try Fields(call.request, allowed: ["theme", "from", "until", "channel", "note"])
    let schedule = try schedule(fields, author)
    try author.check(channel: schedule.channel)
    let answer = { @Sendable (publication: Publication) in reply(schedule, publication) }
    let receipt = try Receipt.Order(call.request, by: author, answer: answer)
    return .write(
      .init(
        SharedWrite(to: journal) { moment, _ in
          prepare(schedule, receipt, moment)
        } answer: {
          answer($0)
        }))
  }

  private func schedule(_ fields: Fields, _ author: Author) throws(Refusal) -> Schedule {
    let theme = try fields.required("theme", "the name of the theme to show")
    _ = try fields.required("from", "the moment to begin at")
    let from = try fields.moment("from") ?? journal.now()
    let until = try fields.moment("until")
    if let until, until <= from { throw fields.bad("until", "is not after 'from'", "give a later moment") }
    if let until, until <= journal.now() {
      throw fields.bad("until", "is over already", "give a later moment")
    }
    return Schedule(
      id: Schedule.newID(), channel: try fields.channel(), theme: theme, from: from, until: until,
      by: author.name, note: try fields.note())
  }

  private func prepare(_ schedule: Schedule, _ receipt: Receipt.Order?, _ moment: Moment)
    -> SharedWrite.Prepared
  {
    if let receipt, let kept = journal.kept(receipt) { return .reply(kept) }
    let refusal = moment.unknownTheme(schedule.theme) ?? moment.noRoom(forChannel: schedule.channel)
    if let refusal { return .reply(refusal.reply) }
    guard moment.ledger.schedules.count < Self.limit else {
      return .reply(Refusal(.conflict, "There are \(Self.limit) schedules already; delete some first.").reply)
    }
    return .draft(
      Draft(.schedule(schedule), at: journal.now(), by: schedule.by, note: schedule.note, receipt: receipt))
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

/// `DELETE /v1/schedule/{id}`: takes a schedule back.
package struct CancelSchedule: Endpoint {
  let journal: Journal
  let gate: Gate

  package var operation: Operation {
    Operation(
      .delete, "/v1/schedule/{id}", id: "cancelSchedule", tag: "Schedules",
      summary: "Takes a schedule back; where it runs, the channel shows what it would show without it.",
      access: .write, parameters: [.init(.path, "id", "The schedule's id."), .idempotencyKey],
      answers: [
        Operation.Answer(200, "The schedule is gone.", media: [.init(.json, .named("Unscheduled"))])
      ] + .refusals(400, 401, 403, 404, 422, 503, 507))
  }

  package func answer(_ call: Call) throws(Refusal) -> Outcome {
    let author = try gate.author(of: call.request)
    let id = call.name
    let answer = { @Sendable (publication: Publication) in
      JSONReply.make(headers: [.init("Livery-Cursor", publication.head.description)]) { json in
        json.member("id", id)
        json.member("cursor", publication.head.description)
      }
    }
    let receipt = try Receipt.Order(call.request, by: author, answer: answer)
    return .write(
      .init(
        SharedWrite(to: journal) { moment, facts in
          prepare(id, author, receipt, moment, facts)
        } answer: {
          answer($0)
        }))
  }

  private func prepare(
    _ id: String, _ author: Author, _ receipt: Receipt.Order?, _ moment: Moment,
    _ facts: (String) -> Draft.Facts
  ) -> SharedWrite.Prepared {
    do throws(Refusal) {
      if let receipt, let kept = journal.kept(receipt) { return .reply(kept) }
      guard let schedule = moment.ledger.schedules[id] else {
        throw .unknown(.unknownSchedule, "schedule", id, among: moment.ledger.schedules.keys)
      }
      try author.check(channel: schedule.channel)
      let rest = moment.ledger.running(in: schedule.channel).filter { $0.id != id }
      let theme = Turn.winner(among: rest)?.theme ?? moment.activation(of: schedule.channel)?.base
      return .draft(
        Draft(
          .unschedule(id, theme: theme.map(facts)), at: journal.now(), by: author.name, receipt: receipt))
    } catch { return .reply(error.reply) }
  }
}

/// `GET /v1/schedule`: what is to come, what runs.
package struct ListSchedules: ReadingEndpoint {
  package var operation: Operation {
    Operation(
      .get, "/v1/schedule", id: "listSchedules", tag: "Schedules",
      summary: "The schedules that wait or run, by their start.",
      parameters: [.init(.query, "channel", "Only this channel's.", schema: .named("Name"))],
      answers: [
        Operation.Answer(200, "The schedules.", media: [.init(.json, .named("ScheduleList"))]),
        Operation.Answer(304, "They are as you have them."),
      ] + .refusals(400))
  }

  package func represent(
    _ question: Question, in moment: Moment, _ services: Services
  ) throws(Refusal) -> Representation {
    let channel = question["channel"]
    if let channel, !Name.isValid(channel) {
      throw .badParameter("channel", "is no channel's name: '\(channel.shown)'.")
    }
    let schedules = moment.ledger.schedules.values.filter { channel == nil || $0.channel == channel }
      .sorted { ($0.from, $0.revision) < ($1.from, $1.revision) }
    return Representation(key: "schedule \(channel ?? "*") \(moment.cursor)", type: .json) {
      var json = JSONWriter(.pretty)
      json.object { json in
        json.member("schedules") { json in json.array { for schedule in schedules { $0.schedule(schedule) } }
        }
      }
      return json.finished()
    }
  }
}
