internal import Changes
internal import Renderings

/// `GET /`: the live page, which shows every theme and follows what happens; it needs nothing from outside.
struct GetStartPage: ReadingEndpoint {
  let operation = Operation(
    .get, "/", id: "getStartPage", tag: "Service", summary: "The live page", access: .open,
    ignoresUnknownParameters: true,
    answers: [.init(200, "A page.", media: [.init(.html, .string)]), .unchanged])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    if let outcome = call.pageFolder("index.html") { return outcome }
    return try read(call)
  }

  func represent(_ call: Call) throws(Refusal) -> Representation {
    try .pageFile("index.html", call.services.web)
  }
}
