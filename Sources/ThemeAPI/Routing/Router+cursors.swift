internal import Changes
internal import Renderings
internal import Themes

extension Router {
  /// Answers a request from a snapshot that includes the cursor in the request. An unknown cursor may come from a server
  /// that is further on, so the log is read first.
  func answer(_ request: Request, from publisher: Publisher) -> (outcome: Outcome, route: String) {
    let snapshot = request.missed ?? services.now()
    guard let wanted = CursorWanted(request, unknownTo: snapshot), let reader = reader(request) else {
      return answer(request, in: snapshot)
    }
    let route = table.match(request.path)?.resource.pattern ?? "none"
    // If every refused client retried immediately, they would all return at once. So the reply is delayed.
    if let trouble = snapshot.trouble?.error, trouble.hidesLog {
      let reply = finished(Refusal.notCaughtUp(trouble).reply, request)
      let watch = Outcome.Watch(
        channel: Outcome.Watch.noChannel, since: snapshot.cursor.revision, wait: wanted.patience
      ) { _ in reply }
      return (.watch(watch), route)
    }
    let moment = publisher.moment()
    let work = Outcome.Offload(on: .reading) { [self] in
      do throws(StoreError) { try publisher.catchUp(since: moment) } catch {
        return finished(Refusal.notCaughtUp(error).reply, request)
      }
      let snapshot = services.now()
      // A cursor that the request is about is refused by the endpoint.
      let isReadable = reader.has(.read, in: wanted.channel)
      if !wanted.isAskedAbout, isReadable, snapshot.isBehind(wanted.cursor) {
        let view = reader.logView(of: wanted.channel)
        return finished(Feed.gone(wanted.cursor, in: wanted.channel, view, snapshot), request)
      }
      return answer(request, in: snapshot).outcome.immediate
    }
    return (.offload(work), route)
  }

  /// Returns the principal for reading, or nil for a write and for a request that is to be refused.
  private func reader(_ request: Request) -> Principal? {
    let credential = credential(of: request)
    guard let index = table.match(request.path)?.resource.endpoint(request.method),
      !operations[index].isWrite, credential != .unknownToken
    else { return nil }
    return try? services.gate.admit(request, credential, to: operations[index])
  }

  private func finished(_ reply: Reply, _ request: Request) -> Reply {
    commonHeaders(request.path, request).added(to: reply, services.now())
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
    guard let cursor = [since, seen].compactMap(\.self).first(where: { snapshot.isBehind($0) }) else {
      return nil
    }
    if let accept = request.header("Accept"), accept.contains(MediaType.eventStream.text) { return nil }
    self.cursor = cursor
    channel = parameter("channel") ?? "main"
    isAskedAbout = since == cursor
    let asked =
      parameter("wait").flatMap { Preference.decimalSeconds($0) } ?? Preference.wait(request.header("Prefer"))
    patience = .seconds(min(max(asked ?? 2, 1), Self.longest))
  }
}

extension Outcome {
  /// The reply if the client may not wait any longer.
  fileprivate var immediate: Reply {
    switch self {
    case .reply(let reply): reply
    case .watch(let watch):
      watch.answer(.timedOut)
        ?? Refusal(.busy, "What you ask for is being made; ask again.", headers: [.retryAfter(1...2)]).reply
    case .offload(let work): work.perform()
    // A request for a stream never comes here.
    case .stream(let stream): Reply(status: 200, headers: stream.headers)
    }
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
