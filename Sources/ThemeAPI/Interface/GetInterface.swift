internal import Changes
internal import Themes

/// The interface itself, as a document for machines.
struct GetInterface: ReadingEndpoint {
  private let others: [Operation]

  /// - Parameter operations: all there are beside this one.
  init(_ operations: [Operation]) { others = operations }

  let operation = Operation(
    .get, "/openapi.json", id: "getInterface", tag: "Service", summary: "This interface", access: .open,
    answers: [
      .init(200, "The interface as OpenAPI 3.1.", media: [.init(.json, .init(#"{"type":"object"}"#))]),
      .unchanged,
    ])

  func represent(
    _ question: Question, in moment: Moment, _ services: Services
  ) throws(Refusal) -> Representation {
    let interface = OpenAPI(
      others + [operation], identity: services.server, kits: moment.edition.library.kits.values)
    return Representation(key: "interface", type: .json) { () throws(Refusal) in interface.document() }
  }
}

extension Operation.Answer {
  static let unchanged = Operation.Answer(304, "It is as you have it.")
}

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
