internal import Changes
internal import Renderings
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

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let interface = OpenAPI(
      others + [operation], identity: call.services.server, schemas: call.services.web.schemas,
      kits: call.snapshot.themeSet.library.kits.values)
    return Representation(key: "interface", type: .json) { () throws(Refusal) in interface.document() }
  }
}

extension Operation.PossibleAnswer {
  static let unchanged = Operation.PossibleAnswer(304, "Not modified.")
}
