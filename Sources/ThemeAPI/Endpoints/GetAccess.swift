internal import Themes

/// `GET /v1/access`: what the client may do here, by the token that it sends.
struct GetAccess: Endpoint {
  let operation = Operation(
    .get, "/v1/access", id: "getAccess", tag: "Service",
    summary: "What you may do here, by the token that you send.",
    detail: """
      Without a token it tells what everybody may do from where you ask. A token that is not known gets 401, so that \
      one can be tried without doing anything.
      """,
    access: .open,
    answers: [
      Operation.PossibleAnswer(200, "What you may do.", media: [.init(.json, .named("Access"))])
    ] + .refusals(401))

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let permissions = try call.services.gate.permissions(of: call.request)
    return .reply(
      JSONReply.make { json in
        json.member("name", permissions.author.name)
        json.member("read", permissions.mayRead)
        json.member("write", permissions.mayWrite)
        json.member("channels") { json in
          guard let channels = permissions.author.channels, permissions.mayWrite else { return json.null() }
          json.array { json in for channel in channels.sorted() { json.string(channel) } }
        }
      })
  }
}
