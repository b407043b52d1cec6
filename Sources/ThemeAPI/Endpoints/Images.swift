internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// `GET /v1/images/{name}`: one image of a theme, by its names in the app's own bundle and by the URL of its bytes.
struct GetImage: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/images/{name}", id: "getImage", tag: "Look-ups", summary: "One image",
    detail: """
      The names to try in order: each theme's prefix from the child up, then the bare name. If the server has a file of \
      one of these names, `file` is the one for the given scale and idiom, and `url` leads to its bytes. Clients that may \
      read only some channels get the images that the theme names, or that have its prefix.
      """,
    parameters: [.entry("The image's name.", example: "logo"), .channel, .theme], takesTraits: true,
    answers: [.json(200, "The image's names and file.", "Image"), .unchanged], refuses: [404])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    try call.requireJSON()
    let selection = try ThemeSelection(call)
    let (name, author, context) = (call.name, call.principal, selection.context)
    let origin = call.services.publicURL
    let readsAll = author.grants.scope(of: .read) == .all
    let image = try Refusal.of { () throws(LookupError) in
      try context.image(named: name, evenUnnamed: readsAll || author.seesEveryTheme)
    }
    var representation = selection.representation("image \(name.keyed)", of: selection.variantKey) {
      JSONWriter.object { json in
        json.member("name", name)
        json.image(image, origin)
      }
    }
    if !context.isOwn(image, of: name), representation.audience.isForAllReaders {
      if readsAll { representation.audience = .readersOfEverything } else { representation.isPersonal = true }
    }
    return representation
  }
}

/// `PUT /v1/images/{name}`: uploads or replaces an image.
struct UploadImage: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .put, "/v1/images/{name}", id: "uploadImage", tag: "Themes", summary: "Uploads an image.",
    detail: """
      The name is the file's, with scale, idiom and ending: `logo@2x~pad.png`. It is stored durably and served like \
      the images of `Config/images`; until it is deleted, it hides the one of the same name. Clients of channels that \
      show a theme with this image are notified immediately.
      """,
    access: .author, parameters: [fileName, .idempotencyKey], body: ImageType.media,
    answers: [
      .json(200, "It replaced an earlier one.", "ImageUploadResult"),
      .json(201, "It is new.", "ImageUploadResult", headers: ["Location"]),
    ], refuses: [409, 415, 422, 507])

  static let fileName = Operation.Parameter(
    .path, "name", "The image file's name.", schema: .named("ImageFileName"), example: "logo@2x.png")

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let (author, services, bytes, name) = (call.principal, call.services, call.request.body, call.name)
    try author.checkDocuments("uploading an image")
    try author.checkImages()
    guard ImageFileName.isValid(name) else {
      throw .badParameter("name", "is not an image file's name: \(ImageFileName.rule).")
    }
    if let type = call.request.header("Content-Type"), !Self.isPossible(HeaderList.mediaType(type)) {
      throw .unsupported(type, expected: "image/png")
    }
    guard !bytes.isEmpty else { throw Refusal(.badBody, "The body should be the image; it is empty.") }
    return try call.writeDocuments(to: publisher) { [publisher] () throws(Refusal) in
      if let complaint = ImageFileName.complaint(about: bytes, named: name) {
        throw Refusal(.unsupportedMediaType, "The body \(complaint).")
      }
      return try UploadedImage(name, bytes, by: author.name, at: publisher.now(), services)
    } perform: { image, write throws(Publisher.DocumentError) in
      try publisher.upload(image, as: write) {
        snapshot throws(Publisher.DocumentError) in
        try snapshot.checkLimits(ofImages: [image], bytes: services.uploads.images)
        if !services.uploads.overFiles { try snapshot.checkFiles(hiddenBy: [image]) }
      }
    } answer: {
      Self.reply($0, $1)
    }
  }

  /// Indicates whether a media type may be that of an image. The bytes and the name decide which one it is.
  private static func isPossible(_ type: String) -> Bool {
    type.hasPrefix("image/") || type == "application/pdf" || type == MediaType.bytes.name
  }

  private static func reply(_ image: UploadedImage, _ publication: Publication) -> Reply {
    let isNew = publication.before.catalog.images.file(named: image.file) == nil
    let url = publication.after.catalog.images.file(named: image.file)?.url ?? ""
    let headers = isNew ? [Request.Field("Location", url)] : []
    return publication.reply("name", image.file, status: isNew ? 201 : 200, headers: headers) { json in
      json.member("changed", !publication.changes.isEmpty)
      json.member("url", url)
    }
  }
}

/// `DELETE /v1/images/{name}`: deletes an uploaded image.
struct DeleteImage: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .delete, "/v1/images/{name}", id: "deleteImage", tag: "Themes",
    summary: "Deletes an uploaded image; not one from `Config/`.",
    detail: """
      If `Config/images` has a file of the same name, that file is served again. `themes` are those that name the image: \
      they use the next of its candidates now, or have no `url`.
      """,
    access: .author, parameters: [UploadImage.fileName, .idempotencyKey],
    answers: [.json(200, "It was deleted.", "ImageDeletion")], refuses: [404, 409, 422, 507])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let (author, name) = (call.principal, call.name)
    try author.checkDocuments("deleting an image")
    try author.checkImages()
    return try call.writeDocuments(to: publisher, reading: {}) {
      _, write throws(Publisher.DocumentError) in
      try publisher.remove(image: name, by: author.name, as: write)
    } answer: { _, publication in
      publication.reply("name", name) { json in
        if let file = publication.after.file(hiddenByImage: name) { json.member("file", file) }
        let base = ImageFolder.bareName(of: name)
        let themes = publication.after.catalog.themes.filter { theme in
          base.map { theme.value.namesImage(shownFrom: $0) } ?? false
        }
        json.strings("themes", themes.map(\.key).sorted())
      }
    }
  }
}

