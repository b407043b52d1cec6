internal import Changes
internal import Synchronization

/// Keeps what was rendered: bytes for as long as their themes are served, replies for as long as nothing at all has
/// changed. All of it together is bounded, and what is asked for often stays.
package final class RepresentationCache: Sendable {
  private let state: Mutex<Contents>
  private let renderings = Atomic<UInt64>(0)
  let slowWork = Mutex(SlowWork())

  private enum Key: Hashable, Sendable {
    case target(RawTarget)
    case representation(String)
    /// What is known of it by its tag alone: many of them are kept, so its key is not.
    case noted(KeyDigest)
    case feed(FeedRequest)
  }

  private enum Cached: Sendable {
    case rendering(Rendering)
    /// Of what one client has asked for and now waits to see changed: by whether it was compressed.
    case tag(EntityTag, compressed: Bool)
    /// To one target: one for each set of headers that they were chosen by.
    case replies([CachedReply], generation: UInt64)
    case feed(FeedRendering, generation: UInt64)
  }

  private struct Contents {
    var snapshot: Snapshot?
    /// Goes up with each snapshot: what has an older one is out of date, and is pushed out in time.
    var generation: UInt64 = 0
    var cache: ClockCache<Key, Cached>

    /// Hands out what is not needed any more.
    mutating func turn(to next: Snapshot) -> (Snapshot?, ClockCache<Key, Cached>?)? {
      guard snapshot !== next else { return nil }
      let dropped = (snapshot, snapshot?.themeSet === next.themeSet ? nil : cache.replaceAll())
      snapshot = next
      generation += 1
      return dropped
    }
  }

  /// - Parameter limit: what all entries may take together, in bytes.
  package init(limit: Int) { state = Mutex(Contents(cache: ClockCache(limit: limit))) }

  /// What all entries take together, in bytes.
  package var cost: Int { state.withLock { $0.cache.cost } }

  /// How many representations were rendered, since they were not kept.
  package var rendered: UInt64 { renderings.load(ordering: .relaxed) }

  /// The reply that is there for exactly this head; nil where there is none.
  /// - Parameter admits: whether the head comes from somebody of an audience.
  func reply(
    to head: any RequestHead, in snapshot: Snapshot, ifFor admits: (Audience) -> Bool
  ) -> (reply: Reply, route: String)? {
    let replies = replies(to: head.target, in: snapshot)
    guard let found = replies.first(where: { $0.matches(head) && admits($0.audience) }),
      let reply = found.reply(to: head)
    else { return nil }
    return (reply, found.route)
  }

  /// The reply that is there for exactly this request: who waited for the same shares it.
  func reply(to request: ReadRequest, in snapshot: Snapshot) -> CachedReply? {
    guard request.target != .unknown else { return nil }
    return replies(to: request.target, in: snapshot).first {
      $0.matches(request) && $0.audience.admits(request.author)
    }
  }

  /// The reply to a request, rendered only where it is not there yet.
  func reply(
    _ representation: Representation, to request: ReadRequest, route: String, in snapshot: Snapshot,
    _ services: Services
  ) throws(Refusal) -> CachedReply {
    let reply = CachedReply(
      try rendering(representation, in: snapshot), representation, to: request, route: route, in: snapshot,
      services)
    if request.target != .unknown, representation.isKeptByTarget, !representation.isPersonal {
      keep(reply, to: request.target, in: snapshot)
    }
    return reply
  }

  /// What was rendered for others too, else what is rendered now.
  func rendering(
    _ representation: Representation, in snapshot: Snapshot
  ) throws(Refusal) -> Rendering {
    if let found = try slowRendering(representation, in: snapshot) { return found }
    if let found = found(representation, in: snapshot) {
      found.isShared.store(true, ordering: .relaxed)
      return found
    }
    let isKnown = self.entry(.noted(KeyDigest(representation.key)), in: snapshot).entry != nil
    renderings.add(1, ordering: .relaxed)
    // What was known by its tag alone is asked for by somebody else, or again.
    let rendering = Rendering(
      try representation.render(), type: representation.type, isShared: isKnown)
    let cost = rendering.bytes.count * 2 + representation.key.utf8.count + 256
    insert(.rendering(rendering), for: .representation(representation.key), cost: cost) {
      $0?.themeSet === snapshot.themeSet
    }
    return rendering
  }

  /// What is kept for a representation, without asking for more.
  func found(_ representation: Representation, in snapshot: Snapshot) -> Rendering? {
    guard case .rendering(let found) = entry(.representation(representation.key), in: snapshot).entry else {
      return nil
    }
    return found
  }

  /// The tag of what would go out, where that is known without rendering.
  func tag(of representation: Representation, compressed isCompressed: Bool, in snapshot: Snapshot)
    -> EntityTag?
  {
    if let found = found(representation, in: snapshot) { return found.tag(compressed: isCompressed) }
    let noted = entry(.noted(KeyDigest(representation.key)), in: snapshot).entry
    if case .tag(let tag, isCompressed)? = noted { return tag }
    return nil
  }

  /// A client waits for something other than this reply. Where nobody else has asked for it, its tag is enough: many
  /// clients that wait for unlike things cost little.
  func keepTag(of reply: CachedReply, to request: ReadRequest, in snapshot: Snapshot) {
    let key = Key.representation(reply.key)
    guard case .rendering(let rendering) = entry(key, in: snapshot).entry,
      !rendering.isShared.load(ordering: .relaxed)
    else { return }
    let gone = state.withLock { state -> [Cached] in
      guard state.snapshot?.themeSet === snapshot.themeSet else { return [] }
      let noted = Cached.tag(reply.tag, compressed: reply.tag != rendering.tag)
      let gone = [state.cache.remove(.target(request.target)), state.cache.remove(key)].compactMap { $0 }
      return gone + state.cache.insert(noted, for: .noted(KeyDigest(reply.key)), cost: 192)
    }
    withExtendedLifetime(gone) {}
  }

  private func replies(to target: RawTarget, in snapshot: Snapshot) -> [CachedReply] {
    let (entry, generation) = entry(.target(target), in: snapshot)
    guard case .replies(let replies, generation)? = entry else { return [] }
    return replies
  }

  private func keep(_ reply: CachedReply, to target: RawTarget, in snapshot: Snapshot) {
    let (found, generation) = entry(.target(target), in: snapshot)
    var others: [CachedReply] = []
    if case .replies(let replies, generation)? = found {
      others = replies.filter { !$0.isSameVariant(as: reply) }
    }
    let list = [reply] + others.prefix(Self.variantLimit - 1)
    let cost = list.reduce(target.text.utf8.count + 256) { $0 + $1.cost }
    insert(.replies(list, generation: generation), for: .target(target), cost: cost) {
      $0 === snapshot
    }
  }

  /// Frees what has to go when the lock is let go: to free a response takes longer than all else here.
  private func insert(_ entry: Cached, for key: Key, cost: Int, if isRight: (Snapshot?) -> Bool) {
    let gone = state.withLock { isRight($0.snapshot) ? $0.cache.insert(entry, for: key, cost: cost) : [] }
    withExtendedLifetime(gone) {}
  }

  /// What is kept, with the generation that it must have to be up to date.
  private func entry(_ key: Key, in snapshot: Snapshot) -> (entry: Cached?, generation: UInt64) {
    // What is dropped is freed when the lock is let go.
    let found = state.withLock { state in
      let dropped = state.turn(to: snapshot)
      return (entry: state.cache[key], generation: state.generation, dropped: dropped)
    }
    return (found.entry, found.generation)
  }

  /// More ways of asking for one target than clients have in earnest.
  private static let variantLimit = 8
}

/// The answers of the change feed.
extension RepresentationCache {
  func feed(_ request: FeedRequest, in snapshot: Snapshot) -> FeedRendering? {
    let (entry, generation) = entry(.feed(request), in: snapshot)
    guard case .feed(let found, generation)? = entry else { return nil }
    return found
  }

  func keep(_ rendering: FeedRendering, for request: FeedRequest, in snapshot: Snapshot) {
    let generation = entry(.feed(request), in: snapshot).generation
    insert(
      .feed(rendering, generation: generation), for: .feed(request),
      cost: rendering.content.bytes.count * 2 + 1024
    ) { $0 === snapshot }
  }
}
