internal import Changes
internal import Resolution

/// The bytes of an image file, under an address that names them.
struct GetFile: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/files/{fingerprint}/{file}", id: "getFile", tag: "Look-ups", summary: "An image's bytes",
    detail: """
      The address comes from `url` of an image. It names the bytes, so they never change and can be kept for ever; \
      when the file changes, the image has another `url`. One range of bytes can be asked for.
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

  func represent(
    _ request: ReadRequest, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> Representation {
    let (fingerprint, name) = (request.captures[0], request.captures[1])
    guard let file = snapshot.themeSet.catalog.images.file(named: name), file.fingerprint == fingerprint,
      let bytes = services.image(file)
    else { throw Refusal(.notFound, "There is no longer a file '\(name.shown)' with these bytes.") }
    var representation = Representation(
      key: "file \(fingerprint) \(name)", type: ImageType.of(file.type), caching: .immutable,
      headers: [.init("Accept-Ranges", "bytes"), .init("X-Content-Type-Options", "nosniff")]
    ) { () throws(Refusal) in bytes }
    if file.type == "svg" { representation.headers.append(Self.noScripts) }
    return representation
  }

  /// Sent a part where one is asked for: never from the ready replies, which are whole.
  func answer(_ call: Call) throws(Refusal) -> Outcome {
    // Parts are defined for GET alone.
    guard call.request.method == .get, let range = call.request.header("Range") else {
      return try reading(call)
    }
    // A part of the bytes themselves, not of what they compress to.
    let outcome = try reading(call, without: "Accept-Encoding")
    guard case .reply(let whole) = outcome, whole.status == 200 else { return outcome }
    let headers = whole.content.headers
    let tag = headers.first { $0.name == "ETag" }?.value
    if let condition = call.request.header("If-Range"), condition != tag { return outcome }
    let bytes = whole.content.bytes
    switch ByteRange.read(range, length: bytes.count) {
    case .whole: return outcome
    case .unsatisfiable:
      throw Refusal(
        .rangeNotSatisfiable, "The range begins after the end of the file, which has \(bytes.count) bytes.",
        headers: [.init("Content-Range", "bytes */\(bytes.count)")])
    case .part(let part):
      let place = Request.Field(
        "Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)")
      return .reply(Reply(status: 206, content: Content(Array(bytes[part]), headers: headers + [place])))
    }
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
