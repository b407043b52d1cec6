internal import Changes
internal import Documents
internal import Synchronization
internal import Themes

/// A cache of rendered bytes, kept for as long as their themes are served, and of replies, kept for as long as nothing has
/// changed. All of it is bounded together, and entries that are requested often stay.
package final class RepresentationCache: Sendable {
  private let state: Mutex<Contents>
  private let renderings = Atomic<UInt64>(0)
  private let slowWork = Mutex(SlowWork())

  fileprivate enum Key: Hashable, Sendable {
    case target(RawTarget)
    case representation(KeyDigest)
    case feed(FeedRequest)
  }

  fileprivate enum Cached: Sendable {
    case rendering(Rendering)
    /// The tag of a representation for whose change the only client waits, and whether it was compressed.
    case tag(EntityTag, compressed: Bool)
    /// The replies for one target, one for each set of headers by which they were chosen.
    case replies([CachedReply], generation: UInt64)
    case feed(FeedRendering, generation: UInt64)
  }

  fileprivate struct Contents {
    var snapshot: Snapshot?
    /// The number of snapshots so far. Entries with an older one are out of date, and are evicted in time.
    var generation: UInt64 = 0
    var cache: ClockCache<Key, Cached>

    /// Changes to another snapshot. Returns the contents that are no longer needed.
    mutating func turn(to next: Snapshot) -> (Snapshot?, ClockCache<Key, Cached>?)? {
      guard snapshot !== next else { return nil }
      let dropped = (snapshot, snapshot?.themeSet === next.themeSet ? nil : cache.replaceAll())
      snapshot = next
      generation += 1
      return dropped
    }
  }

  /// - Parameter limit: the size of all entries together, in bytes.
  package init(limit: Int) { state = Mutex(Contents(cache: ClockCache(limit: limit))) }

  package var cost: Int { state.withLock { $0.cache.cost } }

  /// The number of representations that were rendered because they were not cached.
  package var rendered: UInt64 { renderings.load(ordering: .relaxed) }

  /// Returns the entry for a key, with the generation that it must have to be up to date.
  private func entry(_ key: Key, in snapshot: Snapshot) -> (entry: Cached?, generation: UInt64) {
    // Dropped contents are freed after the lock is released.
    let found = state.withLock { state in
      let dropped = state.turn(to: snapshot)
      return (entry: state.cache[key], generation: state.generation, dropped: dropped)
    }
    return (found.entry, found.generation)
  }

  /// Changes the contents. Returned entries are freed after the lock is released, since that takes longest.
  private func update(_ change: (inout sending Contents) -> sending [Cached]) {
    let gone = state.withLock { change(&$0) }
    withExtendedLifetime(gone) {}
  }
}

extension RepresentationCache {
  /// Returns the cached reply for a target, or nil if there is none.
  /// - Parameter admits: returns whether the request comes from a principal of an audience.
  func reply(
    for target: RawTarget, in snapshot: Snapshot, slot: Int64?, header: (String) -> String?,
    admits: (Audience) -> Bool
  ) -> CachedReply? {
    guard target != .unknown else { return nil }
    let (entry, generation) = entry(.target(target), in: snapshot)
    guard case .replies(let replies, generation)? = entry else { return nil }
    return replies.first { $0.isOf(slot: slot) && $0.matches(header) && admits($0.audience) }
  }

  /// Makes the reply for a call, and renders the representation unless that was done before.
  func makeReply(
    _ representation: Representation, _ kept: KeptRepresentation, for call: Call
  ) throws(Refusal) -> CachedReply {
    let (rendering, isNew) = try rendering(representation, kept)
    let reply = rendering.shared(CachedReply(rendering, representation, kept.key, for: call))
    let (target, snapshot) = (call.request.target, call.snapshot)
    let isKept = target != .unknown && representation.isKeptByTarget && !representation.isPersonal
    guard isNew || isKept else { return reply }
    update { contents in
      var gone: [Cached] = []
      if isNew, contents.snapshot?.themeSet === snapshot.themeSet {
        gone += contents.keep(rendering, kept.key)
      }
      if isKept, contents.snapshot === snapshot,
        contents.has(variantOf: reply, target) || rendering.keeps(reply, in: contents.generation)
      {
        gone += contents.keep(reply, target)
      }
      return gone
    }
    return reply
  }

