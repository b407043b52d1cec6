internal import Changes
internal import Renderings
internal import Themes

/// `GET /docs/{guide}`: a guide of the folder `docs` as a page.
struct GetGuide: ReadingEndpoint {
  let operation = Operation(
    .get, "/docs/{guide}", id: "getGuide", tag: "Service", summary: "A guide as a page", access: .open,
    parameters: [
      .init(
        .path, "guide", "Which guide.", schema: .words(DocsGuide.allCases.map(\.rawValue)), example: "themes")
    ],
    ignoresUnknownParameters: true,
    answers: [
      .init(200, "A page.", media: [.init(.html, .string)]),
      .unchanged,
      .refusal(404),
    ])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let name = call.captures[0]
    guard let guide = DocsGuide(rawValue: name) else {
      throw .unknown(.notFound, "guide", name, among: DocsGuide.allCases.map(\.rawValue))
    }
    return Representation(key: "docs \(name)", type: .html, headers: PagePolicy.docs) { () throws(Refusal) in
      call.services.web.page(of: guide)
    }
  }
}
