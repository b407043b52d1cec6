internal import Changes

/// An endpoint whose response is a representation. All of them share caching, conditions, compression and waiting.
package protocol ReadingEndpoint: Endpoint {
  func represent(_ call: Call) throws(Refusal) -> Representation
}

extension ReadingEndpoint {
  package func answer(_ call: Call) throws(Refusal) -> Outcome { try read(call) }

  /// Returns the representation, a reply that it is unchanged, or a wait until it changes.
  func read(_ call: Call) throws(Refusal) -> Outcome { try read(call, ReadCondition(call)) }

  private func read(_ call: Call, _ condition: ReadCondition) throws(Refusal) -> Outcome {
    switch try find(call, condition) {
    case .changed(let reply): return .reply(condition.reply(reply))
    case .unchanged(let unchanged, let cached):
      guard let waiting = WaitingRead(call, condition, until: unchanged) else {
        return .reply(condition.reply(unchanged.reply))
      }
      if let cached {
        call.services.representations.keepTag(of: cached, for: call.request.target, in: call.snapshot)
      }
      return .watch(watch(waiting, unchanged.channel, in: call.snapshot, call.shared))
    case .slow(let representation):
      let waiting = WaitingRead(call, condition)
      return .watch(whenRendered(representation, waiting, for: call))
    }
  }

  /// Finds the reply to a call. All calls for the same representation share it.
  private func find(_ call: Call, _ condition: ReadCondition) throws(Refusal) -> FoundReading {
    let (target, snapshot, services) = (call.request.target, call.snapshot, call.services)
    let cache = services.representations
    if call.request.missed !== snapshot,
      let cached = cache.reply(
        for: target, in: snapshot, header: { call.header($0) }, admits: { $0.admits(call.principal) })
    {
      return FoundReading(cached, condition)
    }
    var representation = try represent(call)
    representation.guarded(by: operation.access, services.gate)
    try call.principal.check(representation.audience)
    let isCompressed = call.takesGzip
    let kept = cache.kept(representation, in: snapshot)
    if let tag = kept.tag(compressed: isCompressed), condition.isMet(by: tag) {
      return .unchanged(UnchangedReply(tag, representation, for: call), nil)
    }
    if representation.isSlow, services.background != nil, !kept.isReady(compressed: isCompressed) {
      return .slow(representation)
    }
    return FoundReading(try cache.makeReply(representation, kept, for: call), condition)
  }

  /// Parks the client until this representation differs from the one that it has.
  private func watch(
    _ read: WaitingRead, _ channel: String?, in snapshot: Snapshot, _ shared: SharedServices
  ) -> Outcome.Watch {
    Outcome.Watch(
      channel: channel ?? Outcome.Watch.everyChannel, since: snapshot.cursor.revision,
      wait: Preference.hold(read.condition.wait)
    ) { end in
      do throws(Refusal) {
        let snapshot = shared.services.now()
        let found: FoundReading
        // Most woken clients get a cached reply, for which no call is made.
        if let cached = read.cached(in: snapshot, shared.services) {
          found = FoundReading(cached, read.condition)
        } else {
          found = try self.find(read.call(of: self.operation, in: snapshot, shared), read.condition)
        }
        switch found {
        case .changed(let reply): return .reply(read.condition.reply(reply))
        case .unchanged where end == .changed: return .stay
        case .unchanged(let unchanged, _): return .reply(read.condition.reply(unchanged.reply))
        case .slow where end == .draining: return .stay
        case .slow(let representation):
          let call = read.call(of: self.operation, in: snapshot, shared)
          return .move(self.whenRendered(representation, read, for: call))
        }
      } catch { return .reply(error.reply) }
    }
  }

  /// Parks the client until its representation has been rendered beside the workers. If it has no place in their queue, it
  /// tries again each second.
  private func whenRendered(
    _ representation: Representation, _ read: WaitingRead, for call: Call
  ) -> Outcome.Watch {
    var condition = read.condition
    let channel = call.services.representations.renderInBackground(
      representation, for: call, isAwaited: condition.hasWaited)
    condition.secondsQueued += channel == nil ? 1 : 60
    // Any wake ends this wait: it has no revision of the log.
    return Outcome.Watch(
      channel: channel ?? Outcome.Watch.noChannel, since: 0, wait: .seconds(channel == nil ? 1 : 60)
    ) { [condition, shared = call.shared] end in
      if end == .draining { return .stay }
      // A client that waits for a change gets the change, however late.
      if end == .timedOut, condition.wait == 0, condition.secondsQueued >= 60 {
        return .reply(Refusal.tooManyRenderings().reply)
      }
      do throws(Refusal) {
        let call = read.call(of: self.operation, in: shared.services.now(), shared)
        switch try self.read(call, condition) {
        case .watch(let watch): return .move(watch)
        case .reply(let reply): return .reply(reply)
        case .offload, .stream: return .stay
        }
      } catch { return .reply(error.reply) }
    }
  }
}

