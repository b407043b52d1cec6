internal import Resolution
internal import ServerAccess
internal import Service
internal import Themes

extension Command {
  /// Uploads themes, packages and images.
  static let upload = Command(
    "upload",
    "Upload themes, packages and images to a running server, where they stand before files of their names.",
    operands: Operands(usage: "FILE…", count: 1...1000), flags: [.format, .json] + Flag.connection,
    details: """
      A theme is called like its file, and goes in the format that the file's name or its content tells. A package is a
      zip file, NAME.zip, with one theme and its images, and is taken whole. An image keeps its file's name, such as
      logo@2x.png. Each is checked by the server, a theme together with all that builds on it; what is refused changes
      nothing. They go in this order: images, themes, packages.
      """
  ) { arguments throws(CommandError) in
    let server = try ServerConnection(arguments)
    let files = try UploadedFiles(arguments.operands, format: arguments[.format])
    for image in files.images {
      let answer = try server.put(image.bytes, at: "/v1/images/\(String(image.baseName).percentEscaped())")
      Console.print(
        arguments.has(.json) ? answer.text + "\n" : UploadReport.line(answer, String(image.baseName)))
    }
    for document in files.documents.recognized {
      let answer = try server.put(
        document.file.bytes, at: "/v1/themes/\(document.theme.percentEscaped())",
        [("format", document.format.name)])
      Console.print(arguments.has(.json) ? answer.text + "\n" : UploadReport.line(answer, document.theme))
    }
    for archive in files.packages {
      let theme = archive.baseName.dropLast(UploadedFiles.packageEnding.count)
      let answer = try server.put(archive.bytes, at: "/v1/themes/\(String(theme).percentEscaped())")
      Console.print(arguments.has(.json) ? answer.text + "\n" : UploadReport.line(answer, String(theme)))
    }
    return .done
  }
}

/// What somebody names to be uploaded, told apart by the files' names; all of it is read before anything is sent.
private struct UploadedFiles {
  static let packageEnding = ".zip"

  private(set) var images: [SourceFile] = []
  private(set) var packages: [SourceFile] = []
  let documents: DocumentCollection

  init(_ paths: [String], format: String?) throws(Command.CommandError) {
    var others: [String] = []
    do throws(DocumentFile.AccessError) {
      for path in paths {
        let name = String(path.split(separator: "/").last ?? "")
        if name.hasSuffix(Self.packageEnding) {
          packages.append(try DocumentFile.readLarge(path))
        } else if ImageFolder.isImage(name) {
          images.append(try DocumentFile.readLarge(path))
        } else {
          others.append(path)
        }
      }
    } catch { throw .refused(error.description) }
    documents = try DocumentCollection(others, format: format)
    guard documents.unread.isEmpty else { throw .refused(documents.complaint) }
  }
}

extension ServerConnection {
  fileprivate func put(
    _ bytes: [UInt8], at path: String, _ query: [(String, String?)] = []
  ) throws(Command.CommandError) -> ServerAnswer {
    try accepted(
      http.ask(
        "PUT", Self.target(path, query), headers: [("Content-Type", "application/octet-stream")], body: bytes,
        within: .seconds(60)))
  }
}

/// What became of an upload, for people.
private enum UploadReport {
  static func line(_ answer: ServerAnswer, _ name: String) -> String {
    let what =
      answer.status == 201
      ? "is new" : answer.root?["changed"]?.bool == false ? "is as it was" : "has changed"
    let lines = answer.list("problems").map { problem in
      "  line \(problem["line"]?.integer ?? 0): \(problem.text("severity") ?? ""): \(problem.text("message") ?? "")\n"
    }
    let images = answer.root?["images"].map { Array($0.items).compactMap(\.string) } ?? []
    let with = images.isEmpty ? "" : ", with \(images.map(\.printable).joined(separator: ", "))"
    return "\(name): \(what)\(with)\n" + lines.joined()
  }
}
