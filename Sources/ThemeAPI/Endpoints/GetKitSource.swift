internal import Changes
internal import Themes

/// A kit's document as it was written.
struct GetKitSource: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/kits/{name}", id: "getKitSource", tag: "Themes and kits", summary: "A kit's document",
    parameters: [.name("The kit's name.", example: "uikit")],
    answers: [
      .init(200, "The document.", media: [.init(.json, .named("Document"))]), .unchanged, .refusal(404),
    ])

  func represent(
    _ request: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    let library = snapshot.themeSet.library
    guard let source = library.kitSources[request.name] else {
      throw .unknown(.unknownKit, "kit", request.name, among: library.kits.keys)
    }
    return try .source("kit source \(request.name)", source, request)
  }
}
