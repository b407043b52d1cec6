internal import Changes
internal import Themes

/// `GET /v1/active`: what a channel shows, since when, by whom.
struct ShowActive: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/active", id: "showActive", tag: "Switching",
    summary: "What a channel shows, since when, by whom.",
    parameters: [.channel],
    answers: [
      Operation.Answer(200, "What is active.", media: [.init(.json, .named("Active"))]),
      Operation.Answer(304, "It is as you have it."),
    ] + .refusals(400, 404))

  func represent(
    _ question: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    try question.requireJSON()
    let activation = try snapshot.existing(question["channel"] ?? "main")
    let key = "active \(activation.channel) \(snapshot.cursor.epoch) \(activation.latest)"
    return Representation(key: key, type: .json, vary: ["Accept"], channel: activation.channel) {
      var json = JSONWriter(.pretty)
      json.object { $0.activation(activation, in: snapshot) }
      return json.finished()
    }
  }
}
