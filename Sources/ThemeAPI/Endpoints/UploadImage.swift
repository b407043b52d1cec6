internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// `PUT /v1/images/{name}`: uploads an image, or other bytes for one that is there.
struct UploadImage: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .put, "/v1/images/{name}", id: "uploadImage", tag: "Themes", summary: "Uploads an image.",
    detail: """
      The name is the file's, with scale, idiom and ending: `logo@2x~pad.png`. Stored durably, and served like the images \
      of `Config/images`, of which it stands before the one of its name until it is deleted. Where themes that name it \
      show, clients hear of it at once.
      """,
    access: .author, parameters: [fileName, .idempotencyKey],
    body: Operation.RequestBody(ImageType.media),
    answers: [
      Operation.PossibleAnswer(
        200, "It stands in place of the one before.", media: [.init(.json, .named("ImageUploadResult"))]),
      Operation.PossibleAnswer(
        201, "It is new.", media: [.init(.json, .named("ImageUploadResult"))], headers: ["Location"]),
    ] + .refusals(400, 401, 403, 409, 413, 415, 422, 503, 507))

  static let fileName = Operation.Parameter(
    .path, "name", "The image file's name.", schema: .named("ImageFileName"), example: "logo@2x.png")

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let (author, services, bytes, name) = (call.principal, call.services, call.request.body, call.name)
    try author.checkDocuments("uploading an image")
    try author.checkImages()
    guard ImageFileName.isValid(name) else {
      throw .badParameter("name", "is not an image file's name: \(ImageFileName.rule).")
    }
    try Self.checkType(call.request.header("Content-Type"))
    guard !bytes.isEmpty else { throw Refusal(.badBody, "The body should be the image; it is empty.") }
    return try call.writeDocuments(to: publisher) { [publisher] () throws(Refusal) in
      if let complaint = ImageFileName.complaint(about: bytes, named: name) {
        throw Refusal(.unsupportedMediaType, "The body \(complaint).")
      }
      return try UploadedImage(name, bytes, by: author.name, at: publisher.now(), services)
    } perform: { image, key, permit, record throws(Publisher.DocumentError) in
      try publisher.upload(image, key: key, permit: permit, record: record) {
        snapshot throws(Publisher.DocumentError) in
        try snapshot.checkLimits(ofImages: [image], bytes: services.uploads.images)
      }
    } answer: {
      Self.reply($0, $1)
    }
  }

  /// What the bytes are is told by themselves and the name; a type that speaks of something else is a slip.
  private static func checkType(_ type: String?) throws(Refusal) {
    guard let type else { return }
    let name = HeaderList.mediaType(type)
    guard name.hasPrefix("image/") || name == "application/pdf" || name == MediaType.bytes.name else {
      throw .unsupported(type, expected: "image/png")
    }
  }

  private static func reply(_ image: UploadedImage, _ publication: Publication) -> Reply {
    let isNew = publication.before.catalog.images.file(named: image.file) == nil
    let url = publication.after.catalog.images.file(named: image.file)?.url ?? ""
    var headers = [Request.Field("Livery-Cursor", publication.head.description)]
    if isNew { headers.append(.init("Location", url)) }
    return JSONReply.make(status: isNew ? 201 : 200, headers: headers) { json in
      json.member("name", image.file)
      json.member("cursor", publication.head.description)
      json.member("changed", !publication.changes.isEmpty)
      json.member("url", url)
    }
  }
}
