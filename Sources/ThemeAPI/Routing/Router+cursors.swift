internal import Changes
internal import Themes

/// Answering whoever has seen more of a shared log than is known here.
extension Router {
  /// Nobody is answered from before the cursor that they name. One that is not known here may be from a server that is
  /// further on: the log is looked at first, and what it says then counts.
  func answer(_ request: Request, from publisher: Publisher) -> (outcome: Outcome, route: String) {
    let snapshot = services.now()
    guard let wanted = CursorWanted(request, unknownTo: snapshot), let reader = reader(request) else {
      return answer(request, in: snapshot)
    }
    let route = table.match(request.path).map { table.resources[$0.resource].pattern } ?? "none"
    // Who is sent away at once comes again at once, with all others.
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
      // The endpoint itself refuses a cursor that it was asked about.
      let isReadable = reader.has(.read, in: wanted.channel)
      if !wanted.isAskedAbout, isReadable, snapshot.isBehind(wanted.cursor) {
        let view = reader.logView(of: wanted.channel)
        return finished(Feed.gone(wanted.cursor, in: wanted.channel, view, snapshot), request)
      }
      return answer(request, in: snapshot).outcome.immediate
    }
    return (.offload(work), route)
  }

  /// Who reads; nil for a write, and for whoever is to be refused, be it slowly.
  private func reader(_ request: Request) -> Author? {
    guard let match = table.match(request.path), let index = table.endpoint(match.resource, request.method),
      !operations[index].isWrite
    else { return nil }
    let showing = request.showing ?? services.gate.showing(by: request)
    guard showing != .unknownToken else { return nil }
    return try? services.gate.admit(request, showing: showing, to: operations[index])
  }

  private func finished(_ reply: Reply, _ request: Request) -> Reply {
    finish(.reply(reply), request, isReading: true, services.now()).immediate
  }
}

/// The cursor that a request must not be answered from before.
struct CursorWanted: Sendable {
  static let header = "Livery-Cursor"

  let cursor: Cursor
  let channel: String
  /// Whether it is what the request is about, and not only a condition for the answer.
  let isAskedAbout: Bool
  /// How long it is waited for while the log can't be looked at.
  let patience: Duration

  /// Whoever waits for longer would miss that the log is there again.
  private static let longest = 5

  /// Nil where there is none that is not known. A stream opens at once in any case: a browser gives up on any status but 200.
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
  /// What is answered where nobody may wait any longer.
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
    // Whoever asks for a stream is never sent here.
    case .stream(let stream): Reply(status: 200, headers: stream.headers)
    }
  }
}

extension Refusal {
  /// A cursor that is not known here while the store can't be asked: it may be good.
  fileprivate static func notCaughtUp(_ error: StoreError) -> Refusal {
    Refusal(
      .storeUnavailable, "This server has not seen your cursor yet, and the store can't be asked: \(error).",
      headers: [.retryAfter(1...3)])
  }
}
