internal import Changes
internal import Renderings

/// A representation as it is sent, whole or as 304, shared by all requests with the same values in the headers by which
/// it was chosen.
final class CachedReply: Sendable {
  let route: String
  /// The key of the representation in the cache.
  let key: KeyDigest
  /// The principals that may receive it.
  let audience: Audience
  let whole: Reply
  let unchanged: UnchangedReply
  /// The approximate size in memory, in bytes.
  let cost: Int
  /// The headers by which it was chosen. The last one named in `Vary` is first: the replies for one target differ most
  /// often by `Accept-Encoding`.
  private let varyHeaders: [String]
  /// The values of these headers, or nil for a header that was not sent.
  private let values: [String?]
  /// Indicates whether caches may show it without asking.
  private let isKept: Bool

  init(_ rendering: Rendering, _ representation: Representation, _ key: KeyDigest, for call: Call) {
    let services = call.services
    let shorter = call.takesGzip ? rendering.compressed(by: services.gzip) : nil
    let bytes = shorter ?? rendering.bytes
    unchanged = UnchangedReply(
      shorter == nil ? rendering.tag : rendering.tag.compressed, representation, for: call)
    var own: [Request.Field] = [.init("Content-Type", rendering.type.text)]
    if shorter != nil { own.append(.init("Content-Encoding", "gzip")) }
    route = call.operation.pattern
    self.key = key
    audience = representation.audience
    whole = Reply(status: 200, content: Content(bytes, headers: own + unchanged.reply.content.headers))
    varyHeaders = unchanged.varyHeaders.reversed()
    values = varyHeaders.map { call.header($0) }
    cost = bytes.count + 3072
    isKept = representation.isKept(by: services.caching)
  }

  /// Returns the reply for a head, or nil if the client would rather wait for another representation.
  func reply(to head: any RequestHead) -> Reply? {
    guard let condition = head.header("If-None-Match") else { return whole }
    let isKnown = unchanged.tag.matches(ifNoneMatch: condition)
    guard isKnown || isKept else { return whole }
    if let wait = Preference.wait(head.header("Prefer")), wait > 0 { return nil }
    return isKnown ? unchanged.reply : whole
  }

  /// Indicates whether it was chosen by the values that these headers have.
  func matches(_ header: (String) -> String?) -> Bool {
    varyHeaders.indices.allSatisfy { header(varyHeaders[$0]) == values[$0] }
  }

  /// Indicates whether both are for the same requests.
  func isSameVariant(as other: CachedReply) -> Bool {
    audience == other.audience && varyHeaders == other.varyHeaders && values == other.values
  }
}

/// The reply to a client that has the current representation already. It is made without the bytes.
struct UnchangedReply: Sendable {
  let tag: EntityTag
  let channel: String?
  let reply: Reply
  /// The headers by which the representation was chosen.
  let varyHeaders: [String]

  init(_ tag: EntityTag, _ representation: Representation, for call: Call) {
    let services = call.services
    self.tag = tag
    channel = representation.channel
    let named = representation.vary + ["Accept-Encoding"] + (services.crossOrigin.varies ? ["Origin"] : [])
    varyHeaders = representation.addressHeaders + named
    // A client that wants to wait must not get what a cache keeps.
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
          .init("Livery-Cursor", call.snapshot.cursor.description),
        ] + representation.headers + services.crossOrigin.headers(origin: call.header("Origin"))))
  }
}
