internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `GET /v1/access`: the rights of the client, by its token.
struct GetAccess: Endpoint {
  let operation = Operation(
    .get, "/v1/access", id: "getAccess", tag: "Service",
    summary: "The rights of the client, by its token.",
    detail: """
      Without a token, the rights that every client has from this address. The answer for an unknown token is 401, so that a \
      token can be checked without changing anything.
      """,
    access: .open,
    answers: [.json(200, "The rights of the client.", "Access")], refuses: [401])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    if call.credential == .unknownToken { throw Gate.unknownToken }
    let gate = call.services.gate
    let reader = gate.principal(of: call.request, call.credential, for: .read, isWrite: false)
    let writer = gate.principal(of: call.request, call.credential, for: .operate, isWrite: true)
    return .reply(
      .json { json in
        json.member("name", (writer.mayWrite ? writer : reader).name)
        json.member("read", reader.has(.read))
        json.member("watch", reader.has(.watch))
        json.member("operate", writer.has(.operate))
        json.member("author", writer.grants.scope(of: .author).hasChannels)
        json.member("write", writer.mayWrite)
        json.member("channels") { json in
          guard writer.mayWrite, let channels = writer.grants.scope(of: .operate).names else {
            return json.null()
          }
          json.array { json in for channel in channels.sorted() { json.string(channel) } }
        }
        json.member("themes") { json in
          guard let names = writer.grants.names else { return json.null() }
          json.array { json in for text in names.texts { json.string(text) } }
        }
      })
  }
}

/// `GET /healthz`: the liveness of the process, shown by the response itself.
struct GetHealth: StatusEndpoint {
  let operation = Operation(
    .get, "/healthz", id: "getHealth", tag: "Service", summary: "The liveness of the process", access: .open,
    ignoresUnknownParameters: true,
    answers: [
      .init(
        200, "The process is alive.",
        media: [
          .init(
            .json, .init(#"{"type":"object","required":["alive"],"properties":{"alive":{"type":"boolean"}}}"#)
          )
        ])
    ])

  let alive = Reply.fresh(Array("{\"alive\":true}\n".utf8), .json)

  func report(_ snapshot: Snapshot, isForOverseer: () -> Bool) -> Reply { alive }
}
