internal import Changes
internal import Renderings

/// `GET /livery.js`: the client for web pages, and its types.
struct GetClient: ReadingEndpoint {
  private let file: WebResources.ClientFile
  let operation: Operation

  init(_ file: WebResources.ClientFile) {
    self.file = file
    operation = Operation(
      .get, "/\(file.rawValue)", id: file.operation, tag: "Service", summary: file.summary,
      detail: "An ES module: `docs/clients.md` says what it does in which case.", access: .open,
      ignoresUnknownParameters: true,
      answers: [.init(200, "The file.", media: [.init(file.type, .string)]), .unchanged])
  }

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let web = call.services.web
    return Representation(key: file.rawValue, type: file.type) { () throws(Refusal) in
      web.client[file] ?? []
    }
  }
}

extension WebResources.ClientFile {
  fileprivate var operation: String {
    switch self {
    case .module: "getClient"
    case .types: "getClientTypes"
    }
  }

  fileprivate var summary: String {
    switch self {
    case .module: "The client for web pages"
    case .types: "Its types, for TypeScript"
    }
  }

  fileprivate var type: MediaType {
    switch self {
    case .module: .javaScript
    case .types: .text
    }
  }
}
