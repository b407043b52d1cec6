internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `GET /v1/history`: a channel's past changes, newest first.
struct ListHistory: Endpoint {
  let publisher: Publisher

  private static let limit = PageLimit(usual: 50, most: 500)

  let operation = Operation(
    .get, "/v1/history", id: "listHistory", tag: "Switching",
    summary: "A channel's past changes, newest first, as far as the log reaches back.",
    detail: "With `channel=*` every change, also of themes that no channel shows.", access: .operate,
    parameters: [
      .channelOrEvery,
      .init(
        .query, "before", "Changes before this cursor: `next` of the page before.", schema: .named("Cursor")
      ),
      Self.limit.parameter(
        "Changes a page, \(Self.limit.usual) where none is given, at most \(Self.limit.most)."),
    ],
    answers: [
      Operation.PossibleAnswer(200, "A page of changes.", media: [.init(.json, .named("History"))])
    ] + .refusals(400, 404, 410))

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let channel = call["channel"] ?? "main"
    if channel != Snapshot.everyChannel { try call.principal.check(.operate, in: channel) }
    try call.snapshot.check(channelOrEvery: channel)
    let before = try before(call, in: channel)
    let limit = try Self.limit.read(call["limit"])
    let view = call.principal.logView(of: channel)
    return .offload(.init(on: .reading) { page(channel, view, before, limit) })
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

  private func page(_ channel: String, _ view: LogView, _ before: UInt64, _ limit: Int) -> Reply {
    let (changes, isCut): ([Change], Bool)
    do throws(StoreError) { (changes, isCut) = try past(channel, before, limit) } catch {
      return Refusal(error).reply
    }
    let epoch = publisher.current.now.cursor.epoch
    return JSONReply.make { json in
      json.member("channel", channel)
      json.member("changes") { json in
        json.array { json in
          for change in changes where view.shows(change, in: channel) {
            json.change(change, epoch: epoch)
          }
        }
      }
      let next = isCut ? changes.last.map { Cursor(epoch: epoch, revision: $0.revision) } : nil
      json.member("next", optional: next?.description)
    }
  }

  /// A page, and whether there is more. While the log can't be read it comes from memory, as far as that
  /// reaches.
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
