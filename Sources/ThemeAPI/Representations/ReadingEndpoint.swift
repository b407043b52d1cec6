package import Changes

/// An endpoint whose answer is a representation: caching, conditions, compression and waiting are the same for all.
package protocol ReadingEndpoint: Endpoint {
  func represent(_ request: ReadRequest, in snapshot: Snapshot, _ services: Services) throws(Refusal)
    -> Representation
}

extension ReadingEndpoint {
  package func answer(_ call: Call) throws(Refusal) -> Outcome { try reading(call) }

  /// The representation, or word that it is unchanged, or a wait until it changes.
  func reading(_ call: Call) throws(Refusal) -> Outcome {
    switch try reading(ReadQuestion(call), in: call.snapshot, call.shared) {
    case .reply(let reply): .reply(reply)
    case .wait(let watch): .watch(watch)
    }
  }

  private func reading(
    _ question: ReadQuestion, in snapshot: Snapshot, _ shared: SharedServices
  ) throws(Refusal) -> Reading {
    switch try find(question, in: snapshot, shared.services) {
    case .slow(let representation):
      return .wait(try whenRendered(representation, question, in: snapshot, shared))
    case .whole(let found):
      guard question.knows(found.tag) else {
        return .reply(question.tell(found.whole))
      }
      guard let waiting = question.waiting(for: found.tag, headers: found.varyHeaders) else {
        return .reply(question.tell(found.unchanged))
      }
      shared.services.representations.keepTag(of: found, to: question.request, in: snapshot)
      return .wait(watch(waiting, found.channel, in: snapshot, shared))
    case .unchanged(let found):
      guard let waiting = question.waiting(for: found.tag, headers: found.varyHeaders) else {
        return .reply(question.tell(found.reply))
      }
      return .wait(watch(waiting, found.channel, in: snapshot, shared))
    }
  }

  private func find(
    _ question: ReadQuestion, in snapshot: Snapshot, _ services: Services
  ) throws(Refusal) -> FoundReading {
    let (cache, request) = (services.representations, question.request)
    if let reply = cache.reply(to: request, in: snapshot) { return .whole(reply) }
    var representation = try represent(request, in: snapshot, services)
    representation.guarded(by: operation.access, services.gate)
    try request.author.check(representation.audience)
    let isCompressed = request.takesGzip
    if question.hasCondition, let tag = cache.tag(of: representation, compressed: isCompressed, in: snapshot),
      question.knows(tag)
    {
      return .unchanged(UnchangedReply(tag, representation, to: request, in: snapshot, services))
    }
    if representation.isSlow, services.beside != nil,
      !cache.holds(representation, compressed: isCompressed, in: snapshot)
    {
      return .slow(representation)
    }
    return .whole(
      try cache.reply(representation, to: request, route: operation.pattern, in: snapshot, services))
  }

  /// Parks the client until this very representation differs from what it has.
  private func watch(
    _ question: ReadQuestion, _ channel: String?, in snapshot: Snapshot, _ shared: SharedServices
  ) -> Outcome.Watch {
    Outcome.Watch(
      channel: channel ?? Outcome.Watch.everyChannel, since: snapshot.cursor.revision,
      wait: Preference.hold(question.wait)
    ) { end in
      do throws(Refusal) {
        let snapshot = shared.services.now()
        switch try self.find(question, in: snapshot, shared.services) {
        case .whole(let found) where !question.knows(found.tag):
          return .reply(question.tell(found.whole))
        case .whole(let found):
          return end == .changed
            ? .stay : .reply(question.tell(found.unchanged))
        case .unchanged(let found):
          return end == .changed
            ? .stay : .reply(question.tell(found.reply))
        case .slow where end == .draining: return .stay
        case .slow(let representation):
          return .move(try self.whenRendered(representation, question, in: snapshot, shared))
        }
      } catch { return .reply(error.reply) }
    }
  }

  /// Parks the client until its representation has been rendered beside the workers.
  private func whenRendered(
    _ representation: Representation, _ question: ReadQuestion, in snapshot: Snapshot,
    _ shared: SharedServices
  ) throws(Refusal) -> Outcome.Watch {
    let services = shared.services
    let isCompressed = question.request.takesGzip
    guard
      let channel = services.representations.renderBeside(
        representation, compressed: isCompressed, in: snapshot, services)
    else { throw .tooManyRenderings() }
    return Outcome.Watch(channel: channel, since: 0, wait: .seconds(60)) { end in
      switch end {
      case .draining: return .stay
      case .timedOut: return .reply(Refusal.tooManyRenderings().reply)
      case .changed: break
      }
      do throws(Refusal) {
        switch try self.reading(question, in: shared.services.now(), shared) {
        case .reply(let reply): return .reply(reply)
        case .wait(let watch): return .move(watch)
        }
      } catch { return .reply(error.reply) }
    }
  }
}

/// What becomes of a question.
private enum Reading {
  case reply(Reply)
  case wait(Outcome.Watch)
}

/// What there is to a question.
private enum FoundReading {
  case whole(CachedReply)
  /// The client has what there is.
  case unchanged(UnchangedReply)
  /// Nothing yet: it has to be rendered, which takes long.
  case slow(Representation)
}

extension Refusal {
  fileprivate static func tooManyRenderings() -> Refusal {
    Refusal(
      .busy, "Too many large representations are being rendered; ask again in a moment.",
      headers: [.retryAfter(1...8)])
  }
}
