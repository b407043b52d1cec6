internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `PUT /v1/themes/{name}`: uploads a theme, or another document for one that is there, perhaps with its images.
struct UploadTheme: Endpoint {
  let publisher: Publisher
  let operation: Operation

  init(publisher: Publisher) {
    self.publisher = publisher
    operation = Self.operation(publisher.current.now.themeSet.library.dialects.formats)
  }

  private static func operation(_ formats: [ThemeFormat]) -> Operation {
    Operation(
      .put, "/v1/themes/{name}", id: "uploadTheme", tag: "Themes",
      summary: "Uploads a theme, checked together with everything that builds on it.",
      detail: """
        Stored durably; where the theme shows, clients hear of it at once. An upload with the name of a theme from \
        `Config/` stands before the file until it is deleted. A document with several themes is sent as one of them, \
        and goes with all of them. A package is a zip file with one document and the images that go with it, in any \
        folders; all of it is taken, or nothing. Its images are known by their files' names to every theme, and stay \
        until each is deleted.
        """,
      access: .author,
      parameters: [
        .init(.path, "name", "The theme's name.", schema: .named("Name")), ThemeBody.formatParameter(formats),
        .ifMatch,
        .init(.header, "If-None-Match", "`*`: only if there is no theme of this name."), .idempotencyKey,
      ],
      body: Operation.RequestBody([.init(.json, .named("ThemeDocument")), .init(.zip, .binary)]),
      answers: [
        Operation.PossibleAnswer(
          200, "It stands in place of the one before.", media: [.init(.json, .named("UploadResult"))],
          headers: ["ETag"]),
        Operation.PossibleAnswer(
          201, "It is new.", media: [.init(.json, .named("UploadResult"))], headers: ["ETag", "Location"]),
      ] + .refusals(400, 401, 403, 409, 412, 413, 415, 422, 503, 507))
  }

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let (author, request, uploads) = (call.principal, call.request, call.services.uploads)
    let dialects = call.snapshot.themeSet.library.dialects
    try author.checkDocuments("uploading one")
    let read = try reader(of: call)
    return try call.writeDocuments(to: publisher, reading: read) {
      uploaded, key, permit, record throws(Publisher.DocumentError) in
      let upload = uploaded.theme
      let parents = author.guardedParents(of: upload, in: dialects)
      do throws(Publisher.DocumentError) {
        return try publisher.upload(
          upload, images: uploaded.images, key: key, permit: permit, naming: { author.knownThemes(in: $0) },
          record: record
        ) { snapshot throws(Publisher.DocumentError) in
          try author.check(parents: parents, snapshot)
          try snapshot.checkLimits(ofUploads: upload)
          try snapshot.checkLimits(ofImages: uploaded.images, bytes: uploads.images)
          try DocumentCondition.check(request, upload.name, snapshot)
        } approve: { snapshot, next throws(Publisher.DocumentError) in
          try author.check(document: upload.source.name, snapshot, next)
        }
      } catch { throw uploaded.placed(error) }
    } answer: {
      reply($0, $1)
    }
  }

  /// What makes an upload of the body, beside the workers.
  private func reader(of call: Call) throws(Refusal) -> @Sendable () throws(Refusal) -> UploadedPackage {
    if PackageBody.isIn(call.request) {
      try call.principal.checkImages()
      let body = try PackageBody(call, name: call.name)
      return { [publisher] () throws(Refusal) in try body.read(at: publisher.now()) }
    }
    let body = try ThemeBody(call, name: call.name)
    return { [publisher, author = call.principal.name] () throws(Refusal) in
      UploadedPackage(
        theme: Upload(name: body.name, file: body.file, bytes: body.bytes, at: publisher.now(), by: author))
    }
  }

  private func reply(_ uploaded: UploadedPackage, _ publication: Publication) -> Reply {
    let upload = uploaded.theme
    let isNew = publication.before.library.sources[upload.name] == nil
    let warnings = publication.after.library.problems(in: upload.source.name).map { uploaded.placed($0) }
    var headers = [
      Request.Field("Livery-Cursor", publication.head.description),
      Request.Field("ETag", EntityTag(of: upload.bytes).description),
    ]
    if isNew { headers.append(.init("Location", "/v1/themes/\(upload.name)")) }
    return JSONReply.make(status: isNew ? 201 : 200, headers: headers) { json in
      json.member("name", upload.name)
      json.member("cursor", publication.head.description)
      json.member("changed", !publication.changes.isEmpty)
      if !uploaded.images.isEmpty { json.strings("images", uploaded.images.map(\.file)) }
      json.member("problems") { $0.problems(warnings) }
    }
  }
}
