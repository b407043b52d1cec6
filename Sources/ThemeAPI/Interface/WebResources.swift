/// The files of the folder `Web` that answers are made of. The process has them embedded and hands them in.
package struct WebResources: Sendable {
  /// The named schemas of the interface: one JSON object, each under its name.
  let schemas: [UInt8]
  /// The page around the interface and the guides.
  let docs: [UInt8]
  /// A request with its answer for each operation.
  let examples: [UInt8]
  /// The guides, as Markdown.
  let guides: [DocsGuide: [UInt8]]
  /// The files of the live page by their path in `Web/page`; the document is `index.html`.
  let page: [String: [UInt8]]
  /// Reads a file of the live page from a folder instead, for whoever works on the page; nil from it is no such file.
  package var pageFolder: (@Sendable (String) -> [UInt8]?)?
  /// What a page imports.
  let client: [ClientFile: [UInt8]]

  /// The files of the client for web pages, by their names.
  enum ClientFile: String, CaseIterable {
    case module = "livery.js"
    case types = "livery.d.ts"
  }

  /// A file that the program was built without.
  package struct Missing: Error, Sendable, Hashable, CustomStringConvertible {
    let name: String

    package var description: String { "The program lacks its file 'Web/\(name)'; build it again." }
  }

  /// - Parameter files: bytes by their path in `Web`.
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
    var client: [ClientFile: [UInt8]] = [:]
    for part in ClientFile.allCases { client[part] = try file("client/\(part.rawValue)") }
    self.client = client
  }
}
