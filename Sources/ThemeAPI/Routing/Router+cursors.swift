internal import Changes
internal import Renderings
internal import Themes

/// The requests that name a cursor which is newer than this server's snapshot.
extension Router {
  /// Answers no request from before the cursor that it names. An unknown cursor may come from a server that is further on,
  /// so the log is read first.
  func answer(_ request: Request, from publisher: Publisher) -> (outcome: Outcome, route: String) {
    let snapshot = request.missed ?? services.now()
    guard let wanted = CursorWanted(request, unknownTo: snapshot), let reader = reader(request) else {
      return answer(request, in: snapshot)
    }
    let route = table.match(request.path).map { table.resources[$0.resource].pattern } ?? "none"
    // If every refused client retried immediately, they would all return at once. So the reply is delayed.
    if let trouble = snapshot.trouble?.error, trouble.hidesLog {
      let reply = finished(Refusal.notCaughtUp(trouble).reply, request)
      let channel = Outcome.Watch.noChannel
      return (
        .watch(
          .init(channel: channel, since: snapshot.cursor.revision, wait: wanted.patience) { _ in reply }),
        route
      )
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
    guard let match = table.match(request.path), let index = table.endpoint(match.resource, request.method),
      !operations[index].isWrite
    else { return nil }
    let credential = request.credential ?? services.gate.credential(of: request)
    guard credential != .unknownToken else { return nil }
    return try? services.gate.admit(request, credential, to: operations[index])
  }

  private func finished(_ reply: Reply, _ request: Request) -> Reply {
    finish(.reply(reply), request, isReading: true, services.now()).immediate
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

  /// Returns nil if the request names no unknown cursor. A stream opens immediately in any case: a browser gives up on any
  /// status but 200.
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
      parameter("wait").flatMap { WaitSeconds.read($0) } ?? Preference.wait(request.header("Prefer"))
    patience = .seconds(min(max(asked ?? 2, 1), Self.longest))
  }
}

extension Outcome {
  /// The reply if the client may not wait any longer.
  fileprivate var immediate: Reply {
    switch self {
    case .reply(let reply): reply
    case .watch(let watch):
      switch watch.next(.timedOut) {
      case .reply(let reply): reply
      case .stay, .move:
        Refusal(.busy, "What you ask for is being made; ask again.", headers: [.retryAfter(1...2)]).reply
      }
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
