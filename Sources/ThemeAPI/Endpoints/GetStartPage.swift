internal import Changes

/// `GET /`: the page that tells a newcomer what answers here; it needs nothing from outside.
struct GetStartPage: ReadingEndpoint {
  let operation = Operation(
    .get, "/", id: "getStartPage", tag: "Service", summary: "The start page", access: .open,
    ignoresUnknownParameters: true,
    answers: [.init(200, "A page.", media: [.init(.html, .string)]), .unchanged])

  func represent(
    _ request: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    Representation(key: "start page", type: .html) { () throws(Refusal) in services.web.start }
  }
}
