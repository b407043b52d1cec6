internal import Changes
internal import Renderings
internal import Themes

/// The interface as a page to read, without anything from outside.
struct GetDocs: ReadingEndpoint {
  private let operations: [Operation]

  init(_ operations: [Operation]) { self.operations = operations }

  let operation = Operation(
    .get, "/docs", id: "getDocs", tag: "Service", summary: "This interface as a page", access: .open,
    answers: [.init(200, "A page.", media: [.init(.html, .string)]), .unchanged])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let operations = operations + [operation]
    return Representation(key: "docs", type: .html, headers: PagePolicy.docs) { () throws(Refusal) in
      let web = call.services.web
      return DocsPage(
        frame: web.docsFrame(root: ""), operations: operations, examples: DocsExample.all(in: web.examples),
        version: call.services.server.version
      ).bytes
    }
  }
}
