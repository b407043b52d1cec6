internal import Changes
internal import Documents
internal import Renderings
internal import Themes

extension Router {
  /// Answers a request from a snapshot that includes the cursor in the request. An unknown cursor may come from a server
  /// that is further on, so the request waits until the log has been read. It needs no thread meanwhile: a database may not
  /// answer for long.
  func answer(_ request: Request, from publisher: Publisher) -> (outcome: Outcome, route: String) {
    let snapshot = request.missed ?? services.now()
    guard let wanted = CursorWanted(request, unknownTo: snapshot), let reader = reader(request) else {
      return answer(request, in: snapshot)
    }
    let route = table.match(request.path)?.resource.pattern ?? "none"
    let moment = publisher.moment()
    publisher.wantLook()
    let watch = waitForLook(since: moment, of: publisher, request, wanted, reader)
    return (.watch(watch), route)
  }

  /// - Parameter start: the arrival of the request.
  private func waitForLook(
    since moment: LookMoment, of publisher: Publisher, _ request: Request, _ wanted: CursorWanted,
    _ reader: Principal, from start: ContinuousClock.Instant = .now
  ) -> Outcome.Watch {
    let watch = Outcome.Watch(channel: Outcome.Watch.looks, since: moment.begun, wait: wanted.patience) {
      [self] end in
      if publisher.hasLooked(since: moment) { return afterLook(request, wanted, reader, from: start) }
      switch end {
      // A new epoch wakes all.
      case .changed:
        return .move(waitForLook(since: moment, of: publisher, request, wanted, reader, from: start))
      case .draining: return .stay
      // If every refused client retried immediately, they would all return at once. So the reply is delayed.
      case .timedOut:
        let error = services.now().trouble?.error ?? .away("no answer came in time")
        return .reply(finished(Refusal.notCaughtUp(error).reply, request))
      }
    }
    return watch.begun(at: start)
  }

  /// Answers a request whose cursor was unknown, after the log was read. It waits for a change for the rest of its time.
  private func afterLook(
    _ request: Request, _ wanted: CursorWanted, _ reader: Principal, from start: ContinuousClock.Instant
  ) -> Outcome.Watch.NextStep {
    let snapshot = services.now()
    // A cursor that the request is about is refused by the endpoint.
    let isReadable = reader.has(.read, in: wanted.channel)
    if !wanted.isAskedAbout, isReadable, snapshot.isBehind(wanted.cursor) {
      let view = reader.logView(of: wanted.channel)
      return .reply(finished(Feed.gone(wanted.cursor, in: wanted.channel, view, snapshot), request))
    }
    let step = answer(request, in: snapshot).outcome.nextStep
    if case .move(let watch) = step { return .move(watch.begun(at: start)) }
    return step
  }

  /// Returns the principal for reading, or nil for a write and for a request that is to be refused.
  private func reader(_ request: Request) -> Principal? {
    let credential = credential(of: request)
    guard let index = table.match(request.path)?.resource.endpoint(request.method),
      !operations[index].isWrite
    else { return nil }
    // The key of a draft may be enough.
    if operations[index].takesDraft, request.namesDraft {
      return services.gate.principal(of: request, credential, for: .read, isWrite: false)
    }
    guard credential != .unknownToken else { return nil }
    return try? services.gate.admit(request, credential, to: operations[index])
  }

  private func finished(_ reply: Reply, _ request: Request) -> Reply {
    commonHeaders(request.path, request).added(to: reply, services.now())
  }
}

extension Outcome.Watch {
  /// Returns the rest of a wait that began earlier.
  fileprivate func begun(at start: ContinuousClock.Instant) -> Outcome.Watch {
    var watch = self
    watch.wait = max(wait - start.duration(to: .now), .zero)
    return watch
  }
}

/// The cursor that the response to a request must include.
struct CursorWanted: Sendable {
  static let header = "Livery-Cursor"

  let cursor: Cursor
  let channel: String
  /// Indicates whether the request is about it, instead of only requiring it.
  let isAskedAbout: Bool
  /// The time to wait for it while the log can't be read.
  let patience: Duration

  /// A client that waited longer would miss that the log is there again.
  private static let longest = 5

  /// Returns nil if the request names no unknown cursor, or is for a stream: a browser gives up on any status but 200.
  init?(_ request: Request, unknownTo snapshot: Snapshot) {
    func parameter(_ name: String) -> String? { request.query.first { $0.name == name }?.value }
    let since = request.path == "/v1/changes" ? parameter("since").flatMap { Cursor($0) } : nil
    let seen = request.header(Self.header).flatMap { Cursor($0) }
    let isDraftUnknown = seen != nil && request.namesDraft(unknownTo: snapshot)
    guard
      let cursor = [since, seen].compactMap(\.self).first(where: { snapshot.isBehind($0) || isDraftUnknown })
    else { return nil }
    if let accept = request.header("Accept"), accept.contains(MediaType.eventStream.text) { return nil }
    self.cursor = cursor
    channel = parameter("channel") ?? request.host?.channel ?? "main"
    isAskedAbout = since == cursor
    let asked =
      parameter("wait").flatMap { Preference.decimalSeconds($0) } ?? Preference.wait(request.header("Prefer"))
    patience = .seconds(min(max(asked ?? 2, 1), Self.longest))
  }
}

extension Request {
  /// Returns whether it names a draft that another server may have made: a draft has no cursor of its own.
  fileprivate func namesDraft(unknownTo snapshot: Snapshot) -> Bool {
    if let key = query.first(where: { $0.name == "draft" })?.value {
      return snapshot.state.draftKeys[key] == nil
    }
    let steps = path.split(separator: "/")
    guard steps.count >= 3, steps[0] == "v1", steps[1] == "drafts" else { return false }
    let id = String(steps[2])
    return snapshot.state.drafts[id] == nil && snapshot.state.draftEnds[id] == nil
  }
}

extension Refusal {
  /// The refusal of an unknown cursor while the store can't be read: it may be valid.
  fileprivate static func notCaughtUp(_ error: StoreError) -> Refusal {
    Refusal(
      .storeUnavailable, "This server has not seen your cursor yet, and the store can't be asked: \(error).",
      headers: [.retryAfter(1...3)])
  }
}
