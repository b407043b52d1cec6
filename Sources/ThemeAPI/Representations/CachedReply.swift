internal import Changes

/// A representation as it goes out, whole or as word that it is unchanged, each to be sent any number of times to those
/// whose requests say the same in the headers that it was chosen by.
final class CachedReply: Sendable {
  let route: String
  /// Of the representation, as the cache knows it.
  let key: String
  /// Who may be given it.
  let audience: Audience
  let tag: EntityTag
  let channel: String?
  let whole: Reply
  let unchanged: Reply
  /// Roughly what it takes in memory.
  let cost: Int
  /// What it was chosen by, which can itself depend on one of these headers.
  let varyHeaders: [String]
  /// What they said; nil for one that was not sent.
  private let values: [String?]
  /// Whether caches may show it without asking.
  private let isKept: Bool

  init(
    _ rendering: Rendering, _ representation: Representation, to request: ReadRequest, route: String,
    in snapshot: Snapshot, _ services: Services
  ) {
    let isCompressed = request.takesGzip
    let shorter = isCompressed ? rendering.compressed(by: services.gzip) : nil
    let bytes = shorter ?? rendering.bytes
    tag = shorter == nil ? rendering.tag : rendering.tag.compressed
    let known = UnchangedReply(tag, representation, to: request, in: snapshot, services)
    unchanged = known.reply
    var own: [Request.Field] = [.init("Content-Type", rendering.type.text)]
    if shorter != nil { own.append(.init("Content-Encoding", "gzip")) }
    self.route = route
    key = representation.key
    audience = representation.audience
    channel = representation.channel
    whole = Reply(status: 200, content: Content(bytes, headers: own + known.reply.content.headers))
    // The last first: by `Accept-Encoding` the replies to one target differ most often.
    varyHeaders = known.varyHeaders.reversed()
    values = varyHeaders.map { request.header($0) }
    cost = bytes.count + 3072
    isKept = representation.isKept(by: services.caching)
  }

  /// The reply to a head; nil where the client wants to wait for another.
  func reply(to head: any RequestHead) -> Reply? {
    guard let condition = head.header("If-None-Match") else { return whole }
    let isKnown = tag.matches(ifNoneMatch: condition)
    guard isKnown || isKept else { return whole }
    if let wait = Preference.wait(head.header("Prefer")), wait > 0 { return nil }
    return isKnown ? unchanged : whole
  }

  func matches(_ head: any RequestHead) -> Bool { matches { head.header($0) } }

  func matches(_ request: ReadRequest) -> Bool { matches { request.header($0) } }

  private func matches(_ header: (String) -> String?) -> Bool {
    varyHeaders.indices.allSatisfy { header(varyHeaders[$0]) == values[$0] }
  }

  /// Whether both are for the same requests.
  func isSameVariant(as other: CachedReply) -> Bool {
    audience == other.audience && varyHeaders == other.varyHeaders && values == other.values
  }
}
