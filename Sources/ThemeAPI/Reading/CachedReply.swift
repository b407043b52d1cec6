package import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Synchronization
internal import Themes

/// The bytes of a representation with their entity tag. They are rendered once, and compressed once at first use.
final class Rendering: Sendable {
  let bytes: [UInt8]
  let type: MediaType
  let tag: EntityTag
  /// Indicates whether more than one client has requested it, as far as is known.
  let isShared: Atomic<Bool>
  private let compressed = Mutex<Compressed>(.untried)
  private let sharing = Mutex(Sharing())

  private struct Sharing {
    /// The replies that were made last, for all targets.
    var replies: [CachedReply] = []
    /// The number of replies that were cached by their targets, in this generation of the cache.
    var keptCount = 0
    var generation: UInt64 = 0
  }

  private enum Compressed {
    case untried
    case tried([UInt8]?)
  }

  init(_ bytes: [UInt8], type: MediaType, isShared: Bool) {
    self.bytes = bytes
    self.type = type
    self.isShared = Atomic(isShared)
    tag = EntityTag(of: bytes)
  }

  /// Indicates whether compression is tried. Fewer bytes fit in one packet anyway.
  private var isCompressible: Bool { bytes.count >= 512 && type.isCompressible }

  /// Returns the tag of the bytes that are sent, or nil if it is not known yet whether compression is worthwhile.
  func tag(compressed isCompressed: Bool) -> EntityTag? {
    guard isCompressed, isCompressible else { return tag }
    guard case .tried(let shorter) = compressed.withLock({ $0 }) else { return nil }
    return shorter == nil ? tag : tag.compressed
  }

  /// Returns the compressed bytes, or nil if compression is not worthwhile.
  func compressed(by gzip: ([UInt8]) -> [UInt8]?) -> [UInt8]? {
    guard isCompressible else { return nil }
    if case .tried(let known) = compressed.withLock({ $0 }) { return known }
    // Outside the lock, since it takes long. Two workers may do it at the same time; one result is kept.
    let shorter = gzip(bytes).flatMap { $0.count < bytes.count ? $0 : nil }
    return compressed.withLock { compressed in
      if case .tried(let known) = compressed { return known }
      compressed = .tried(shorter)
      return shorter
    }
  }
}

/// Clients can name one representation by any number of targets, such as by traits that make no difference to it.
extension Rendering {
  /// Returns the same reply if one was made before, so that many bytes are sent from one place.
  func shared(_ reply: CachedReply) -> CachedReply {
    guard bytes.count > 16 << 10 else { return reply }
    return sharing.withLock { sharing in
      if let known = sharing.replies.first(where: { $0.isSame(as: reply) }) { return known }
      if sharing.replies.count >= 4 { sharing.replies.removeFirst() }
      sharing.replies.append(reply)
      return reply
    }
  }

  /// Counts a reply that is to be cached by its target. Returns false if those of this rendering take too much already.
  func keeps(_ reply: CachedReply, in generation: UInt64) -> Bool {
    sharing.withLock { sharing in
      if sharing.generation != generation { (sharing.generation, sharing.keptCount) = (generation, 0) }
      guard sharing.keptCount * reply.cost < 4 << 20 else { return false }
      sharing.keptCount += 1
      return true
    }
  }
}

