internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `GET /v1/history`: the past changes of a channel, newest first.
struct ListHistory: Endpoint {
  let publisher: Publisher

  private static let limit = PageLimit(usual: 50, most: 500)

  let operation = Operation(
    .get, "/v1/history", id: "listHistory", tag: "Switching",
    summary: "A channel's past changes, newest first, as far as the log reaches back.",
    detail: "With `channel=*`, all changes, including those of themes that no channel shows.",
    access: .watch,
    parameters: [
      .channelOrEvery,
      .init(
        .query, "before", "Only changes before this cursor, which is `next` of the previous page.",
        schema: .named("Cursor")
      ),
      Self.limit.parameter(
        "The number of changes on a page, \(Self.limit.usual) if none is given, at most \(Self.limit.most)."),
    ],
    answers: [.json(200, "A page of changes.", "History")], refuses: [404, 410])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let channel = call.channel
    if channel != Snapshot.everyChannel { try call.principal.check(.watch, in: channel) }
    try call.snapshot.check(channelOrEvery: channel)
    let before = try before(call, in: channel)
    let limit = try Self.limit.read(call["limit"])
    let principal = call.principal
    let view = LogView(channels: principal.grants.scope(of: .watch).names, isWhole: true)
    let shows: @Sendable (Change) -> Bool = { [isWhole = principal.seesEveryTheme] change in
      view.shows(change, in: channel) && (isWhole || !change.channels.isEmpty)
    }
    return .offload(on: .reading) { () throws(Refusal) in try page(channel, shows, before, limit) }
  }

  private func before(_ call: Call, in channel: String) throws(Refusal) -> UInt64 {
    guard let text = call["before"] else { return .max }
    let cursor = try FeedRequest.cursor(text, "before")
    guard cursor.epoch == call.snapshot.cursor.epoch else {
      throw .gone(
        "This cursor is from another log; start again without 'before'.",
        in: channel == Snapshot.everyChannel ? "main" : channel, for: call.principal, call.snapshot)
    }
    return cursor.revision
  }

  private func page(
    _ channel: String, _ shows: (Change) -> Bool, _ before: UInt64, _ limit: Int
  ) throws(Refusal) -> Reply {
    let (changes, isCut) = try Refusal.of { () throws(StoreError) in try past(channel, before, limit) }
    let epoch = publisher.current.now.cursor.epoch
    return .json { json in
      json.member("channel", channel)
      json.array("changes") { json in
        for change in changes where shows(change) { json.change(change, epoch: epoch, hasOrigin: true) }
      }
      let next = isCut ? changes.last.map { Cursor(epoch: epoch, revision: $0.revision) } : nil
      json.member("next", optional: next?.description)
    }
  }

  /// Returns a page, and whether there is more. While the log can't be read, the page comes from memory as far as possible.
  private func past(
    _ channel: String, _ before: UInt64, _ limit: Int
  ) throws(StoreError) -> ([Change], isCut: Bool) {
    do throws(StoreError) {
      let changes = try publisher.store.history(of: channel, before: before, limit: limit + 1)
      return (Array(changes.prefix(limit)), changes.count > limit)
    } catch {
      let known = publisher.current.now.log.history(of: channel, before: before, limit: limit)
      guard error.hidesLog, !known.changes.isEmpty || !known.isCut else { throw error }
      return (known.changes, known.isCut)
    }
  }
}

/// `GET /v1/changes`: the change feed, by long poll or as server-sent events.
struct GetChanges: Endpoint {
  let feed: Feed

  private static let limit = PageLimit(usual: 200, most: 500)

