internal import Documents
internal import Resolution
internal import Service
internal import ThemeAPI
internal import Themes

extension Command {
  static let upload = Command(
    name: "upload",
    summary:
      "Upload themes, packages, images and fonts to a server, where they replace files of the same names.",
    operands: ("FILE…", 1...1000), flags: [.format, .json] + Flag.connection,
    details: """
      The name of a theme is that of its file; the format follows from the file's name or content. A package is a zip
      file, NAME.zip, with one theme, its images and fonts; either all of it is stored or nothing. An image or a font keeps its file name,
      such as logo@2x.png. The server checks each file, a theme together with the themes that extend it; a refused file
      changes nothing. Images and fonts are sent first, then themes, then packages. A folder stands for the themes in it.

      'livery delete NAME' takes an upload back.
      """
  ) { arguments throws(CommandError) in
    let server = try ServerConnection(arguments)
    let files = try UploadedFiles(arguments.operands, format: arguments[.format])
    for words in files.passedOver { Console.printError("livery: \(words)\n") }
    for file in files.inOrder {
      let answer = try server.put(file)
      _ = arguments.print(json: answer.text + "\n", text: answer.report(on: file))
    }
    return .done
  }
}

extension Command {
  static let delete = Command(
    name: "delete",
    summary: "Delete an uploaded theme, image or font, so that the file of its name is served again.",
    operands: ("NAME…", 1...1000), flags: [.json] + Flag.connection,
    details: """
      NAME is a theme, or the file name of an image or a font, such as logo@2x.png. If the config folder has a file of this name, it is
      served again; otherwise it is gone. A theme that a channel shows is deleted only if there is
      such a file.

        livery delete new-year
      """
  ) { arguments throws(CommandError) in
    let server = try ServerConnection(arguments)
    for name in arguments.operands {
      let place = AssetKind(ofFile: name)?.place ?? "themes"
      let answer = try server.send(
        "DELETE", "/v1/\(place)/\(name.percentEscaped())", needing: ["name": .string])
      let rest = answer["file"].map { "\($0.printable) is served again" } ?? "it is gone"
      _ = arguments.print(json: answer.text + "\n", text: "\(name): the upload is deleted; \(rest)\n")
    }
    return .done
  }
}

/// The files to upload, by kind. All are read before the first is sent.
struct UploadedFiles {
  private static let packageEnding = ".zip"

  struct File {
    let name: String
    /// The collection on the server: `themes`, `images` or `fonts`.
    let place: String
    let bytes: [UInt8]
    var format: String?
    var document: (file: SourceFile, path: String)?

    /// Returns the user's file for a place that the server names. A place in another document is returned unchanged.
    func place(_ named: SourceLocation) -> SourceLocation {
      guard let document, document.path == named.file else { return named }
      let own = SourceLocation(
        file: document.file.name, line: named.line, column: named.column, pointer: named.pointer)
      return document.file.origin(of: own)
    }
  }

  private var images: [File] = []
  private var packages: [File] = []
  private let themes: [File]
  /// Messages about files in folders that are no themes.
  let passedOver: [String]

  /// Images and fonts come first, because themes may name them.
  var inOrder: [File] { images + themes + packages }

  init(_ paths: [String], format: String?) throws(CommandError) {
    var others: [String] = []
    for path in paths {
      let name = path.lastStep
      if name.hasSuffix(Self.packageEnding) {
        let theme = String(name.dropLast(Self.packageEnding.count))
        let bytes = try attempt { try DocumentFile.readLarge(path).bytes }
        packages.append(File(name: theme, place: "themes", bytes: bytes))
      } else if let kind = AssetKind(ofFile: name) {
        let bytes = try attempt { try DocumentFile.readLarge(path).bytes }
        images.append(File(name: name, place: kind.place, bytes: bytes))
      } else {
        others.append(path)
      }
    }
    let documents = try DocumentCollection(others, format: format)
    guard documents.unread.isEmpty else { throw .refused(documents.complaint) }
    themes = documents.recognized.map {
      File(
        name: $0.theme, place: "themes", bytes: $0.file.bytes, format: $0.format.name,
        document: ($0.file, "uploads/\($0.format.fileName(for: $0.theme))"))
    }
    passedOver = documents.passedOver
  }
}

extension ServerConnection {
  fileprivate func put(_ file: UploadedFiles.File) throws(CommandError) -> ServerAnswer {
    let target = Self.target("/v1/\(file.place)/\(file.name.percentEscaped())", [("format", file.format)])
    return try accepted(
      http.ask(
        "PUT", target, headers: [("Content-Type", "application/octet-stream")], body: file.bytes,
        within: .seconds(60)),
      to: target, needing: ["name": .string, "changed": .bool], placing: file.place)
  }
}

extension ServerAnswer {
  /// The text for the result of an upload.
  fileprivate func report(on file: UploadedFiles.File) -> String {
    let what = status == 201 ? "is new" : root?["changed"]?.bool == false ? "is as it was" : "has changed"
    let images = list("images").compactMap(\.string).map(\.printable)
    return "\(file.name): \(what)\(images.isEmpty ? "" : ", with \(images.joined(separator: ", "))")\n"
      + problemLines(placing: file.place)
  }

  /// The problems of a document, a line for each.
  /// - Parameter own: maps places that the server names to the user's files.
  func problemLines(placing own: (SourceLocation) -> SourceLocation) -> String {
    list("problems").map { problem in
      "  \(problem.place(own) ?? "") \(problem.text("severity") ?? ""): \(problem.text("message") ?? "")\n"
    }.joined()
  }
}