/// A representation as it is sent, whole or as 304, shared by all requests for the same variant.
final class CachedReply: Sendable {
  let route: String
  let key: KeyDigest
  let audience: Audience
  let whole: Reply
  let unchanged: UnchangedReply
  /// The approximate size in memory, in bytes.
  let cost: Int
  /// The headers by which it was chosen. `Accept-Encoding`, by which most replies differ, is among the first.
  private let varyHeaders: [String]
  /// The values of these headers, or nil for a header that was not sent.
  private let values: [String?]
  /// Indicates whether caches may show it without asking.
  private let isKept: Bool
  /// The time slot to which it leads; nil if it leads nowhere.
  private let slot: Int64?

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
    whole = Reply(status: 200, content: Content(bytes, headers: own + unchanged.headers))
    varyHeaders = unchanged.varyHeaders.reversed()
    values = varyHeaders.map { call.header($0) }
    cost = bytes.count + 3072
    isKept = representation.isKept(by: services.caching)
    slot = representation.next.flatMap { _ in services.slot }
  }

  /// Indicates whether it leads to the present time slot, if it leads on at all.
  func isOf(slot present: Int64?) -> Bool { slot == nil || slot == present }

  /// Returns the reply for a head, or nil if the client would rather wait for another representation.
  func reply(to head: any RequestHead) -> Reply? {
    guard let condition = head.header("If-None-Match") else { return whole }
    let isKnown = unchanged.tag.matches(ifNoneMatch: condition)
    let waits = Preference.wait(head.header("Prefer")).map { $0 > 0 } ?? false
    guard isKnown || isKept else { return waits ? whole.notifying(of: unchanged.channel) : whole }
    if waits { return nil }
    return isKnown ? unchanged.reply : whole
  }

  /// Indicates whether it was chosen by the values that these headers have.
  func matches(_ header: (String) -> String?) -> Bool {
    varyHeaders.indices.allSatisfy { header(varyHeaders[$0]) == values[$0] }
  }

  /// Indicates whether both answer with the same bytes and headers. Both are made of the same rendering.
  fileprivate func isSame(as other: CachedReply) -> Bool {
    route == other.route && isSameVariant(as: other)
      && whole.content.headers == other.whole.content.headers
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
  /// The reply that the client has it: 304, or for a crowd the one that leads to the next slot.
  let reply: Reply
  /// The headers of the whole representation, without those of its bytes.
  let headers: [Request.Field]
  /// The headers by which the representation was chosen.
  let varyHeaders: [String]
  /// The client hints by which the next one may be chosen.
  let laterHints: [String]

  init(_ tag: EntityTag, _ representation: Representation, for call: Call) {
    let services = call.services
    self.tag = tag
    channel = representation.channel
    let isOfPage = CommonHeaders.isOfPage(call.operation.pattern)
    let named =
      representation.vary + ["Accept-Encoding"] + (services.crossOrigin.varies && !isOfPage ? ["Origin"] : [])
    varyHeaders = representation.addressHeaders + named
    laterHints = representation.laterHints
    // A client that wants to wait must not get what a cache keeps.
    let isKept = representation.isKept(by: services.caching)
    let caching = representation.caching.header(isPrivate: representation.isPrivate, services.caching)
    let forClients =
      isOfPage
      ? []
      : [.init("Livery-Cursor", call.snapshot.cursor.description)]
        + services.crossOrigin.headers(origin: call.header("Origin"))
    let shared: [Request.Field] =
      [
        // Without spaces: nginx caches no response with more than 128 characters of it.
        .init(
          "Vary",
          (named + (isKept ? ["Prefer"] : []) + (call.isByHost ? ["Host"] : [])).joined(separator: ","))
      ] + forClients + representation.headers
    let next = representation.isPrivate ? nil : representation.next
    let own = [.init("ETag", tag.description), .init("Cache-Control", caching)] + shared
    headers = own + [next?.header(held: tag.opaque, slot: services.slot ?? 0)].compactMap(\.self)
    reply =
      call.crowd?.reply(leadingTo: next, shared, at: services.slot ?? 0)
      ?? Reply(status: 304, content: Content([], headers: headers))
  }
}

/// The entity tag of `GET /v1/theme` without traits. Changes carry it, so that a client that has the representation already
/// need not request it.
package enum DefaultTag {
  /// Returns nil if there is no such theme.
  /// - Parameter origin: the prefix of image paths, as in the response.
  package static func of(theme name: String, in themeSet: ThemeSet, origin: String = "") -> String? {
    guard let theme = themeSet.catalog.themes[name],
      let traits = try? TraitValues([], kit: theme.kit.definition)
    else { return nil }
    let document = ThemeForm.json.render(
      theme.context(traits).resolved(), theme.kit.names, RenderingOptions(origin: origin))
    return EntityTag(of: document).description
  }
}
