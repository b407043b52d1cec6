internal import Changes
internal import Renderings

/// `GET /healthz`: whether the process is alive, which it is when it answers.
struct GetHealth: StatusEndpoint {
  let operation = Operation(
    .get, "/healthz", id: "getHealth", tag: "Service", summary: "Whether the process is alive", access: .open,
    ignoresUnknownParameters: true,
    answers: [
      .init(
        200, "It is.",
        media: [
          .init(
            .json, .init(#"{"type":"object","required":["alive"],"properties":{"alive":{"type":"boolean"}}}"#)
          )
        ])
    ])

  let alive = Reply.fresh(Array("{\"alive\":true}\n".utf8), .json)

  func report(_ snapshot: Snapshot, isForOperator: () -> Bool) -> Reply { alive }
}
