internal import Changes
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
      summary: "Shows a theme from one snapshot to another, then what was there before.",
      detail: """
        Of two that overlap, the later start wins. A switch by hand ends the schedules that run in its channel. A \
        snapshot that is missed while the server is down is made good when it starts.
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
    let receipt = try IdempotencyKey(call.request, by: author, answer: answer)
    return .offload(
      .init(
        SharedWrite(to: journal) { snapshot, _ in
          prepare(schedule, receipt, snapshot)
        } answer: {
          answer($0)
        }))
  }

  private func schedule(_ fields: Fields, _ author: Author) throws(Refusal) -> Schedule {
    let theme = try fields.required("theme", "the name of the theme to show")
    _ = try fields.required("from", "the snapshot to begin at")
    let from = try fields.timestamp("from") ?? journal.now()
    let until = try fields.timestamp("until")
    if let until, until <= from { throw fields.bad("until", "is not after 'from'", "give a later snapshot") }
    if let until, until <= journal.now() {
      throw fields.bad("until", "is over already", "give a later snapshot")
    }
    return Schedule(
      id: Schedule.newID(), channel: try fields.channel(), theme: theme, from: from, until: until,
      by: author.name, note: try fields.note())
  }

  private func prepare(_ schedule: Schedule, _ receipt: IdempotencyKey?, _ snapshot: Snapshot)
    -> SharedWrite.Prepared
  {
    if let receipt, let kept = journal.kept(receipt) { return .reply(kept) }
    let refusal = snapshot.unknownTheme(schedule.theme) ?? snapshot.noRoom(forChannel: schedule.channel)
    if let refusal { return .reply(refusal.reply) }
    guard snapshot.ledger.schedules.count < Self.limit else {
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
