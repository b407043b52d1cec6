internal import Changes
internal import Themes

/// `GET /v1/channels`: every channel with what it shows.
struct ListChannels: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/channels", id: "listChannels", tag: "Switching",
    summary: "Every channel with what it shows.",
    answers: [
      Operation.PossibleAnswer(200, "The channels by name.", media: [.init(.json, .named("ChannelList"))]),
      Operation.PossibleAnswer(304, "Not modified."),
    ] + .refusals(400))

  func represent(
    _ request: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    let activations = snapshot.ledger.activations.values.sorted { $0.channel < $1.channel }
    return try .list("channels", key: "channels \(snapshot.cursor)", request) { json in
      for activation in activations { json.object { $0.activation(activation, in: snapshot) } }
    }
  }
}
