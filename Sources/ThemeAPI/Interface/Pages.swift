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
      detail: "`docs/clients.md` describes its use.", access: .open, ignoresUnknownParameters: true,
      answers: [.init(200, "The file.", media: [.init(type, .string)]), .unchanged])
  }

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let bytes = call.services.web.client[file] ?? []
    return Representation(key: file, type: type, caching: .kept) { bytes }
  }
}

package struct WebResources: Sendable {
  /// The named schemas of the interface, as one JSON object.
  let schemas: [UInt8]
  /// The frame of the interface and the guides.
  let docs: [UInt8]
  let examples: [UInt8]
  let guides: [DocsGuide: [UInt8]]
  /// The files of the live page by their path in `Web/page`; the document is `index.html`.
  let page: [String: [UInt8]]
  /// Reads a file of the live page from a folder instead, for development of the page. Returns nil if there is no such file.
  package var pageFolder: (@Sendable (String) -> [UInt8]?)?
  /// The files of the client for web pages, by their names.
  let client: [String: [UInt8]]

  /// A file that is missing in the program.
  package struct Missing: Error, Sendable, Hashable, CustomStringConvertible {
    let name: String

    package var description: String { "The program lacks its file 'Web/\(name)'; build it again." }
  }

  /// - Parameter files: the files by their path in `Web`.
  package init(_ files: [String: [UInt8]]) throws(Missing) {
    func file(_ name: String) throws(Missing) -> [UInt8] {
      guard let bytes = files[name] else { throw Missing(name: name) }
      return bytes
    }
    schemas = try file("openapi/schemas.json")
    docs = try file("docs/index.html")
    examples = try file("docs/examples.json")
    var guides: [DocsGuide: [UInt8]] = [:]
    for guide in DocsGuide.allCases { guides[guide] = try file("guides/\(guide.rawValue).md") }
    self.guides = guides
    var page = ["index.html": try file("page/index.html")]
    for (path, bytes) in files where path.hasPrefix("page/") {
      let name = String(path.dropFirst("page/".count))
      page[name] = PageText.served(bytes, as: name)
    }
    self.page = page
    var client: [String: [UInt8]] = [:]
    for name in ["livery.js", "livery-draft.js", "livery-fonts.js", "livery.d.ts"] {
      client[name] = try file("client/\(name)")
    }
    self.client = client
  }
}

/// The files of the live page without the parts that are only for developers.
enum PageText {
  /// Returns a script or style sheet without types, comment lines, empty lines and indentation, and other files unchanged.
  static func served(_ bytes: [UInt8], as name: String) -> [UInt8] {
    let isScript = name.hasSuffix(".js")
    guard isScript || name.hasSuffix(".css") else { return bytes }
    var served: [UInt8] = []
    var isComment = false
    for line in bytes.split(separator: newline) {
      let text = line.drop { $0 == UInt8(ascii: " ") }
      let isWithin = isComment
      if text.starts(with: "/*".utf8) { isComment = true }
      let isLast = isComment && text.suffix(commentEnd.count).elementsEqual(commentEnd)
      if isLast { isComment = false }
      let isNote = isScript && text.starts(with: "//".utf8)
      guard !isWithin, !isComment, !isLast, !isNote, !text.isEmpty else { continue }
      served += (isScript ? withoutTypes(text) : Array(text)) + [newline]
    }
    return served
  }

  /// Removes types inside a line, such as `/** @type {any} */ (event)`.
  private static func withoutTypes(_ line: ArraySlice<UInt8>) -> [UInt8] {
    guard line.contains(UInt8(ascii: "@")) else { return Array(line) }
    var left: [UInt8] = []
    var rest = line
    while let start = rest.firstRange(of: typeBegin) {
      guard let end = rest[start.upperBound...].firstRange(of: commentEnd) else { break }
      left += rest[..<start.lowerBound]
      rest = rest[end.upperBound...].drop { $0 == UInt8(ascii: " ") }
    }
    return left + rest
  }

  private static let newline = UInt8(ascii: "\n")
  private static let typeBegin = Array("/** @".utf8)
  private static let commentEnd = Array("*/".utf8)
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
