internal import Changes

/// Word that a client has the representation that there is, for which its bytes are not needed.
struct UnchangedReply: Sendable {
  let tag: EntityTag
  let channel: String?
  let reply: Reply
  /// What the representation was chosen by.
  let varyHeaders: [String]

  init(
    _ tag: EntityTag, _ representation: Representation, to request: ReadRequest, in snapshot: Snapshot,
    _ services: Services
  ) {
    self.tag = tag
    channel = representation.channel
    let named = representation.vary + ["Accept-Encoding"] + (services.crossOrigin.varies ? ["Origin"] : [])
    varyHeaders = representation.addressHeaders + named
    // What a cache keeps is not for those who want to wait for another.
    let isKept = representation.isKept(by: services.caching)
    reply = Reply(
      status: 304,
      content: Content(
        [],
        headers: [
          .init("ETag", tag.description),
          .init(
            "Cache-Control",
            representation.caching.header(isPrivate: representation.isPrivate, services.caching)),
          .init("Vary", (named + (isKept ? ["Prefer"] : [])).joined(separator: ", ")),
          .init("Livery-Cursor", snapshot.cursor.description),
        ] + representation.headers + services.crossOrigin.headers(origin: request.header("Origin"))))
  }
}