  let operation = Operation(
    .get, "/v1/changes", id: "getChanges", tag: "Following",
    summary: "The changes since a cursor; waits if there are none.",
    detail: """
      Without `since`, the response comes immediately with the present cursor. With `since`, it has the changes after that \
      cursor that concern the channel: immediately if there are any, otherwise as soon as there is one. At the end of \
      the wait the response is 204, with the newest cursor in `Livery-Cursor`. A response has at most `limit` changes, and \
      fewer if they are large; `more` says that others follow: request them with its cursor. With \
      `Accept: text/event-stream` the changes are server-sent events, resumed by `Last-Event-ID`; there an event `gone` \
      says that a cursor can't be used. With `channel=*` all changes are included, whatever the `mode`, and `active` is \
      null. Clients that may watch also get schedules, the author and the note of each change, and changes of themes \
      that no channel shows.
      """,
    parameters: [
      .channelOrEvery,
      .init(.query, "since", "The cursor of the last response.", schema: .named("Cursor")),
      .init(
        .query, "wait",
        "The seconds to wait, 25 if none are given, at most 55; the same as `Prefer: wait=`.",
        schema: .init(#"{"type":"number","minimum":0,"maximum":86400}"#), example: "25"),
      .init(
        .query, "mode", "`latest` returns only the last change, `all` returns each.",
        schema: .words(["latest", "all"])),
      Self.limit.parameter(
        "The number of changes in a response with `mode=all`, \(Self.limit.usual) if none is given, at most \(Self.limit.most)."
      ),
      .init(.header, "Last-Event-ID", "The cursor to resume an event stream from."),
    ],
    answers: [
      .init(
        200, "The changes, in order.",
        media: [.init(.json, .named("ChangeList")), .init(.eventStream, .string)], headers: ["Livery-Cursor"]),
      .init(204, "No change within the time.", headers: ["Livery-Cursor"]),
      .init(
        410, "The cursor can't be used: `reason` says why, `cursor` and `active` where to continue.",
        media: [.init(.problem, .named("CursorGone"))], headers: ["Livery-Cursor"]),
    ], refuses: [404, 406])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let offered: [MediaType] = [.json, .eventStream]
    guard let type = Negotiation.mediaType(accept: call.request.header("Accept"), offered: offered) else {
      throw Refusal(
        .notAcceptable,
        "The feed is available as application/json and as text/event-stream; request one of them.")
    }
    let channel = call.channel
    if channel != Snapshot.everyChannel { try call.principal.check(.readersOf([channel])) }
    try call.snapshot.check(channelOrEvery: channel)
    let mode = try FeedRequest.mode(call["mode"])
    let limit = try Self.limit.read(call["limit"])
    let wait = try FeedRequest.wait(call)
    let view = call.principal.logView(of: channel)
    let request = { @Sendable since in
      FeedRequest(channel: channel, view: view, since: since, mode: mode, limit: limit)
    }
    if type == .eventStream { return try EventFeed(feed, request: request).answer(call) }
    guard let text = call["since"] else {
      return .reply(feed.reply(feed.position(channel, view, call.snapshot)))
    }
    return answer(request(try FeedRequest.cursor(text, "since")), wait)
  }

  private func answer(_ request: FeedRequest, _ wait: Duration) -> Outcome {
    switch feed.answer(request) {
    case .changes(let rendering): return .reply(Self.reply(rendering, request, waits: wait > .zero, feed))
    case .gone(let reply, _): return .reply(reply)
    case .older: return .offload(.init(on: .reading) { [feed] in feed.answerFromStore(request) })
    case .nothing(let cursor) where wait == .zero: return .reply(Feed.quiet(at: cursor))
    case .nothing: return .watch(watch(request, wait))
    }
  }

  private func watch(_ request: FeedRequest, _ wait: Duration) -> Outcome.Watch {
    var watch = Outcome.Watch(channel: request.channel, since: request.since.revision, wait: wait) {
      [feed] end in
      switch feed.answer(request) {
      case .changes(let rendering): Self.reply(rendering, request, waits: true, feed)
      case .gone(let reply, _): reply
      case .nothing(let cursor): end == .changed ? nil : Feed.quiet(at: cursor)
      // Memory no longer reaches back to the client's cursor, which is still valid.
      case .older: Feed.quiet(at: request.since)
      }
    }
    watch.follows = request.channel != Snapshot.everyChannel
    return watch
  }

  /// Returns the reply with changes. Unless others follow them, a client that waits knows what its channel shows.
  private static func reply(
    _ rendering: FeedRendering, _ request: FeedRequest, waits: Bool, _ feed: Feed
  ) -> Reply {
    let isOfChange = waits && request.channel != Snapshot.everyChannel && !rendering.isCut
    return feed.reply(rendering).notifying(of: isOfChange ? request.channel : nil)
  }
}

extension Publisher {
  /// Returns the newest switch of a channel before a revision for which a condition holds; nil if the log reaches none.
  func newestSwitch(
    of channel: String, before revision: UInt64 = .max, where holds: (Change) -> Bool = { _ in true }
  ) throws(Refusal) -> Change? {
    var before = revision
    while true {
      let page = try Refusal.of { () throws(StoreError) in
        try store.history(of: channel, before: before, limit: 100)
      }
      if let found = page.first(where: { $0.kind == .activated && holds($0) }) { return found }
      guard let last = page.last else { return nil }
      before = last.revision
    }
  }
}
