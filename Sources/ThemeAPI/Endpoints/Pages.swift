internal import Changes
internal import Renderings
internal import Themes

/// `GET /`: the live page, which shows every theme and follows changes.
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

/// `GET /page/…`: the files of the live page.
struct GetPageFile: ReadingEndpoint {
  /// The depth of the file: in the folder of the page, or in a folder inside it.
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
      answers: [.init(200, "The part.", media: PageFileType.media), .unchanged], refuses: [404])
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

  /// The browser may run and fetch only what comes from this server.
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
  /// Returns the present file of the page's folder, which no cache may keep, or nil if the page does not come from a folder.
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
      detail: "An ES module: `docs/clients.md` says what it does in which case.", access: .open,
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

/// The headers that keep a browser from contacting other servers for a page, and other pages from framing it.
enum PagePolicy {
  /// - Parameter allowed: the directives for what the page may load.
  static func headers(allowing allowed: String) -> [Request.Field] {
    [
      .init(
        "Content-Security-Policy",
        "default-src 'none'; \(allowed); base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
      .init("Referrer-Policy", "no-referrer"),
    ]
  }

  /// The headers of the interface and the guides, which contain their style and have no script.
  static let docs = headers(allowing: "style-src 'unsafe-inline'; img-src 'self'")
}
