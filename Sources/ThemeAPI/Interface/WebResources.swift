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
