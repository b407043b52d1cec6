internal import Changes

/// An endpoint whose response is a representation. Caching, conditions, compression and waiting are the same for all of
/// them.
package protocol ReadingEndpoint: Endpoint {
  func represent(_ call: Call) throws(Refusal) -> Representation
}

extension ReadingEndpoint {
  package func answer(_ call: Call) throws(Refusal) -> Outcome { try read(call) }

  /// Returns the representation, a reply that it is unchanged, or a wait until it changes.
  func read(_ call: Call) throws(Refusal) -> Outcome { try read(call, ReadCondition(call)) }

  private func read(_ call: Call, _ condition: ReadCondition) throws(Refusal) -> Outcome {
    let found = try find(call, condition)
    let unchanged: UnchangedReply
    switch found {
    case .slow(let representation):
      return .watch(
        try whenRendered(representation, WaitingRead(call, condition), in: call.snapshot, call.shared))
    case .whole(let cached):
      guard condition.isMet(by: cached.unchanged.tag) else { return .reply(condition.reply(cached.whole)) }
      unchanged = cached.unchanged
    case .unchanged(let known): unchanged = known
    }
    guard let waiting = WaitingRead(call, condition, until: unchanged) else {
      return .reply(condition.reply(unchanged.reply))
    }
    if case .whole(let cached) = found {
      call.services.representations.keepTag(of: cached, for: call.request.target, in: call.snapshot)
    }
    return .watch(watch(waiting, unchanged.channel, in: call.snapshot, call.shared))
  }

  private func find(_ call: Call, _ condition: ReadCondition) throws(Refusal) -> FoundReading {
    let (request, cache) = (call.request, call.services.representations)
    if request.missed !== call.snapshot,
      let cached = cache.reply(
        for: request.target, in: call.snapshot, header: { call.header($0) },
        admits: { $0.admits(call.principal) })
    {
      return .whole(cached)
    }
    return try make(call, condition)
  }

  /// Finds what a waiting client gets now. All clients that wait for the same representation share the reply.
  private func find(
    _ read: WaitingRead, in snapshot: Snapshot, _ shared: SharedServices
  ) throws(Refusal) -> FoundReading {
    if let cached = shared.services.representations.reply(
      for: read.target, in: snapshot, header: { read.header($0) }, admits: { $0.admits(read.principal) })
    {
      return .whole(cached)
    }
    return try make(read.call(of: operation, in: snapshot, shared), read.condition)
  }

  private func make(_ call: Call, _ condition: ReadCondition) throws(Refusal) -> FoundReading {
    let (cache, services) = (call.services.representations, call.services)
    var representation = try represent(call)
    representation.guarded(by: operation.access, services.gate)
    try call.principal.check(representation.audience)
    let isCompressed = call.takesGzip
    let kept = cache.kept(representation, in: call.snapshot)
    if let tag = kept.tag(compressed: isCompressed), condition.isMet(by: tag) {
      return .unchanged(UnchangedReply(tag, representation, for: call))
    }
    if representation.isSlow, services.background != nil, !kept.isReady(compressed: isCompressed) {
      return .slow(representation)
    }
    return .whole(try cache.makeReply(representation, kept, for: call))
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
        let unchanged: UnchangedReply
        switch try self.find(read, in: snapshot, shared) {
        case .whole(let cached):
          guard read.condition.isMet(by: cached.unchanged.tag) else {
            return .reply(read.condition.reply(cached.whole))
          }
          unchanged = cached.unchanged
        case .unchanged(let known): unchanged = known
        case .slow where end == .draining: return .stay
        case .slow(let representation):
          return .move(try self.whenRendered(representation, read, in: snapshot, shared))
        }
        return end == .changed ? .stay : .reply(read.condition.reply(unchanged.reply))
      } catch { return .reply(error.reply) }
    }
  }

  /// Parks the client until its representation has been rendered beside the workers.
  private func whenRendered(
    _ representation: Representation, _ read: WaitingRead, in snapshot: Snapshot, _ shared: SharedServices
  ) throws(Refusal) -> Outcome.Watch {
    let services = shared.services
    guard
      let channel = services.representations.renderInBackground(
        representation, compressed: read.takesGzip, in: snapshot, services)
    else { throw .tooManyRenderings() }
    // Any wake ends this wait: it has no revision of the log.
    return Outcome.Watch(channel: channel, since: 0, wait: .seconds(60)) { end in
      switch end {
      case .draining: return .stay
      case .timedOut: return .reply(Refusal.tooManyRenderings().reply)
      case .changed: break
      }
      do throws(Refusal) {
        let call = read.call(of: self.operation, in: shared.services.now(), shared)
        switch try self.read(call, read.condition) {
        case .watch(let watch): return .move(watch)
        case .reply(let reply): return .reply(reply)
        case .offload, .stream: return .stay
        }
      } catch { return .reply(error.reply) }
    }
  }
}

/// The result of the cache and the endpoint for a call.
private enum FoundReading {
  case whole(CachedReply)
  /// The client has the current representation.
  case unchanged(UnchangedReply)
  /// The representation is not there yet, and rendering it takes long.
  case slow(Representation)
}

extension Refusal {
  fileprivate static func tooManyRenderings() -> Refusal {
    Refusal(
      .busy, "Too many large representations are being rendered; ask again in a moment.",
      headers: [.retryAfter(1...8)])
  }
}
