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
    ) { bytes }
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

/// `GET /livery.js`, `GET /livery-draft.js`, `GET /livery-fonts.js` and `GET /livery.d.ts`: the client for web pages, its
/// parts, and its types.
struct GetClient: ReadingEndpoint {
  private let file: String
  private let type: MediaType
  let operation: Operation

  static let module = GetClient("livery.js", .javaScript, id: "getClient", "The client for web pages")
  static let draftBar = GetClient(
    "livery-draft.js", .javaScript, id: "getDraftBar", "The bar over a page that shows a draft")
  static let fonts = GetClient(
    "livery-fonts.js", .javaScript, id: "getFontLoader", "The loader of a theme's fonts")
  static let types = GetClient("livery.d.ts", .text, id: "getClientTypes", "Its types, for TypeScript")

  private init(_ file: String, _ type: MediaType, id: String, _ summary: String) {
    (self.file, self.type) = (file, type)
    operation = Operation(
      .get, "/\(file)", id: id, tag: "Service", summary: summary,
      detail: "An ES module, described in `docs/clients.md`.", access: .open, ignoresUnknownParameters: true,
      answers: [.init(200, "The file.", media: [.init(type, .string)]), .unchanged])
  }

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let bytes = call.services.web.client[file] ?? []
    return Representation(key: file, type: type, caching: .kept) { bytes }
  }
}
