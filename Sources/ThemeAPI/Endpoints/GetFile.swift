internal import Changes
internal import Renderings
internal import Resolution

/// The bytes of an image file, under an address that names them.
struct GetFile: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/files/{fingerprint}/{file}", id: "getFile", tag: "Look-ups", summary: "An image's bytes",
    detail: """
      The address comes from `url` of an image. It names the bytes, so they never change and can be kept for ever; \
      when the file changes, the image has another `url`. One range of bytes can be asked for; a text, such as an \
      SVG, is sent whole, and compressed where that is accepted.
      """,
    parameters: [
      .init(.path, "fingerprint", "The fingerprint of the bytes."),
      .init(.path, "file", "The file's name.", example: "logo@2x.png"),
      .init(.header, "Range", "One range of bytes.", example: "bytes=0-99"),
    ],
    answers: [
      .init(200, "The bytes.", media: ImageType.media, headers: ["Accept-Ranges"]),
      .init(206, "A part of them.", media: ImageType.media, headers: ["Accept-Ranges", "Content-Range"]),
      .unchanged, .refusal(404), .refusal(416),
    ])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let image = try Self.image(call.captures, in: call.snapshot)
    if try Self.isRendered(image, call.services) { return try read(call) }
    let tag = EntityTag(ofBytesWith: image.fingerprint)
    let headers = headers(of: image, tag, call)
    if let condition = call.request.header("If-None-Match"), tag.matches(ifNoneMatch: condition) {
      return .reply(Reply(status: 304, content: Content([], headers: headers)))
    }
    return .reply(try reply(try Self.open(image, call.services), tag, headers, call.request))
  }

  /// A text, compressed for who takes it so.
  func represent(_ call: Call) throws(Refusal) -> Representation {
    let image = try Self.image(call.captures, in: call.snapshot)
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

  /// Whether it goes out from memory, and whole: a text that is not too large to be compressed and kept.
  private static func isRendered(
    _ image: ImageFolder.ImageFile, _ services: Services
  ) throws(Refusal) -> Bool {
    guard ImageType.of(image.type).isCompressible else { return false }
    return try open(image, services).count <= largestRendered
  }

  private static let largestRendered = 1 << 20
  private static let quicklyRendered = 16 << 10

  private static func image(
    _ captures: [String], in snapshot: Snapshot
  ) throws(Refusal) -> ImageFolder.ImageFile {
    let (fingerprint, name) = (captures[0], captures[1])
    guard let image = snapshot.themeSet.catalog.images.file(named: name), image.fingerprint == fingerprint
    else { throw gone(name) }
    return image
  }

  private static func open(
    _ image: ImageFolder.ImageFile, _ services: Services
  ) throws(Refusal) -> any HeldFile {
    switch services.image(image) {
    case .open(let file): return file
    case .gone: throw gone(image.name)
    case .busy:
      throw Refusal(
        .busy, "Too many files are being sent; ask again in a moment.", headers: [.retryAfter(1...8)])
    }
  }

  /// The whole file, or a part where one is asked for.
  private func reply(
    _ file: any HeldFile, _ tag: EntityTag, _ headers: [Request.Field], _ request: Request
  ) throws(Refusal) -> Reply {
    let whole = Reply(status: 200, content: Content(FilePart(file, 0..<file.count), headers: headers))
    // Parts are defined for GET alone.
    guard request.method == .get, let range = request.header("Range") else { return whole }
    if let condition = request.header("If-Range"), condition != tag.description { return whole }
    switch ByteRange.read(range, length: file.count) {
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

  private static func headers(of image: ImageFolder.ImageFile) -> [Request.Field] {
    image.type == "svg" ? [noScripts] : []
  }

  private static func gone(_ name: String) -> Refusal {
    Refusal(.notFound, "There is no longer a file '\(name.shown)' with these bytes.")
  }

  private static let noScripts = Request.Field(
    "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
}

/// The media types of image files.
enum ImageType {
  static let all: [(ending: String, type: MediaType)] = [
    ("png", MediaType("image/png")), ("jpg", MediaType("image/jpeg")), ("jpeg", MediaType("image/jpeg")),
    ("webp", MediaType("image/webp")), ("avif", MediaType("image/avif")), ("gif", MediaType("image/gif")),
    ("svg", MediaType("image/svg+xml")), ("pdf", MediaType("application/pdf")),
  ]

  static func of(_ ending: String) -> MediaType { all.first { $0.ending == ending }?.type ?? .bytes }

  static var media: [Operation.Medium] {
    var types: [MediaType] = []
    for (_, type) in all where !types.contains(type) { types.append(type) }
    return types.map { .init($0, .binary) }
  }
}

extension Operation.JSONSchema {
  static let binary = Operation.JSONSchema(#"{"type":"string","format":"binary"}"#)
}
