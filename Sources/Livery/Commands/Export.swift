internal import Documents
internal import Formats
internal import Renderings
internal import Resolution
internal import ServerAccess
internal import Service
internal import ThemeAPI
internal import Themes

extension Command {
  static let export = Command(
    name: "export",
    summary: "Write the themes, kits, images and fonts of a server into a folder, or a theme by a template.",
    operands: ("[DIR]", 0...1),
    flags: [.force, .drafts, .template, .form, .theme, .config, .outputFile] + Flag.connection,
    details: """
        livery export Config                                            the files of a server
        livery export --template compose --out app/Theme.kt             a theme of the config folder, by a template
        livery export --template brand.txt --theme autumn               the same by your own, to standard output
        livery export --format tokensstudio --theme autumn              a theme for Tokens Studio, with its sets

      Another server can serve the folder as it is, or an app that must start without a server can include it. Themes are
      written as the server received them; uploads replace the files of the same names. Images and fonts are written if a
      theme names them, images in each scale and for each idiom. If a file exists already, the command exits with 1 and writes
      nothing, unless --force is given. Files are written one by one; if the server fails, those before it remain.

      With --drafts, the documents of drafts are written too, into drafts/ID/, from where 'livery draft' makes them again.
      Settings, schemas and the keys of drafts are not included. --default-theme sets the first theme of the server that serves the folder,
      and 'livery schema --out DIR/schema/theme.schema.json --config DIR' writes a schema for editors.

      A template writes the colors, sizes, fonts and shadows of one theme, light and dark, as source code: docs/frameworks.md
      describes the tags. FILE is a file, or one of the program's: compose, flutter, mui,
      react-native, scss, shadcn, swiftui, tailwind.
      """
  ) { arguments throws(CommandError) in
    if let name = arguments[.template] { return try fill(template: name, arguments) }
    if let form = arguments[.form] { return try writeStudioFile(form, arguments) }
    guard arguments.operands.count == 1 else { throw .usage("'livery export' needs DIR or --template FILE.") }
    let bundle = try ServerBundle(of: try ServerConnection(arguments), withDrafts: arguments.has(.drafts))
    let (folder, isReplacing) = (arguments.operands[0], arguments.has(.force))
    try attempt {
      if !isReplacing { try DocumentFile.requireAbsent(bundle.files.map { "\(folder)/\($0.name)" }) }
      for file in bundle.files {
        try DocumentFile.write(
          try bundle.bytes(of: file), to: "\(folder)/\(file.name)", replacing: isReplacing)
      }
    }
    let parts = ["themes", "kits", "images", "fonts"] + (arguments.has(.drafts) ? ["drafts"] : [])
    let counts = parts.map { part in
      let count = bundle.files.count { $0.name.hasPrefix("\(part)/") }
      return "\(count) \(count == 1 ? String(part.dropLast()) : part)"
    }
    Console.print("\(folder): \(counts.joined(separator: ", ")).\n")
    return .done
  }

  /// Writes a theme of the config folder as a file of Tokens Studio.
  private static func writeStudioFile(_ form: String, _ arguments: Arguments) throws(CommandError) -> ExitCode
  {
    guard form == "tokensstudio", arguments.operands.isEmpty else {
      throw .usage("'livery export --format' takes 'tokensstudio' and no DIR; --out names a file.")
    }
    let folder = arguments[.config] ?? "Config"
    let catalog = try catalog(of: folder)
    let bytes = StudioFile.render(try theme(arguments[.theme], in: catalog, folder), catalog.library)
    return try write(bytes, arguments)
  }

  private static func write(_ bytes: [UInt8], _ arguments: Arguments) throws(CommandError) -> ExitCode {
    if let output = arguments[.outputFile] {
      try attempt { try DocumentFile.write(bytes, to: output, replacing: true) }
    } else {
      Console.print(String(decoding: bytes, as: UTF8.self))
    }
    return .done
  }

