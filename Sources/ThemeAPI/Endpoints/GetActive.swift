internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `GET /v1/active`: what a channel shows, since when, by whom.
struct GetActive: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/active", id: "getActive", tag: "Switching",
    summary: "What a channel shows, since when, by whom.",
    detail: """
      With `at` what will be active then, if nobody switches or schedules anything else. That is for who may operate, \
      and so is by whom the theme was switched to, with which note.
      """,
    parameters: [.channel, .init(.query, "at", "A moment to come.", schema: .moment)],
    answers: [
      Operation.PossibleAnswer(
        200, "What is active.",
        media: [
          .init(
            .json,
            .init(
              ##"{"oneOf":[{"$ref":"#/components/schemas/Active"},{"$ref":"#/components/schemas/ActiveThen"}]}"##
            ))
        ]),
      Operation.PossibleAnswer(304, "Not modified."),
    ] + .refusals(400, 404))

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    guard let moment = try call.moment("at") else { return try read(call) }
    try call.requireJSON()
    guard moment >= call.services.clock() else {
      throw .badParameter("at", "has passed: \(moment). What was active then is in /v1/history.")
    }
    let channel = call["channel"] ?? "main"
    try call.principal.check(.operators(in: channel))
    let end = moment.advanced(bySeconds: 1)
    guard let span = try call.snapshot.outlook(channel, from: moment, until: end).spans.first else {
      throw .badParameter("at", "is the end of time.")
    }
    return .reply(
      JSONReply.make { json in
        json.member("channel", channel)
        json.member("theme", span.theme)
        json.member("at", moment.description)
        json.member("schedule", optional: span.schedule)
      })
  }

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let snapshot = call.snapshot
    try call.requireJSON()
    let channel = call["channel"] ?? "main"
    try call.principal.check(.readersOf([channel]))
    let activation = try snapshot.existing(channel)
    let isWhole = call.principal.has(.operate, in: channel)
    let key = "active \(channel) \(isWhole) \(snapshot.cursor.epoch) \(activation.latest)"
    return Representation(
      key: key, type: .json, vary: ["Accept"], channel: channel,
      audience: isWhole ? .operators(in: channel) : .readersAloneOf([channel])
    ) {
      var json = JSONWriter()
      json.object { $0.activation(activation, in: snapshot, isWhole: isWhole) }
      return json.finished()
    }
  }
}
