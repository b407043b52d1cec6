internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `POST /v1/check`: what is wrong with a theme document, or worth knowing; nothing is stored.
struct CheckTheme: Endpoint {
  let publisher: Publisher
  let operation: Operation

  init(publisher: Publisher) {
    self.publisher = publisher
    operation = Self.operation(publisher.current.now.themeSet.library.dialects.formats)
  }

  private static func operation(_ formats: [ThemeFormat]) -> Operation {
    Operation(
      .post, "/v1/check", id: "checkTheme", tag: "Themes",
      summary: "What is wrong with a theme document, or worth knowing; nothing is stored.",
      detail: "Needs what a write needs: reading a large document takes the server's time.",
      access: .author,
      parameters: [
        .init(.query, "name", "The name it would have; `check` where none is given.", schema: .named("Name")),
        ThemeBody.formatParameter(formats),
      ],
      body: Operation.RequestBody([.init(.json, .named("AnyDocument"))]),
      answers: [
        Operation.PossibleAnswer(200, "What was found.", media: [.init(.json, .named("CheckResult"))])
      ] + .refusals(400, 401, 403, 413, 415))
  }

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let body = try ThemeBody(call, name: call["name"] ?? "check")
    let (author, snapshot) = (call.principal, call.snapshot)
    // Reading megabytes would hold up everybody on this worker.
    let isNamed = call["name"] != nil
    return .offload(
      .init(on: .checking) {
        let upload = Upload(name: body.name, file: body.file, bytes: body.bytes, at: publisher.now(), by: "")
        do throws(Refusal) {
          try author.checkParents(of: upload, snapshot)
          let library = snapshot.themeSet.trying(upload, naming: author.knownThemes(in: snapshot))
          return reply(library, upload, isNamed: isNamed)
        } catch { return error.reply }
      })
  }

  private func reply(_ library: Library, _ upload: Upload, isNamed: Bool) -> Reply {
    let absence = isNamed ? upload.absence(in: library) : nil
    let file = upload.source.name
    let problems =
      library.problems.filter { $0.place.file == file || $0.severity == .error }
      + [absence].compactMap { $0 }
    return JSONReply.make { json in
      json.member("ok", !library.hasErrors && absence == nil)
      json.member("problems") { $0.problems(problems) }
    }
  }
}
