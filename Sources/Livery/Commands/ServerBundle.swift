internal import Resolution
internal import ServerAccess
internal import Themes

/// What a server serves, as the files of a config folder: their names first, what is in them one by one.
struct ServerBundle {
  struct BundledFile {
    /// Such as `themes/default.json`.
    let name: String
    /// Where the server has it.
    let target: String
  }

  private(set) var files: [BundledFile] = []
  private let server: ServerConnection
  /// More than a folder of a server that works has.
  private static let mostFiles = 100_000

  init(of server: ServerConnection) throws(Command.CommandError) {
    self.server = server
    let kits = try listKits()
    var written: Set<String> = []
    var images: [String: String] = [:]
    try server.pages(of: "themes") { page throws(Command.CommandError) in
      for theme in page.list("themes") {
        guard let name = theme["name"]?.string, let file = theme["file"]?.string else { continue }
        let path = try Self.document(file, in: "themes", endingIn: ThemeFormat.endings)
        if written.insert(path).inserted { try add(path, at: "/v1/themes/\(name.percentEscaped())") }
        for traits in Self.screens(of: kits[theme["kit"]?.string ?? ""]) {
          images.merge(try self.images(of: name, traits)) { $1 }
        }
      }
    }
    for (path, target) in images.sorted(by: { $0.key < $1.key }) { try add(path, at: target) }
  }

  /// The bytes of one of the files.
  func bytes(of file: BundledFile) throws(Command.CommandError) -> [UInt8] {
    let answer = try server.http.ask("GET", file.target, within: .seconds(60))
    guard answer.status == 200 else { throw server.refusal(ServerAnswer(answer), of: file.target) }
    return answer.body
  }

  private mutating func add(_ name: String, at target: String) throws(Command.CommandError) {
    guard files.count < Self.mostFiles else {
      throw .refused("The server at \(server.http.address) names more than \(Self.mostFiles) files.")
    }
    files.append(BundledFile(name: name, target: target))
  }

  /// The path of a theme or a kit in the folder: what a server says must not lead out of it, nor be obeyed there.
  private static func document(
    _ file: String, in folder: String, endingIn endings: [String]
  ) throws(Command.CommandError) -> String {
    let name = lastStep(file)
    guard endings.contains(where: { name.hasSuffix($0) && isStem(name.dropLast($0.count)) }) else {
      throw refusal(of: file, "a file in \(folder)/ is called by a name and \(Quoted.choice(endings))")
    }
    return "\(folder)/\(name)"
  }

  /// A name, or a name and the word of its format: `Kelp.swifttheme`.
  private static func isStem(_ text: Substring) -> Bool {
    guard !Name.isValid(text), let dot = text.lastIndex(of: ".") else { return Name.isValid(text) }
    return Name.isValid(text[..<dot]) && Name.isWord(text[text.index(after: dot)...])
  }

  /// Folders may have names that no upload may have; they must not mislead who lists them, nor lead out of the folder.
  private static func isImageName(_ name: String) -> Bool {
    ImageFolder.isImage(name) && !name.hasPrefix(".") && !name.contains("\\") && name.printable == name
      && name.utf8.count <= 255
  }

  private static func lastStep(_ file: String) -> String {
    file.split(separator: "/").last.map(String.init) ?? ""
  }

  private static func refusal(of file: String, _ rule: String) -> Command.CommandError {
    .refused("The server names a file \(Quoted.name(file)), which is not written: \(rule).")
  }

  /// What kits have, those that they extend counted in, by their names.
  private mutating func listKits() throws(Command.CommandError) -> [String: JSONNode] {
    var kits: [String: JSONNode] = [:]
    for kit in try server.get("/v1/kits", needing: ["kits": .array]).list("kits") {
      guard let name = kit["name"]?.string, let file = kit["file"]?.string else { continue }
      let target = "/v1/kits/\(name.percentEscaped())"
      try add(try Self.document(file, in: "kits", endingIn: [".json"]), at: target)
      kits[name] = try server.get(target, [("whole", "true")], needing: [:]).root
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

  /// Where the server has image files, by their paths in the folder.
  private func images(
    of theme: String, _ traits: [(String, String?)]
  ) throws(Command.CommandError) -> [String: String] {
    var images: [String: String] = [:]
    let answer = try server.get("/v1/theme", [("theme", theme)] + traits, needing: ["images": .object])
    for image in answer.root?["images"].map({ Array($0.members) }) ?? [] {
      guard let file = image.value["file"]?.string, let url = image.value["url"]?.string else { continue }
      let name = Self.lastStep(file)
      guard Self.isImageName(name) else {
        throw Self.refusal(
          of: file, "an image's name has no control characters, no backslash and no dot at its start")
      }
      // With `publicURL` the address leads past the server that is asked.
      guard let start = url.firstRange(of: "/v1/files/")?.lowerBound else { continue }
      let target = String(url[start...])
      guard target.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
        throw .refused(
          "The server names \(Quoted.name(url)) as the address of \(Quoted.name(name)), which is none.")
      }
      images["images/\(name)"] = target
    }
    return images
  }
}
