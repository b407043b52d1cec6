internal import ServerAccess
internal import Themes

/// What a server serves, as the files of a config folder.
struct ServerBundle {
  struct BundledFile {
    /// Such as `themes/default.json`.
    let name: String
    let bytes: [UInt8]
  }

  private(set) var files: [BundledFile] = []
  private let server: ServerConnection

  init(of server: ServerConnection) throws(Command.CommandError) {
    self.server = server
    let kits = try takeKits()
    var images: [String: String] = [:]
    var written: Set<String> = []
    try server.pages(of: "themes") { page throws(Command.CommandError) in
      for theme in page.list("themes") {
        guard let name = theme["name"]?.string, let file = theme["file"]?.string else { continue }
        let path = try Self.path(of: file, in: "themes")
        if written.insert(path).inserted {
          try take("/v1/themes/\(name.percentEscaped())", as: path)
        }
        for traits in Self.screens(of: kits[theme["kit"]?.string ?? ""]) {
          images.merge(try self.images(of: name, traits)) { $1 }
        }
      }
    }
    for (name, url) in images.sorted(by: { $0.key < $1.key }) { try take(url, as: "images/\(name)") }
  }

  /// A file's own name in a folder: what a server says must not lead out of it.
  private static func path(of file: String, in folder: String) throws(Command.CommandError) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? ""
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("\0") else {
      throw .refused("The server names a file \(Quoted.name(file)), which can't be written.")
    }
    return "\(folder)/\(name)"
  }

  private mutating func take(_ target: String, as name: String) throws(Command.CommandError) {
    let answer = try server.http.ask("GET", target, within: .seconds(60))
    guard answer.status == 200 else { throw server.refusal(ServerAnswer(answer), of: target) }
    files.append(BundledFile(name: name, bytes: answer.body))
  }

  /// What kits have, those that they extend counted in, by their names.
  private mutating func takeKits() throws(Command.CommandError) -> [String: JSONNode] {
    var kits: [String: JSONNode] = [:]
    for kit in try server.get("/v1/kits", needing: ["kits": .array]).list("kits") {
      guard let name = kit["name"]?.string, let file = kit["file"]?.string else { continue }
      try take("/v1/kits/\(name.percentEscaped())", as: try Self.path(of: file, in: "kits"))
      kits[name] = try server.get("/v1/kits/\(name.percentEscaped())", [("whole", "true")], needing: [:]).root
    }
    return kits
  }

  /// The traits by which an image's file is chosen, in each combination.
  private static func screens(of kit: JSONNode?) -> [[(String, String?)]] {
    let traits = kit?["traits"]
    let scales: [String?] = traits?["displayScale"] == nil ? [nil] : ["1", "2", "3"]
    let idioms = traits?["userInterfaceIdiom"]?["values"].map { Array($0.items).map(\.string) } ?? []
    return scales.flatMap { scale in
      ([nil] + idioms).map { [("displayScale", scale), ("userInterfaceIdiom", $0)] }
    }
  }

  /// Paths of image files on the server, by the files' names.
  private func images(
    of theme: String, _ traits: [(String, String?)]
  ) throws(Command.CommandError) -> [String: String] {
    var images: [String: String] = [:]
    let answer = try server.get("/v1/theme", [("theme", theme)] + traits, needing: ["images": .object])
    for image in answer.root?["images"].map({ Array($0.members) }) ?? [] {
      guard let file = image.value["file"]?.string, let url = image.value["url"]?.string else { continue }
      let name = try Self.path(of: file, in: "").dropFirst()
      // With `publicURL` the address leads past the server that is asked.
      guard let start = url.firstRange(of: "/v1/files/")?.lowerBound else { continue }
      images[String(name)] = String(url[start...])
    }
    return images
  }
}
