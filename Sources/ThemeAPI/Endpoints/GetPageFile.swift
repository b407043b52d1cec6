internal import Changes

/// `GET /page/…`: what the live page is made of.
struct GetPageFile: ReadingEndpoint {
  /// Where the file stands: in the folder of the page itself, or in one inside it.
  enum Level: Sendable {
    case page, folder
  }

  let operation: Operation

  init(_ level: Level) {
    let file = Operation.Parameter(.path, "file", "The file's name.", example: "main.js")
    let folder = Operation.Parameter(.path, "folder", "The folder that it is in.", example: "views")
    let isPage = level == .page
    operation = Operation(
      .get, isPage ? "/page/{file}" : "/page/{folder}/{file}",
      id: isPage ? "getPageFile" : "getPageFolderFile",
      tag: "Service", summary: "A part of the live page", access: .open,
      parameters: isPage ? [file] : [folder, file], ignoresUnknownParameters: true,
      answers: [.init(200, "The part.", media: PageFileType.media), .unchanged, .refusal(404)])
  }

  func represent(
    _ request: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    try .pageFile(request.captures.joined(separator: "/"), services.web)
  }
}

/// The media types of the page's files.
enum PageFileType {
  private static let all: [(ending: String, type: MediaType)] = [
    (".html", .html), (".css", .css), (".js", .javaScript), (".svg", MediaType("image/svg+xml")),
    (".ts", .text),
  ]

  static func of(_ name: String) -> MediaType { all.first { name.hasSuffix($0.ending) }?.type ?? .bytes }

  static var media: [Operation.Medium] { all.map { .init($0.type, .string) } }
}

extension Representation {
  /// A file of the live page, with what the browser may do on it: run and fetch what comes from this server alone.
  static func pageFile(_ name: String, _ web: WebResources) throws(Refusal) -> Representation {
    guard let bytes = web.page[name] else { throw .unknown(.notFound, "file", name, among: web.page.keys) }
    return Representation(
      key: "page \(name)", type: PageFileType.of(name), caching: .checked,
      headers: PagePolicy.headers(allowing: allowed)
    ) { () throws(Refusal) in bytes }
  }

  private static let allowed =
    "script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'"
}