  /// Writes a theme of the config folder by a template.
  private static func fill(template name: String, _ arguments: Arguments) throws(CommandError) -> ExitCode {
    guard arguments.operands.isEmpty else {
      throw .usage("'livery export --template' takes no DIR; --out names a file.")
    }
    let file = try template(name)
    let folder = arguments[.config] ?? "Config"
    let theme = try theme(arguments[.theme], in: try catalog(of: folder), folder)
    let text: String
    do throws(ThemeTemplate.Failure) {
      text = try ThemeTemplate(String(decoding: file.bytes, as: UTF8.self)).render(theme)
    } catch { throw .refused("\(file.name):\(error.line): \(error.sentence)") }
    return try write(Array(text.utf8), arguments)
  }

  /// Returns a file, or the program's template of that name.
  private static func template(_ name: String) throws(CommandError) -> SourceFile {
    let shipped = ShippedFiles.templates.filter { $0.name.prefix { $0 != "." } == name }
    if let template = shipped.first { return template }
    do throws(DocumentFile.AccessError) { return try DocumentFile.readLarge(name) } catch {
      guard !name.contains("/"), !name.contains(".") else { throw .refused("\(error)") }
      let names = ShippedFiles.templates.map { String($0.name.prefix { $0 != "." }) }
      throw .refused("There is no template '\(name)'\(NearestName.question(name, among: names))")
    }
  }
}

extension Flag {
  fileprivate static let drafts = Flag("--drafts", nil, "write the documents of drafts, too")
  fileprivate static let form = Flag("--format", "FORM", "tokensstudio: a theme as a file for the plugin")
  fileprivate static let template = Flag(
    "--template", "FILE", "a template, or the name of one of the program's")
}

/// The files of a config folder as a server serves them. Their bytes are requested one by one.
private struct ServerBundle {
  /// The paths of a file in the folder, such as `themes/default.json`, and on the server.
  typealias File = (name: String, target: String)

  private(set) var files: [File] = []
  private let server: ServerConnection
  /// More files than any server in use has.
  private static let mostFiles = 100_000

  init(of server: ServerConnection, withDrafts: Bool) throws(CommandError) {
    self.server = server
    let kits = try listKits()
    var written: Set<String> = []
    var images: [String: String] = [:]
    try server.pages(of: "themes") { page throws(CommandError) in
      for theme in page.list("themes") {
        guard let name = theme["name"]?.string, let file = theme["file"]?.string else { continue }
        let path = try Self.document(file, in: "themes", endingIn: Dialects.all.endings)
        if written.insert(path).inserted { try add(path, at: "/v1/themes/\(name.percentEscaped())") }
        for traits in Self.screens(of: kits[theme["kit"]?.string ?? ""]) {
          images.merge(try self.images(of: name, traits)) { $1 }
        }
      }
    }
    for (path, target) in images.sorted(by: { $0.key < $1.key }) { try add(path, at: target) }
    if withDrafts { try addDrafts() }
  }

  private mutating func addDrafts() throws(CommandError) {
    try server.pages(of: "drafts") { page throws(CommandError) in
      for draft in page.list("drafts") {
        guard let id = draft["id"]?.string, Name.isValid(id), let file = draft["file"]?.string else {
          continue
        }
        let path = try Self.document(file, in: "drafts/\(id)", endingIn: Dialects.all.endings)
        try add(path, at: "/v1/drafts/\(id)/document")
      }
    }
  }

  func bytes(of file: File) throws(CommandError) -> [UInt8] {
    let answer = try server.http.ask("GET", file.target, within: .seconds(60))
    guard answer.status == 200 else { throw server.refusal(ServerAnswer(answer), of: file.target) }
    return answer.body
  }

  private mutating func add(_ name: String, at target: String) throws(CommandError) {
    guard files.count < Self.mostFiles else {
      throw .refused("The server at \(server.http.address) names more than \(Self.mostFiles) files.")
    }
    files.append((name, target))
  }

