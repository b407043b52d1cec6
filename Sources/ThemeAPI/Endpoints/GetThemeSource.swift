internal import Changes
internal import Themes

/// A theme's document as it was written.
struct GetThemeSource: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/themes/{name}", id: "getThemeSource", tag: "Themes and kits", summary: "A theme's document",
    detail: "The document as it was written; its `ETag` is what `If-Match` of an upload takes.",
    parameters: [.name("The theme's name.", example: "new-year")],
    answers: [
      .init(
        200, "The document.",
        media: [
          .init(.json, .named("Document")), .init(.tokens, .named("Document")), .init(.text, .string),
        ]), .unchanged, .refusal(404),
    ])

  func represent(
    _ request: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    let library = snapshot.themeSet.library
    guard let source = library.sources[request.name] else {
      throw .unknown(.unknownTheme, "theme", request.name, among: library.themes.keys)
    }
    return try .source("theme source \(request.name)", source, request)
  }
}
