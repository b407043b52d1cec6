internal import Changes
internal import Themes

/// `GET /v1/active`: what a channel shows, since when, by whom.
struct GetActive: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/active", id: "getActive", tag: "Switching",
    summary: "What a channel shows, since when, by whom.",
    parameters: [.channel],
    answers: [
      Operation.PossibleAnswer(200, "What is active.", media: [.init(.json, .named("Active"))]),
      Operation.PossibleAnswer(304, "Not modified."),
    ] + .refusals(400, 404))

  func represent(
    _ request: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    try request.requireJSON()
    let activation = try snapshot.existing(request["channel"] ?? "main")
    let key = "active \(activation.channel) \(snapshot.cursor.epoch) \(activation.latest)"
    return Representation(key: key, type: .json, vary: ["Accept"], channel: activation.channel) {
      var json = JSONWriter()
      json.object { $0.activation(activation, in: snapshot) }
      return json.finished()
    }
  }
}