private enum FoundReading {
  case changed(Reply)
  /// The client has the current representation. The second value has its bytes, if they are cached.
  case unchanged(UnchangedReply, CachedReply?)
  /// The representation is not there yet, and rendering it takes long.
  case slow(Representation)

  init(_ cached: CachedReply, _ condition: ReadCondition) {
    let isKnown = condition.isMet(by: cached.unchanged.tag)
    self = isKnown ? .unchanged(cached.unchanged, cached) : .changed(cached.whole)
  }
}

extension Refusal {
  fileprivate static func tooManyRenderings() -> Refusal {
    Refusal(
      .busy, "Too many large representations are being rendered; ask again in a moment.",
      headers: [.retryAfter(1...8)])
  }
}

/// The part of a GET that names the representations that the client has, and how long it would wait for another.
private struct ReadCondition: Sendable {
  var tags: String?
  /// The number of seconds that the client is willing to wait; 0 if it is not.
  let wait: Int
  /// Indicates whether caches may keep themes.
  private let isKept: Bool
  var hasWaited = false
  /// The time that the client has waited for a place among the renderings, or for its rendering.
  var secondsQueued = 0

  init(_ call: Call) {
    isKept = call.services.caching.isUsed
    tags = call.request.header("If-None-Match")
    wait = tags == nil ? 0 : Preference.wait(call.request.header("Prefer")) ?? 0
  }

  /// Indicates whether the client has the representation with this tag.
  func isMet(by tag: EntityTag) -> Bool { tags.map { tag.matches(ifNoneMatch: $0) } ?? false }

  /// Returns the reply and, if the client has waited, a header that confirms the wait. Caches must not keep
  /// the reply to a client that waits, or the next one that wants to wait would get it immediately.
  func reply(_ reply: Reply) -> Reply {
    let reply = isKept && wait > 0 ? reply.unkept : reply
    return hasWaited ? reply.adding([Preference.applied(wait)]) : reply
  }
}

/// The parts of a GET that are kept while its client waits. They are small, whatever the client waits for.
private struct WaitingRead: Sendable {
  private let target: RawTarget
  private let principal: Principal
  private(set) var condition: ReadCondition
  private let path: String
  private let captures: [String]
  private let query: [Request.Field]
  private let headers: [Request.Field]
  private let peer: Request.Peer

  init(_ call: Call, _ condition: ReadCondition, headers: [Request.Field]? = nil) {
    let request = call.request
    (target, path, query, peer) = (request.target, request.path, request.query, request.peer)
    self.headers = headers ?? request.headers
    (principal, captures) = (call.principal, call.captures)
    self.condition = condition
  }

  /// Keeps only the headers by which the representation was chosen, or by which one of another theme may be chosen.
  /// Returns nil if the client does not wait, or if the request is so long that it is answered immediately.
  /// - Parameter unchanged: the representation that the client has.
  init?(_ call: Call, _ condition: ReadCondition, until unchanged: UnchangedReply) {
    guard condition.wait > 0, !condition.hasWaited else { return nil }
    let trustsProxies = call.services.gate.trustsProxies
    let headers = call.request.headers.filter { field in
      field.name.beginsIgnoringASCIICase(with: "sec-ch-")
        || unchanged.varyHeaders.contains { $0.equalsIgnoringASCIICase(field.name) }
        || unchanged.laterHints.contains { $0.equalsIgnoringASCIICase(field.name) }
        || trustsProxies && TrustedProxies.names(field.name)
    }
    self.init(call, condition, headers: headers)
    self.condition.hasWaited = true
    // `*` matches every representation: here the one that was current when the client came.
    if condition.tags == "*" { self.condition.tags = unchanged.tag.description }
    let fields = query + headers
    let size =
      fields.reduce(target.text.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
      + captures.reduce(0) { $0 + $1.utf8.count } + (self.condition.tags?.utf8.count ?? 0)
    guard size <= Self.largest else { return nil }
  }

  /// The size of its texts in bytes.
  private static let largest = 1024

  private func header(_ name: String) -> String? {
    headers.first { $0.name.equalsIgnoringASCIICase(name) }?.value
  }

  func cached(in snapshot: Snapshot, _ services: Services) -> CachedReply? {
    services.representations.reply(
      for: target, in: snapshot, header: { header($0) }, admits: { $0.admits(principal) })
  }

  /// Returns the call again, to be answered from another snapshot.
  func call(of operation: Operation, in snapshot: Snapshot, _ shared: SharedServices) -> Call {
    Call(
      request: Request(
        method: .get, target: target, path: path, query: query, headers: headers, peer: peer),
      credential: .nothing, principal: principal, captures: captures, operation: operation, shared: shared,
      snapshot: snapshot)
  }
}