  /// Discards the bytes of a reply for which a client waits to see a change, and keeps the tag, unless another client has
  /// requested it: then clients that wait for different representations cost little.
  func keepTag(of reply: CachedReply, for target: RawTarget, in snapshot: Snapshot) {
    guard case .rendering(let rendering) = entry(.representation(reply.key), in: snapshot).entry,
      !rendering.isShared.load(ordering: .relaxed)
    else { return }
    update { contents in
      guard contents.snapshot?.themeSet === snapshot.themeSet else { return [] }
      let tag = reply.unchanged.tag
      return [contents.cache.remove(.target(target))].compactMap { $0 }
        + contents.cache.insert(
          .tag(tag, compressed: tag != rendering.tag), for: .representation(reply.key), cost: 192)
    }
  }
}

extension RepresentationCache.Contents {
  fileprivate mutating func keep(_ rendering: Rendering, _ key: KeyDigest) -> [RepresentationCache.Cached] {
    cache.insert(.rendering(rendering), for: .representation(key), cost: rendering.bytes.count * 2 + 384)
  }

  /// Returns whether there is a reply that this one replaces, as that leads to an earlier time slot.
  fileprivate mutating func has(variantOf reply: CachedReply, _ target: RawTarget) -> Bool {
    guard case .replies(let replies, generation)? = cache[.target(target)] else { return false }
    return replies.contains { $0.isSameVariant(as: reply) }
  }

  fileprivate mutating func keep(_ reply: CachedReply, _ target: RawTarget) -> [RepresentationCache.Cached] {
    var others: [CachedReply] = []
    if case .replies(let replies, generation)? = cache[.target(target)] {
      others = replies.filter { !$0.isSameVariant(as: reply) }
    }
    // Real clients request one target in fewer ways.
    let list = [reply] + others.prefix(7)
    return cache.insert(
      .replies(list, generation: generation), for: .target(target),
      cost: list.reduce(target.text.utf8.count + 256) { $0 + $1.cost })
  }
}

/// The key of a representation in 16 bytes: a part of its SHA-256, so that no client can construct two equal keys.
struct KeyDigest: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  init(_ key: String) {
    let bytes = SHA256.hash(Array(key.utf8))
    high = bytes[0..<8].reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The entries of the cache for a representation.
struct KeptRepresentation {
  let key: KeyDigest
  /// The bytes, or nil if they are not cached.
  fileprivate var rendering: Rendering?
  /// The tag, if that alone is cached, and whether it is that of the compressed form.
  fileprivate var noted: (tag: EntityTag, isCompressed: Bool)?
  /// The result that was rendered last beside the workers, if it is this one.
  fileprivate let finished: Result<Rendering, Refusal>?

  /// Returns the tag of what would be sent, or nil if it is unknown before rendering.
  func tag(compressed isCompressed: Bool) -> EntityTag? {
    if let rendering { return rendering.tag(compressed: isCompressed) }
    return noted?.isCompressed == isCompressed ? noted?.tag : nil
  }

  /// Indicates whether a worker need only send it.
  func isReady(compressed isCompressed: Bool) -> Bool {
    switch finished {
    case .success(let rendering): rendering.tag(compressed: isCompressed) != nil
    case .failure: true
    case nil: rendering?.tag(compressed: isCompressed) != nil
    }
  }
}

extension RepresentationCache {
  /// Returns the cached parts of a representation.
  func kept(_ representation: Representation, in snapshot: Snapshot) -> KeptRepresentation {
    let finished = representation.isSlow ? slowWork.withLock { $0.last } : nil
    let isThis = finished?.key == representation.key && finished?.themeSet === snapshot.themeSet
    var kept = KeptRepresentation(
      key: KeyDigest(representation.key), finished: isThis ? finished?.result : nil)
    switch entry(.representation(kept.key), in: snapshot).entry {
    case .rendering(let rendering): kept.rendering = rendering
    case .tag(let tag, let isCompressed): kept.noted = (tag, isCompressed)
    case .replies, .feed, nil: break
    }
    return kept
  }

  /// Returns the rendering, and whether it was made just now.
  private func rendering(
    _ representation: Representation, _ kept: KeptRepresentation
  ) throws(Refusal) -> (Rendering, isNew: Bool) {
    if let finished = kept.finished { return (try finished.get(), false) }
    if let rendering = kept.rendering {
      rendering.isShared.store(true, ordering: .relaxed)
      return (rendering, false)
    }
    renderings.add(1, ordering: .relaxed)
    // If the tag alone was cached, another client requests it, or one requests it again.
    let rendering = Rendering(
      try representation.render(), type: representation.type, isShared: kept.noted != nil)
    return (rendering, true)
  }

