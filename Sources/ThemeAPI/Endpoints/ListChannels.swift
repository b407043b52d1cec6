internal import Changes
internal import Themes

/// `GET /v1/channels`: every channel with what it shows.
struct ListChannels: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/channels", id: "listChannels", tag: "Switching",
    summary: "Every channel with what it shows.",
    answers: [
      Operation.Answer(200, "The channels by name.", media: [.init(.json, .named("ChannelList"))]),
      Operation.Answer(304, "They are as you have them."),
    ] + .refusals(400))

  func represent(
    _ question: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    let activations = snapshot.ledger.activations.values.sorted { $0.channel < $1.channel }
    return try .list("channels", key: "channels \(snapshot.cursor)", style: .pretty, question) { json in
      for activation in activations { json.object { $0.activation(activation, in: snapshot) } }
    }
  }
}