  /// Returns the path of a theme or a kit in the folder. A path from the server must not lead out of the folder.
  private static func document(
    _ file: String, in folder: String, endingIn endings: [String]
  ) throws(CommandError) -> String {
    let name = file.lastStep
    guard endings.contains(where: { name.hasSuffix($0) && isStem(name.dropLast($0.count)) }) else {
      throw refusal(of: file, "a file in \(folder)/ is called by a name and \(Quoted.choice(endings))")
    }
    return "\(folder)/\(name)"
  }

  /// Indicates whether the text is a name, or a name with the word of its format: `Kelp.swifttheme`.
  private static func isStem(_ text: Substring) -> Bool {
    guard !Name.isValid(text), let dot = text.lastIndex(of: ".") else { return Name.isValid(text) }
    return Name.isValid(text[..<dot]) && Name.isWord(text[text.index(after: dot)...])
  }

  /// Indicates whether an image or a font may be written under this name. Image folders may hold names that uploads can't have;
  /// such a name must not mislead readers, nor lead out of the folder.
  private static func isImageName(_ name: String) -> Bool {
    AssetKind(ofFile: name) != nil && !name.hasPrefix(".") && !name.contains("\\") && name.printable == name
      && name.utf8.count <= 255
  }

  private static func refusal(of file: String, _ rule: String) -> CommandError {
    .refused("The server names a file \(Quoted.name(file)), which is not written: \(rule).")
  }

  /// Returns the kits by name, including what they inherit.
  private mutating func listKits() throws(CommandError) -> [String: JSONNode] {
    var kits: [String: JSONNode] = [:]
    for kit in try server.get("/v1/kits", needing: ["kits": .array]).list("kits") {
      guard let name = kit["name"]?.string, let file = kit["file"]?.string else { continue }
      let target = "/v1/kits/\(name.percentEscaped())"
      try add(try Self.document(file, in: "kits", endingIn: [".json"]), at: target)
      kits[name] = try server.get(target, [("whole", "true")], needing: [:]).root
    }
    return kits
  }

  /// Returns all combinations of the traits that choose an image's file.
  private static func screens(of kit: JSONNode?) -> [[(String, String?)]] {
    let traits = kit?["traits"]
    let scales: [String?] = traits?["displayScale"] == nil ? [nil] : ["1", "2", "3"]
    let idioms = traits?["userInterfaceIdiom"]?["values"].map { Array($0.items).map(\.string) } ?? []
    return scales.flatMap { scale in
      ([nil] + idioms).map { [("displayScale", scale), ("userInterfaceIdiom", $0)] }
    }
  }

  /// Returns the files of images and fonts of a theme: their paths on the server, by their paths in the folder.
  private func images(
    of theme: String, _ traits: [(String, String?)]
  ) throws(CommandError) -> [String: String] {
    var images: [String: String] = [:]
    let answer = try server.get("/v1/theme", [("theme", theme)] + traits, needing: ["images": .object])
    let faces = answer.root?["fonts"].map { $0.members.flatMap { Array($0.value.items) } } ?? []
    for asset in (answer.root?["images"].map { $0.members.map(\.value) } ?? []) + faces {
      guard let file = asset["file"]?.string, let url = asset["url"]?.string else { continue }
      let name = file.lastStep
      guard Self.isImageName(name) else {
        throw Self.refusal(
          of: file, "such a name has no control characters, no backslash and no dot at its start")
      }
      // With `publicURL` the URL may name another host than the one of the request.
      guard let start = url.firstRange(of: "/v1/files/")?.lowerBound else { continue }
      let target = String(url[start...])
      guard target.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
        throw .refused(
          "The server names \(Quoted.name(url)) as the URL of \(Quoted.name(name)), which is invalid.")
      }
      images["\(AssetKind(ofFile: name)?.place ?? "images")/\(name)"] = target
    }
    return images
  }
}

extension String {
  /// The last step of a path; empty for an empty path.
  var lastStep: String { split(separator: "/").last.map(String.init) ?? "" }
}
