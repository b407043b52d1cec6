internal import ServerAccess
internal import Service
internal import Themes

extension Command {
  /// Uploads themes.
  static let upload = Command(
    "upload", "Upload themes to a running server, where they stand before files of their names.",
    operands: Operands(usage: "FILE…", count: 1...1000), flags: [.format, .json] + Flag.connection,
    details: """
      A theme is called like its file, and goes in the format that the file's name or its content tells. Each is checked
      by the server, together with all that builds on it; what is refused changes nothing.
      """
  ) { arguments throws(CommandError) in
    let server = try ServerConnection(arguments)
    let documents = try DocumentCollection(arguments.operands, format: arguments[.format])
    guard documents.unread.isEmpty else { throw .refused(documents.complaint) }
    for document in documents.recognized {
      let answer = try server.upload(document)
      Console.print(arguments.has(.json) ? answer.text + "\n" : UploadReport.line(answer, document))
    }
    return .done
  }
}

extension ServerConnection {
  fileprivate func upload(_ document: DocumentCollection.Recognized) throws(Command.CommandError)
    -> ServerAnswer
  {
    let target = Self.target(
      "/v1/themes/\(document.theme.percentEscaped())", [("format", document.format.name)])
    return try accepted(
      http.ask(
        "PUT", target, headers: [("Content-Type", "application/octet-stream")], body: document.file.bytes,
        within: .seconds(60)))
  }
}

/// What became of an upload, for people.
private enum UploadReport {
  static func line(_ answer: ServerAnswer, _ document: DocumentCollection.Recognized) -> String {
    let what =
      answer.status == 201
      ? "is new" : answer.root?["changed"]?.bool == false ? "is as it was" : "has changed"
    let lines = answer.list("problems").map { problem in
      "  line \(problem["line"]?.integer ?? 0): \(problem.text("severity") ?? ""): \(problem.text("message") ?? "")\n"
    }
    return "\(document.theme): \(what)\n" + lines.joined()
  }
}
