/// `GET /healthz`: whether the process is alive, which it is when it answers.
struct GetHealth: Endpoint {
  let operation = Operation(
    .get, "/healthz", id: "getHealth", tag: "Service", summary: "Whether the process is alive", access: .open,
    ignoresUnknownParameters: true,
    answers: [
      .init(
        200, "It is.",
        media: [
          .init(
            .json, .init(#"{"type":"object","required":["alive"],"properties":{"alive":{"const":true}}}"#))
        ])
    ])

  func answer(_ call: Call) -> Outcome { .reply(.fresh(Array("{\"alive\":true}\n".utf8), .json)) }
}
