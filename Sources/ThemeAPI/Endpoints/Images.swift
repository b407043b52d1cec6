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
    parameters: [.entry("The image's name.", example: "logo"), .channel, .theme, .draft],
    takesTraits: true, answers: [.json(200, "The image's names and file.", "Image"), .unchanged],
    refuses: [404, 409, 410])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    try call.requireJSON()
    let selection = try ThemeSelection(call)
    let (name, author, context) = (call.name, call.principal, selection.context)
    let origin = call.publicURL
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

/// `GET /v1/files/{fingerprint}/{file}`: the bytes of a file of an image or a font.
struct GetFile: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/files/{fingerprint}/{file}", id: "getFile", tag: "Look-ups",
    summary: "The bytes of an image or a font",
    detail: """
      The address comes from `url` of an image or a font. It names the bytes, so they never change and can be cached \
      permanently; when the file changes, it has another `url`. One range of bytes can be requested. A text, such as an SVG, \
      is sent whole, and compressed if the client accepts that.
      """,
    parameters: [
      .init(.path, "fingerprint", "The fingerprint of the bytes."),
      .init(.path, "file", "The file's name.", example: "logo@2x.png"),
      .init(.header, "Range", "One range of bytes.", example: "bytes=0-99"), .draft,
    ],
    answers: [
      .init(
        200, "The bytes.", media: AssetKind.image.media + AssetKind.font.media, headers: ["Accept-Ranges"]),
      .init(
        206, "A part of the bytes.", media: AssetKind.image.media + AssetKind.font.media,
        headers: ["Accept-Ranges", "Content-Range"]),
      .unchanged,
    ], refuses: [404, 409, 410, 416])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let image = try Self.image(call)
    // A text that is not too large is compressed, cached and sent from memory.
    if AssetKind.type(image.type).isCompressible,
      try Self.open(image, call).count <= Self.largestRendered
    {
      return try read(call)
    }
    let tag = EntityTag(ofBytesWith: image.fingerprint)
    let headers = headers(of: image, tag, call)
    if let condition = call.request.header("If-None-Match"), tag.matches(ifNoneMatch: condition) {
      return .reply(Reply(status: 304, content: Content([], headers: headers)))
    }
    return .reply(try reply(try Self.open(image, call), tag, headers, call.request))
  }

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let image = try Self.image(call)
    let file = try Self.open(image, call)
    var text = Representation(
      key: "file \(image.fingerprint)", type: AssetKind.type(image.type), caching: .immutable,
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
    let image = call.snapshot.themeSet.catalog.images.file(named: name)
    if let draft = call.preview?.draft, !call.principal.has(.read),
      !(image.map { call.snapshot.themeSet.catalog.themes[draft.name]?.shows($0) ?? false } ?? false)
    {
      // The key opens the images and fonts of its theme alone.
      _ = try call.services.gate.admit(call.request, call.credential, to: call.operation)
    }
    guard let image, image.fingerprint == fingerprint else { throw gone(name) }
    return image
  }

  private static func open(_ image: ImageFolder.ImageFile, _ call: Call) throws(Refusal) -> any HeldFile {
    switch call.services.image(image, call.snapshot) {
    case .open(let file): return file
    case .gone: throw gone(image.name)
    case .busy:
      throw Refusal(
        .busy, "Too many files are being sent; send the request again in a moment.",
        headers: [.retryAfter(1...8)])
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
      .init("Content-Type", AssetKind.type(image.type).text), .init("ETag", tag.description),
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

extension CompiledTheme {
  /// Indicates whether it names the file, or the file has a prefix of its own.
  fileprivate func shows(_ file: ImageFolder.ImageFile) -> Bool {
    names(asset: file.name)
      || imagePrefixes.contains { !$0.isEmpty && file.base.hasPrefix($0) }
  }
}