/// `GET /v1/files/{fingerprint}/{file}`: the bytes of an image file.
struct GetFile: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/files/{fingerprint}/{file}", id: "getFile", tag: "Look-ups", summary: "An image's bytes",
    detail: """
      The address comes from `url` of an image. It names the bytes, so they never change and can be cached permanently; \
      when the file changes, the image has another `url`. One range of bytes can be requested. A text, such as an SVG, \
      is sent whole, and compressed if the client accepts that.
      """,
    parameters: [
      .init(.path, "fingerprint", "The fingerprint of the bytes."),
      .init(.path, "file", "The file's name.", example: "logo@2x.png"),
      .init(.header, "Range", "One range of bytes.", example: "bytes=0-99"),
    ],
    answers: [
      .init(200, "The bytes.", media: ImageType.media, headers: ["Accept-Ranges"]),
      .init(
        206, "A part of the bytes.", media: ImageType.media, headers: ["Accept-Ranges", "Content-Range"]),
      .unchanged,
    ], refuses: [404, 416])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let image = try Self.image(call)
    // A text that is not too large is compressed, cached and sent from memory.
    if ImageType.of(image.type).isCompressible,
      try Self.open(image, call.services).count <= Self.largestRendered
    {
      return try read(call)
    }
    let tag = EntityTag(ofBytesWith: image.fingerprint)
    let headers = headers(of: image, tag, call)
    if let condition = call.request.header("If-None-Match"), tag.matches(ifNoneMatch: condition) {
      return .reply(Reply(status: 304, content: Content([], headers: headers)))
    }
    return .reply(try reply(try Self.open(image, call.services), tag, headers, call.request))
  }

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let image = try Self.image(call)
    let file = try Self.open(image, call.services)
    var text = Representation(
      key: "file \(image.fingerprint)", type: ImageType.of(image.type), caching: .immutable,
      headers: Self.headers(of: image)
    ) { () throws(Refusal) in
      guard let bytes = file.bytes() else { throw Self.gone(image.name) }
      return bytes
    }
    text.isSlow = file.count > Self.quicklyRendered
    return text
  }

  private static let largestRendered = 1 << 20
  private static let quicklyRendered = 16 << 10

  private static func image(_ call: Call) throws(Refusal) -> ImageFolder.ImageFile {
    let (fingerprint, name) = (call.captures[0], call.captures[1])
    guard let image = call.snapshot.themeSet.catalog.images.file(named: name),
      image.fingerprint == fingerprint
    else { throw gone(name) }
    return image
  }

  private static func open(_ image: ImageFolder.ImageFile, _ services: Services) throws(Refusal)
    -> any HeldFile
  {
    switch services.image(image) {
    case .open(let file): return file
    case .gone: throw gone(image.name)
    case .busy:
      throw Refusal(
        .busy, "Too many files are being sent; ask again in a moment.", headers: [.retryAfter(1...8)])
    }
  }

  private func reply(
    _ file: any HeldFile, _ tag: EntityTag, _ headers: [Request.Field], _ request: Request
  ) throws(Refusal) -> Reply {
    let whole = Reply(status: 200, content: Content(FilePart(file, 0..<file.count), headers: headers))
    // Ranges are defined for GET alone.
    guard request.method == .get, let range = request.header("Range") else { return whole }
    if let condition = request.header("If-Range"), condition != tag.description { return whole }
    switch ByteRange(range, length: file.count) {
    case .whole: return whole
    case .unsatisfiable:
      throw Refusal(
        .rangeNotSatisfiable, "The range begins after the end of the file, which has \(file.count) bytes.",
        headers: [.init("Content-Range", "bytes */\(file.count)")])
    case .part(let part):
      let place = Request.Field(
        "Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.count)")
      return Reply(status: 206, content: Content(FilePart(file, part), headers: headers + [place]))
    }
  }

  private func headers(of image: ImageFolder.ImageFile, _ tag: EntityTag, _ call: Call) -> [Request.Field] {
    let isPrivate = call.services.gate.isPrivate(operation.access)
    return [
      .init("Content-Type", ImageType.of(image.type).text), .init("ETag", tag.description),
      .init("Cache-Control", Representation.Caching.immutable.header(isPrivate: isPrivate)),
      .init("Accept-Ranges", "bytes"),
    ] + Self.headers(of: image)
  }

  /// An SVG may contain scripts, which no browser runs under this policy.
  private static func headers(of image: ImageFolder.ImageFile) -> [Request.Field] {
    guard image.type == "svg" else { return [] }
    return [.init("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")]
  }

  private static func gone(_ name: String) -> Refusal {
    Refusal(.notFound, "There is no longer a file '\(name.shown)' with these bytes.")
  }
}

enum ImageType {
  static let all: [(ending: String, type: MediaType)] = [
    ("png", MediaType("image/png")), ("jpg", MediaType("image/jpeg")), ("jpeg", MediaType("image/jpeg")),
    ("webp", MediaType("image/webp")), ("avif", MediaType("image/avif")), ("gif", MediaType("image/gif")),
    ("svg", MediaType("image/svg+xml")), ("pdf", MediaType("application/pdf")),
  ]

  static func of(_ ending: String) -> MediaType { all.first { $0.ending == ending }?.type ?? .bytes }

  static var media: [Operation.Medium] {
    all.map { $0.type }.unique.map { .init($0, .binary) }
  }
}
