internal import Changes
internal import Themes

/// `PUT /v1/themes/{name}`: takes a theme in, or another document for one that is there.
struct UploadTheme: Endpoint {
  let journal: Journal

  let operation = Operation(
    .put, "/v1/themes/{name}", id: "uploadTheme", tag: "Themes",
    summary: "Takes a theme in, checked together with everything that builds on it.",
    detail: """
      Stored durably; where the theme shows, clients hear of it at once. An upload with the name of a theme from \
      `Config/` stands before the file until it is deleted. A document with several themes is sent as one of them, \
      and goes with all of them.
      """,
    access: .write,
    parameters: [
      .init(.path, "name", "The theme's name.", schema: .named("Name")), ThemeBody.formatParameter,
      .ifMatch,
      .init(.header, "If-None-Match", "`*`: only if there is no theme of this name."), .idempotencyKey,
    ],
    body: Operation.Body([.init(.json, .named("ThemeDocument"))]),
    answers: [
      Operation.Answer(
        200, "It stands in place of the one before.", media: [.init(.json, .named("Uploaded"))],
        headers: ["ETag"]),
      Operation.Answer(
        201, "It is new.", media: [.init(.json, .named("Uploaded"))], headers: ["ETag", "Location"]),
    ] + .refusals(400, 401, 403, 409, 412, 413, 415, 422, 503, 507))

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let author = call.author
    try author.checkAll("uploading a theme")
    let body = try ThemeBody(call, name: call.name)
    let request = call.request
    _ = try IdempotencyKey(request, by: author) { _ in Reply(status: 200) }
    return .offload(.init(on: .writing) { perform(body, request, author) })
  }

  private func perform(_ body: ThemeBody, _ request: Request, _ author: Author) -> Reply {
    let before = journal.current.now.themeSet.library.sources[body.name]
    let upload = Upload(
      name: body.name, file: body.file, bytes: body.bytes, at: journal.now(), by: author.name)
    let answer = { @Sendable (publication: Publication) in
      reply(upload, publication, isNew: before == nil, warnings: [])
    }
    do throws(Refusal) {
      let receipt = try IdempotencyKey(request, by: author, answer: answer)
      if let receipt, let kept = journal.kept(receipt) { return kept }
      try journal.current.now.checkLimit(ofUploads: body.name)
      let publication = try Refusal.of { () throws(Journal.Rejection) in
        try journal.upload(upload, receipt: receipt) { snapshot throws(Journal.Rejection) in
          try DocumentCondition.check(request, body.name, snapshot)
        }
      }
      let problems = journal.current.now.themeSet.library.problems.filter {
        $0.place.file == upload.source.name
      }
      return reply(upload, publication, isNew: before == nil, warnings: problems)
    } catch { return error.reply }
  }

  private func reply(
    _ upload: Upload, _ publication: Publication, isNew: Bool, warnings: [Problem]
  ) -> Reply {
    var headers = [
      Request.Field("Livery-Cursor", publication.head.description),
      Request.Field("ETag", EntityTag(of: upload.bytes).description),
    ]
    if isNew { headers.append(.init("Location", "/v1/themes/\(upload.name)")) }
    return JSONReply.make(status: isNew ? 201 : 200, headers: headers) { json in
      json.member("name", upload.name)
      json.member("cursor", publication.head.description)
      json.member("changed", !publication.changes.isEmpty)
      json.member("problems") { $0.problems(warnings) }
    }
  }
}
