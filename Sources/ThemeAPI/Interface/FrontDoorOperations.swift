/// What the process answers itself, for the interface to name.
package enum FrontDoorOperations {
  package static let all: [Operation] = [
    Operation(
      .get, "/", id: "start", tag: "Service", summary: "The start page", access: .open,
      answers: [.init(200, "A page.", media: [.init(.html, .string)]), .unchanged]),
    Operation(
      .get, "/healthz", id: "health", tag: "Service", summary: "Whether the process is alive", access: .open,
      answers: [
        .init(
          200, "It is.",
          media: [
            .init(
              .json, .init(#"{"type":"object","required":["alive"],"properties":{"alive":{"const":true}}}"#))
          ])
      ]),
    Operation(
      .get, "/readyz", id: "readiness", tag: "Service", summary: "Whether clients should be sent here",
      access: .open,
      answers: [
        .init(200, "They should.", media: [.init(.json, readiness)]),
        .init(503, "They should not.", media: [.init(.json, readiness), .init(.problem, .named("Problem"))]),
      ]),
    Operation(
      .get, "/metrics", id: "metrics", tag: "Service", summary: "Figures for Prometheus", access: .open,
      answers: [.init(200, "The figures.", media: [.init(.text, .string)])]),
  ]

  private static let readiness = Operation.Schema(
    #"{"type":"object","required":["ready","phase","cursor","config","store"],"properties":{"ready":{"type":"boolean"}}}"#
  )
}
