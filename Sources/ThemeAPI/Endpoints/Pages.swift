internal import Changes
internal import Renderings
internal import Themes

/// `GET /` and `GET /page/…`: the live page, which shows every theme and follows changes, and its files.
struct GetPageFile: ReadingEndpoint {
  enum Level: Sendable {
    case start, page, folder
  }

  let operation: Operation

  init(_ level: Level) {
    let file = Operation.Parameter(.path, "file", "The file's name.", example: "main.js")
    let folder = Operation.Parameter(.path, "folder", "The folder that it is in.", example: "views")
    func operation(_ path: String, _ id: String, _ parameters: [Operation.Parameter]) -> Operation {
      Operation(
        .get, path, id: id, tag: "Service", summary: "A part of the live page", access: .open,
        parameters: parameters, ignoresUnknownParameters: true,
        answers: [.init(200, "The part.", media: Self.media), .unchanged], refuses: [404])
    }
    self.operation =
      switch level {
      case .start:
        Operation(
          .get, "/", id: "getStartPage", tag: "Service", summary: "The live page", access: .open,
          ignoresUnknownParameters: true,
          answers: [.init(200, "A page.", media: [.init(.html, .string)]), .unchanged])
      case .page: operation("/page/{file}", "getPageFile", [file])
      case .folder: operation("/page/{folder}/{file}", "getPageFolderFile", [folder, file])
      }
  }

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    guard let read = call.services.web.pageFolder else { return try self.read(call) }
    let name = name(call)
    return .offload(
      .init(on: .reading) {
        let steps = name.split(separator: "/", omittingEmptySubsequences: false)
        guard steps.allSatisfy(\.isPlainFileName), let bytes = read(name) else {
          return Refusal(.notFound, "There is no file '\(name.shown)' in the folder of the page.").reply
        }
        return .fresh(bytes, Self.type(of: name), headers: Self.headers)
      })
  }

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let (name, files) = (name(call), call.services.web.page)
    guard let bytes = files[name] else { throw .unknown(.notFound, "file", name, among: files.keys) }
    return Representation(
      key: "page \(name)", type: Self.type(of: name), caching: .checked, headers: Self.headers
    ) { () throws(Refusal) in bytes }
  }

  private func name(_ call: Call) -> String {
    call.captures.isEmpty ? "index.html" : call.captures.joined(separator: "/")
  }

  private static let types: [(ending: String, type: MediaType)] = [
    (".html", .html), (".css", .css), (".js", .javaScript), (".svg", MediaType("image/svg+xml")),
  ]

  private static var media: [Operation.Medium] { types.map { .init($0.type, .string) } }

  private static func type(of name: String) -> MediaType {
    types.first { name.hasSuffix($0.ending) }?.type ?? .bytes
  }

  /// The browser may run and fetch only what comes from this server.
  private static let headers = PagePolicy.headers(
    allowing: "script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'")
}

extension Substring {
  /// Indicates whether it names a file, and nothing outside its folder.
  fileprivate var isPlainFileName: Bool {
    !isEmpty && first != "." && utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") }
  }
}

/// `GET /livery.js`: the client for web pages, and its types.
struct GetClient: ReadingEndpoint {
  private let file: WebResources.ClientFile
  let operation: Operation

  init(_ file: WebResources.ClientFile) {
    self.file = file
    let (id, summary, type) = file.description
    operation = Operation(
      .get, "/\(file.rawValue)", id: id, tag: "Service", summary: summary,
      detail: "An ES module, described in `docs/clients.md`.", access: .open,
      ignoresUnknownParameters: true,
      answers: [.init(200, "The file.", media: [.init(type, .string)]), .unchanged])
  }

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let web = call.services.web
    return Representation(key: file.rawValue, type: file.description.type) { () throws(Refusal) in
      web.client[file] ?? []
    }
  }
}

extension WebResources.ClientFile {
  fileprivate var description: (operation: String, summary: String, type: MediaType) {
    switch self {
    case .module: ("getClient", "The client for web pages", .javaScript)
    case .types: ("getClientTypes", "Its types, for TypeScript", .text)
    }
  }
}