  /// Renders a representation unless that was done before, and caches it.
  private func rendering(
    _ representation: Representation, in snapshot: Snapshot
  ) throws(Refusal) -> Rendering {
    let kept = kept(representation, in: snapshot)
    let (rendering, isNew) = try rendering(representation, kept)
    guard isNew else { return rendering }
    update { $0.snapshot?.themeSet === snapshot.themeSet ? $0.keep(rendering, kept.key) : [] }
    return rendering
  }
}

/// The renderings that take long. Each is made once beside the workers, for all clients that wait for it.
private struct SlowWork: Sendable {
  struct Queued: Sendable {
    let themeSet: ThemeSet
    /// The turns of the clients that have requested it. It is made in the first of them.
    var turns: Set<Outcome.Turn> = []
  }

  struct Finished: Sendable {
    let key: String
    let themeSet: ThemeSet
    let result: Result<Rendering, Refusal>
  }

  /// The renderings that are being made or are queued, by the names under which clients wait for them.
  var underWay: [String: Queued] = [:]
  /// The last result. It may be too large to be cached, and the clients that waited for it have yet to receive it.
  private(set) var last: Finished?
  /// The renderings that were made of the newest themes, and of those before, as far as there is room.
  private var (made, madeBefore): (Set<KeyDigest>, Set<KeyDigest>) = ([], [])
  private static let mostMade = 4096

  /// Returns the result before, so that it can be freed after the lock is released.
  mutating func finish(_ name: String, _ finished: Finished) -> Finished? {
    if underWay[name]?.themeSet === finished.themeSet { underWay[name] = nil }
    if last?.themeSet !== finished.themeSet { (made, madeBefore) = ([], made) }
    if made.count < Self.mostMade { made.insert(KeyDigest(finished.key)) }
    defer { last = finished }
    return last
  }

  func wasMade(_ key: KeyDigest, before themeSet: ThemeSet) -> Bool {
    (last?.themeSet === themeSet ? madeBefore : made).contains(key)
  }
}

extension RepresentationCache {
  /// Renders a representation outside of the workers, unless that is under way.
  /// - Parameter isAwaited: whether the client waited before the last change.
  /// - Returns: the name under which to wait for it, or nil if too much is waiting already.
  func renderInBackground(
    _ representation: Representation, for call: Call, isAwaited: Bool
  ) -> String? {
    let (snapshot, services, compressed) = (call.snapshot, call.services, call.takesGzip)
    guard let background = services.background else { return nil }
    // The name of a channel contains no blank.
    let name = "rendering \(representation.key)\(compressed ? " compressed" : "")"
    let (client, key) = (IPAddress.client(at: call.client), KeyDigest(representation.key))
    let isWanted = slowWork.withLock { work in
      let isAwaited = isAwaited || work.wasMade(key, before: snapshot.themeSet)
      let turn = Outcome.Turn(of: client, for: .rendering, isAwaited: isAwaited)
      let isKnown = work.underWay[name]?.themeSet === snapshot.themeSet
      if isKnown, work.underWay[name]?.turns.contains(turn) ?? false { return true }
      let isQueued = background.submit(turn) { [self] in
        render(representation, named: name, compressed: compressed, in: snapshot, services)
      }
      guard isQueued else { return work.underWay[name] != nil }
      if !isKnown { work.underWay[name] = SlowWork.Queued(themeSet: snapshot.themeSet) }
      work.underWay[name]?.turns.insert(turn)
      return true
    }
    return isWanted ? name : nil
  }

  /// Renders a representation and wakes the clients that wait for it, unless another client's turn came first.
  private func render(
    _ representation: Representation, named name: String, compressed: Bool, in snapshot: Snapshot,
    _ services: Services
  ) {
    guard slowWork.withLock({ $0.underWay[name]?.themeSet === snapshot.themeSet }) else { return }
    let result = Result { () throws(Refusal) in
      let rendering = try rendering(representation, in: snapshot)
      if compressed { _ = rendering.compressed(by: services.gzip) }
      return rendering
    }
    let finished = SlowWork.Finished(key: representation.key, themeSet: snapshot.themeSet, result: result)
    let gone = slowWork.withLock { $0.finish(name, finished) }
    withExtendedLifetime(gone) {}
    services.background?.wake(name)
  }
}

extension RepresentationCache {
  func feed(_ request: FeedRequest, in snapshot: Snapshot) -> FeedRendering? {
    let (entry, generation) = entry(.feed(request), in: snapshot)
    guard case .feed(let found, generation)? = entry else { return nil }
    return found
  }

  func keep(_ rendering: FeedRendering, for request: FeedRequest, in snapshot: Snapshot) {
    update { contents in
      guard contents.snapshot === snapshot else { return [] }
      return contents.cache.insert(
        .feed(rendering, generation: contents.generation), for: .feed(request),
        cost: rendering.content.bytes.count * 2 + 1024)
    }
  }
}
