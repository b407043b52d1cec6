internal import Changes

/// The feed as server-sent events: `id` is the cursor, so that a client that comes back goes on where it was.
struct EventFeed: Sendable {
  private let feed: Feed
  private let channel: String
  private let mode: ChangeLog.Mode

  init(_ feed: Feed, _ channel: String, _ mode: ChangeLog.Mode) {
    self.feed = feed
    self.channel = channel
    self.mode = mode
  }

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let start = try start(call)
    let question = FeedQuestion(channel: channel, since: start ?? call.moment.cursor, mode: mode)
    switch feed.answer(question) {
    case .gone(let reply, _): return .reply(reply)
    case .older:
      // What lies further back than memory comes by long poll: a stream can't wait for the store.
      return .reply(Feed.gone(.compacted, question, call.moment))
    default: return .stream(stream(question, isNew: start == nil))
    }
  }

  private func start(_ call: Call) throws(Refusal) -> Cursor? {
    if let id = call.request.header("Last-Event-ID"), !id.isEmpty {
      return try FeedQuestion.cursor(id, "Last-Event-ID")
    }
    guard let text = call["since"] else { return nil }
    return try FeedQuestion.cursor(text, "since")
  }

  private func stream(_ question: FeedQuestion, isNew: Bool) -> Outcome.Stream {
    let (epoch, channel, mode) = (question.since.epoch, channel, mode)
    return Outcome.Stream(
      channel: channel, since: question.since.revision,
      headers: [.init("Content-Type", MediaType.eventStream.text), .init("Cache-Control", "no-store")],
      heartbeat: .seconds(15), life: .milliseconds(Int.random(in: 240_000...300_000))
    ) { [feed] moment, revision in
      let since = Cursor(epoch: epoch, revision: revision)
      return EventFeed(feed, channel, mode).piece(moment, since, isNew: isNew)
    }
  }

  private func piece(
    _ moment: Outcome.Stream.Moment, _ since: Cursor, isNew: Bool
  ) -> Outcome.Stream.Piece {
    let question = FeedQuestion(channel: channel, since: since, mode: mode)
    let opening = moment == .opened ? "retry: \(Int.random(in: 1000...5000))\n\n" : ""
    switch feed.answer(question) {
    case .changes(let reply, let cursor): return piece(opening, "changes", cursor, reply.content.bytes)
    case .gone(let reply, let cursor): return piece(opening, "gone", cursor, reply.content.bytes)
    case .older, .nothing:
      if moment == .opened, isNew {
        let now = feed.journal.current.now
        return piece(opening, "present", now.cursor, feed.present(channel, now).content.bytes)
      }
      let comment = moment == .quiet ? ": \(since)\n\n" : ""
      return .init(bytes: Array((opening + comment).utf8), since: since.revision)
    }
  }

  /// One event; each line of its document is a `data` line.
  private func piece(_ opening: String, _ event: String, _ cursor: Cursor, _ document: [UInt8])
    -> Outcome.Stream.Piece
  {
    var bytes = Array("\(opening)id: \(cursor)\nevent: \(event)\n".utf8)
    for line in document.split(separator: UInt8(ascii: "\n")) {
      bytes += Array("data: ".utf8) + line + [UInt8(ascii: "\n")]
    }
    return .init(bytes: bytes + [UInt8(ascii: "\n")], since: cursor.revision)
  }
}
