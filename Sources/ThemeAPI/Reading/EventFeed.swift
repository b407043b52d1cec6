internal import Changes
internal import Renderings
internal import Synchronization

/// The change feed as server-sent events. The `id` of an event is the cursor, so that a client that reconnects resumes
/// there.
///
/// A cursor that can't be used is reported by an event, since a browser gives up on any status but 200 and does not show
/// the response to its page.
struct EventFeed: Sendable {
  private let feed: Feed
  private let request: @Sendable (Cursor) -> FeedRequest

  init(_ feed: Feed, request: @escaping @Sendable (Cursor) -> FeedRequest) {
    (self.feed, self.request) = (feed, request)
  }

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let start = try start(call)
    let request = request(start ?? call.snapshot.cursor)
    // A cursor may be ahead of the log. The first piece reports it, and no later change may be missed.
    let known = min(request.since.revision, call.snapshot.cursor.revision)
    return .stream(stream(request, known: known, isNew: start == nil))
  }

  private func start(_ call: Call) throws(Refusal) -> Cursor? {
    if let id = call.request.header("Last-Event-ID"), !id.isEmpty {
      return try FeedRequest.cursor(id, "Last-Event-ID")
    }
    guard let text = call["since"] else { return nil }
    return try FeedRequest.cursor(text, "since")
  }

  private func stream(_ first: FeedRequest, known: UInt64, isNew: Bool) -> Outcome.Stream {
    let place = StreamPlace(epoch: first.since.epoch, openedAt: feed.publisher.moment())
    var stream = Outcome.Stream(
      channel: first.channel, since: known, headers: Self.headers, heartbeat: .seconds(15),
      life: .milliseconds(Int.random(in: 240_000...300_000))
    ) { [self] event, revision in
      guard event != .opened else { return opening(first, place, isNew: isNew) }
      let since = Cursor(epoch: place.epoch, revision: revision)
      let comment = event == .quiet ? ": \(since)\n\n" : ""
      return piece(request(since), place) ?? .init(bytes: Array(comment.utf8), since: revision)
    }
    stream.follows = first.channel != Snapshot.everyChannel
    return stream
  }

  /// The last header asks nginx, and proxies that follow it, not to buffer.
  private static let headers: [Request.Field] = [
    .init("Content-Type", MediaType.eventStream.text), .init("Cache-Control", "no-store"),
    .init("X-Accel-Buffering", "no"),
  ]

  private func opening(_ request: FeedRequest, _ place: StreamPlace, isNew: Bool) -> Outcome.Stream.Piece {
    let retry = "retry: \(Int.random(in: 1000...5000))\n\n"
    if let piece = piece(request, place, after: retry) { return piece }
    guard isNew else { return .init(bytes: Array(retry.utf8), since: request.since.revision) }
    let now = feed.publisher.current.now
    return piece(place, retry, "present", feed.position(request.channel, request.view, now))
  }

  private func piece(
    _ request: FeedRequest, _ place: StreamPlace, after opening: String = ""
  ) -> Outcome.Stream.Piece? {
    if isUnknown(request.since, place) { return nil }
    switch feed.answer(request) {
    case .changes(let rendering): return piece(place, opening, "changes", rendering)
    case .gone(let reply, let cursor):
      return piece(place, opening, "gone", .init(content: reply.content, cursor: cursor, isCut: false))
    case .older:
      // Older changes are served by long poll: a stream can't wait for the store.
      let now = feed.publisher.current.now
      let reply = Feed.gone(.compacted, request, now)
      return piece(place, opening, "gone", .init(content: reply.content, cursor: now.cursor, isCut: false))
    case .nothing: return nil
    }
  }

  /// Indicates whether a cursor may come from a server that is further on. The log has to be read first.
  private func isUnknown(_ cursor: Cursor, _ place: StreamPlace) -> Bool {
    let publisher = feed.publisher
    guard publisher.isShared, publisher.current.now.isBehind(cursor),
      !publisher.hasLooked(since: place.openedAt)
    else { return false }
    publisher.wantLook()
    return true
  }

  /// Returns one event. Each line of its document is a `data` line.
  private func piece(
    _ place: StreamPlace, _ opening: String, _ event: String, _ rendering: FeedRendering
  ) -> Outcome.Stream.Piece {
    place.epoch = rendering.cursor.epoch
    var bytes = Array("\(opening)id: \(rendering.cursor)\nevent: \(event)\n".utf8)
    for line in rendering.content.bytes.split(separator: UInt8(ascii: "\n")) {
      bytes += Array("data: ".utf8) + line + [UInt8(ascii: "\n")]
    }
    return .init(
      bytes: bytes + [UInt8(ascii: "\n")], since: rendering.cursor.revision, hasMore: rendering.isCut)
  }
}

/// The epoch of the last event of a stream, since the log may continue under another epoch while the stream is open.
private final class StreamPlace: Sendable {
  private let last: Mutex<Epoch>
  let openedAt: LookMoment

  init(epoch: Epoch, openedAt: LookMoment) {
    last = Mutex(epoch)
    self.openedAt = openedAt
  }

  var epoch: Epoch {
    get { last.withLock { $0 } }
    set { last.withLock { $0 = newValue } }
  }
}
