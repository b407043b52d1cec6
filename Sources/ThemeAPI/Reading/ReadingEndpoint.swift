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
    var call = call
    switch try find(&call, condition) {
    case .changed(let reply): return .reply(condition.reply(reply))
    case .unchanged(let unchanged, let cached):
      guard let waiting = WaitingRead(call, condition, until: unchanged) else {
        return .reply(condition.reply(unchanged.reply))
      }
      if let cached {
        call.representations.keepTag(of: cached, for: call.request.target, in: call.snapshot)
      }
      return .watch(watch(waiting, unchanged.channel, in: call.snapshot, call.shared))
    case .slow(let representation):
      let waiting = WaitingRead(call, condition)
      return .watch(whenRendered(representation, waiting, for: call))
    case .uncompiled(let draft): return .watch(try whenCompiled(draft, condition, for: call))
    }
  }

  /// Finds the reply to a call. All calls for the same representation share it.
  /// - Parameter call: becomes the call in whose snapshot the draft that it names is published.
  private func find(_ call: inout Call, _ condition: ReadCondition) throws(Refusal) -> FoundReading {
    if call.preview == nil, call.namesDraft {
      let draft = try call.namedDraft()
      guard let previewing = try call.previewing(draft) else { return .uncompiled(draft) }
      call = previewing
    }
    let (target, snapshot, services) = (call.request.target, call.snapshot, call.services)
    let cache = call.representations
    if call.request.missed !== snapshot,
      let cached = cache.reply(
        for: target, in: snapshot, slot: services.slot, header: { call.header($0) },
        admits: { $0.admits(call.principal) })
    {
      return FoundReading(cached, condition)
    }
    let representation = try representation(for: call)
    let isCompressed = call.takesGzip
    let kept = cache.kept(representation, in: snapshot)
    if let tag = kept.tag(compressed: isCompressed), condition.isMet(by: tag) {
      return .unchanged(UnchangedReply(tag, representation, for: call), nil)
    }
    let newerTags = representation.newerTag.map { [$0, $0.compressed] } ?? []
    if let tag = newerTags.first(where: { condition.isMet(by: $0) }) {
      return .unchanged(UnchangedReply(tag, representation, for: call), nil)
    }
    if representation.isSlow, services.background != nil, !kept.isReady(compressed: isCompressed) {
      return .slow(representation)
    }
    let found = FoundReading(try cache.makeReply(representation, kept, for: call), condition)
    // A client that has another look may have it from a server with newer files.
    if case .changed = found, !newerTags.isEmpty, condition.tags != nil,
      let shown = representation.channel.flatMap({ snapshot.activation(of: $0) })
    {
      throw .notHere(shown)
    }
    return found
  }

  /// Returns the representation as the client of the call may have it and caches may keep it.
  private func representation(for call: Call) throws(Refusal) -> Representation {
    var representation = try represent(call)
    representation.guarded(by: operation.access, call.services.gate)
    if call.services.hosts.haveOwnURLs { representation.addressed(by: call) }
    if call.preview != nil {
      (representation.channel, representation.caching) = (Snapshot.everyDraft, .never)
    }
    if call.crowd != nil {
      (representation.vary, representation.laterHints) = ([], [])
      representation.caching = representation.isPrivate ? .never : .crowd
    }
    try call.principal.check(representation.audience)
    return representation
  }

  /// Parks the client until this representation differs from the one that it has.
  private func watch(
    _ read: WaitingRead, _ channel: String?, in snapshot: Snapshot, _ shared: SharedServices
  ) -> Outcome.Watch {
    let name = channel ?? Outcome.Watch.everyChannel
    var watch = Outcome.Watch(
      channel: name, since: snapshot.known(in: name), wait: read.condition.hold(shared.services)
    ) { end in
      do throws(Refusal) {
        let snapshot = shared.services.now()
        let found: FoundReading
        var call: Call?
        // Most woken clients get a cached reply, for which no call is made.
        if let cached = read.cached(in: snapshot, shared.services) {
          found = FoundReading(cached, read.condition)
        } else {
          var again = read.call(of: self.operation, in: snapshot, shared)
          found = try self.find(&again, read.condition)
          call = again
        }
        switch found {
        case .changed(let reply): return .reply(read.condition.reply(reply))
        case .unchanged where end == .changed: return .stay
        case .unchanged(let unchanged, _):
          return .reply(read.condition.reply(unchanged.reply, isDraining: end == .draining))
        case .slow where end == .draining: return .stay
        case .slow(let representation):
          let call = call ?? read.call(of: self.operation, in: snapshot, shared)
          return .move(self.whenRendered(representation, read, for: call))
        case .uncompiled where end == .draining: return .stay
        case .uncompiled(let draft):
          let call = read.call(of: self.operation, in: snapshot, shared)
          return .move(try self.whenCompiled(draft, read.condition, for: call))
        }
      } catch { return .reply(error.reply) }
    }
    watch.follows = channel.map { $0 != Snapshot.everyDraft } ?? false
    return watch
  }

  /// Parks the client until the draft that it names is compiled beside the workers.
  private func whenCompiled(
    _ draft: Draft, _ condition: ReadCondition, for call: Call
  ) throws(Refusal) -> Outcome.Watch {
    try call.whenCompiled(draft, isAwaited: condition.hasWaited) { call throws(Refusal) in
      try self.read(call, condition)
    }
  }

  /// Parks the client until its representation has been rendered beside the workers. If it has no place in their queue, it
  /// tries again each second.
  private func whenRendered(
    _ representation: Representation, _ read: WaitingRead, for call: Call
  ) -> Outcome.Watch {
    var condition = read.condition
    let channel = call.representations.renderInBackground(
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
        return try self.read(call, condition).nextStep
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
  /// The draft that the request names is not compiled yet.
  case uncompiled(Draft)

  init(_ cached: CachedReply, _ condition: ReadCondition) {
    let isKnown = condition.isMet(by: cached.unchanged.tag)
    let channel = condition.wait > 0 ? cached.unchanged.channel : nil
    self = isKnown ? .unchanged(cached.unchanged, cached) : .changed(cached.whole.notifying(of: channel))
  }
}

extension Refusal {
  static func tooManyRenderings() -> Refusal {
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
  /// The address that `Livery-Next` led to, which has the tag and the time to wait.
  let crowd: CrowdQuestion?
  /// Indicates whether caches may keep themes.
  private let isKept: Bool
  var hasWaited = false
  /// The time that the client has waited for a place among the renderings, or for its rendering.
  var secondsQueued: Int32 = 0

  init(_ call: Call) {
    isKept = call.services.caching.isUsed
    crowd = call.crowd
    tags = crowd?.tags ?? call.request.header("If-None-Match")
    if let crowd {
      wait = crowd.milliseconds(from: call.services.clock(), slots: call.services.crowdSlot) > 0 ? 1 : 0
    } else {
      wait = tags == nil ? 0 : Preference.wait(call.request.header("Prefer")) ?? 0
    }
  }

  /// Returns the time for which the client waits.
  func hold(_ services: Services) -> Duration {
    guard let crowd else { return Preference.hold(wait) }
    return .milliseconds(crowd.milliseconds(from: services.clock(), slots: services.crowdSlot))
  }

  /// Indicates whether the client has the representation with this tag.
  func isMet(by tag: EntityTag) -> Bool { tags.map { tag.matches(ifNoneMatch: $0) } ?? false }

  /// Returns the reply and, if the client has waited, a header that confirms the wait. Caches must not keep
  /// the reply to a client that waits, or the next one that wants to wait would get it immediately.
  func reply(_ reply: Reply, isDraining: Bool = false) -> Reply {
    guard crowd == nil else {
      return isDraining && reply.status == 204 ? reply.caching("public, max-age=1") : reply
    }
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
  private let host: HostTable.Choice?

  init(_ call: Call, _ condition: ReadCondition, headers: [Request.Field]? = nil) {
    let request = call.request
    (target, path, query, peer) = (request.target, request.path, request.query, request.peer)
    host = request.host
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
      for: target, in: snapshot, slot: services.slot, header: { header($0) }, admits: { $0.admits(principal) }
    )
  }

  /// Returns the call again, to be answered from another snapshot.
  func call(of operation: Operation, in snapshot: Snapshot, _ shared: SharedServices) -> Call {
    var request = Request(
      method: .get, target: target, path: path, query: query, headers: headers, peer: peer)
    request.host = host
    var call = Call(
      request: request, credential: .nothing, principal: principal, captures: captures,
      operation: operation, shared: shared, snapshot: snapshot)
    call.crowd = condition.crowd
    return call
  }
}
