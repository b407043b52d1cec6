internal import Changes
internal import Renderings

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

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    if let outcome = call.pageFolder(call.captures.joined(separator: "/")) { return outcome }
    return try read(call)
  }

  func represent(_ call: Call) throws(Refusal) -> Representation {
    try .pageFile(call.captures.joined(separator: "/"), call.services.web)
  }
}

/// The media types of the page's files.
enum PageFileType {
  private static let all: [(ending: String, type: MediaType)] = [
    (".html", .html), (".css", .css), (".js", .javaScript), (".svg", MediaType("image/svg+xml")),
  ]

  static func of(_ name: String) -> MediaType { all.first { name.hasSuffix($0.ending) }?.type ?? .bytes }

  /// What the browser may do on the page: run and fetch what comes from this server alone.
  static let headers = PagePolicy.headers(
    allowing: "script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'")

  static var media: [Operation.Medium] { all.map { .init($0.type, .string) } }
}

extension Representation {
  /// A file of the live page.
  static func pageFile(_ name: String, _ web: WebResources) throws(Refusal) -> Representation {
    guard let bytes = web.page[name] else { throw .unknown(.notFound, "file", name, among: web.page.keys) }
    return Representation(
      key: "page \(name)", type: PageFileType.of(name), caching: .checked, headers: PageFileType.headers
    ) { () throws(Refusal) in bytes }
  }
}

extension Call {
  /// What is answered where the page comes from a folder: the file as it is now, kept by nobody.
  func pageFolder(_ name: String) -> Outcome? {
    guard let read = services.web.pageFolder else { return nil }
    return .offload(
      .init(on: .reading) {
        let isName = name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy(
          \.isPlainFileName)
        guard isName, let bytes = read(name) else {
          return Refusal(.notFound, "There is no file '\(name.shown)' in the folder of the page.").reply
        }
        return .fresh(bytes, PageFileType.of(name), headers: PageFileType.headers)
      })
  }
}

extension Substring {
  /// Whether it names a file and nothing outside its folder.
  fileprivate var isPlainFileName: Bool {
    !isEmpty && first != "." && utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") }
  }
}
