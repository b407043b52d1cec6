internal import Changes

/// A representation as it goes out: the whole of it or word that it is unchanged, each to be sent any number of times.
final class ReadyReply: Sendable {
  let tag: EntityTag
  let channel: String?
  let whole: Reply
  let unchanged: Reply
  /// Whether a part of it can be asked for.
  private let hasParts: Bool
  /// Roughly what it takes in memory.
  let cost: Int

  init(
    _ document: Document, _ representation: Representation, isCompressed: Bool, question: ReadRequest,
    in snapshot: Snapshot, _ services: Services
  ) {
    let shorter = isCompressed ? document.compressed(by: services.gzip) : nil
    let bytes = shorter ?? document.bytes
    tag = shorter == nil ? document.tag : document.tag.compressed
    channel = representation.channel
    let lasting = Self.lasting(representation, tag, question, snapshot, services)
    var own: [Request.Field] = [.init("Content-Type", document.type.text)]
    if shorter != nil { own.append(.init("Content-Encoding", "gzip")) }
    whole = Reply(status: 200, content: Content(bytes, headers: own + lasting))
    unchanged = Reply(status: 304, content: Content([], headers: lasting))
    hasParts = representation.caching == .immutable
    cost = bytes.count + 3072
  }

  /// The reply to a head; nil where the client wants to wait for another, or a part.
  func reply(to head: any RequestHead) -> Reply? {
    if hasParts, head.header("Range") != nil { return nil }
    guard let condition = head.header("If-None-Match") else { return whole }
    guard tag.matches(ifNoneMatch: condition) else { return whole }
    if let wait = Preference.wait(head.header("Prefer")), wait > 0 { return nil }
    return unchanged
  }

  /// The request headers that such a reply is chosen by.
  static func choosing(_ representation: Representation, _ services: Services) -> [String] {
    representation.vary + ["Accept-Encoding"] + (services.crossOrigin.varies ? ["Origin"] : [])
  }

  private static func lasting(
    _ representation: Representation, _ tag: EntityTag, _ question: ReadRequest, _ snapshot: Snapshot,
    _ services: Services
  ) -> [Request.Field] {
    [
      .init("ETag", tag.description),
      .init("Cache-Control", representation.caching.rawValue),
      .init("Vary", choosing(representation, services).joined(separator: ", ")),
      .init("Livery-Cursor", snapshot.cursor.description),
    ] + representation.headers + services.crossOrigin.headers(origin: question.header("Origin"))
  }
}
