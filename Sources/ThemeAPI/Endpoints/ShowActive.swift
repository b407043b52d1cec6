package import Changes
internal import Themes

/// `GET /v1/active`: what a channel shows, since when, by whom.
package struct ShowActive: ReadingEndpoint {
  package var operation: Operation {
    Operation(
      .get, "/v1/active", id: "showActive", tag: "Switching",
      summary: "What a channel shows, since when, by whom.",
      parameters: [.channel],
      answers: [
        Operation.Answer(200, "What is active.", media: [.init(.json, .named("Active"))]),
        Operation.Answer(304, "It is as you have it."),
      ] + .refusals(400, 404))
  }

  package func represent(
    _ question: Question, in moment: Moment, _ services: Services
  ) throws(Refusal) -> Representation {
    let activation = try moment.existing(question["channel"] ?? "main")
    let key = "active \(activation.channel) \(moment.cursor.epoch) \(activation.latest)"
    return Representation(key: key, type: .json, channel: activation.channel) {
      var json = JSONWriter(.pretty)
      json.object { $0.activation(activation, in: moment) }
      return json.finished()
    }
  }
}

/// `GET /v1/channels`: every channel with what it shows.
package struct ListChannels: ReadingEndpoint {
  package var operation: Operation {
    Operation(
      .get, "/v1/channels", id: "listChannels", tag: "Switching",
      summary: "Every channel with what it shows.",
      answers: [
        Operation.Answer(200, "The channels by name.", media: [.init(.json, .named("ChannelList"))]),
        Operation.Answer(304, "They are as you have them."),
      ] + .refusals(400))
  }

  package func represent(
    _ question: Question, in moment: Moment, _ services: Services
  ) throws(Refusal) -> Representation {
    let activations = moment.ledger.activations.values.sorted { $0.channel < $1.channel }
    return Representation(key: "channels \(moment.cursor)", type: .json) {
      var json = JSONWriter(.pretty)
      json.object { json in
        json.member("channels") { json in
          json.array { json in
            for activation in activations { json.object { $0.activation(activation, in: moment) } }
          }
        }
      }
      return json.finished()
    }
  }
}
