package import Changes
internal import Documents
internal import Renderings
internal import Synchronization
internal import Themes

/// The change feed: it answers cursors from the log. Each response is rendered once for all clients with the same cursor.
package final class Feed: Sendable {
  let publisher: Publisher
  private let cache: RepresentationCache
  /// The last response. Most clients have the same cursor, and request the same again and again.
  private let last = Mutex<Last?>(nil)
  /// The headers that all responses share, so that they are kept with the bytes, or nil if they differ by client.
  private let shared: [Request.Field]?

  private struct Last {
    let request: FeedRequest
    let snapshot: Snapshot
    let rendering: FeedRendering
  }

  package init(_ publisher: Publisher, _ services: Services) {
    let crossOrigin = services.crossOrigin
    self.publisher = publisher
    cache = services.representations
    shared = crossOrigin.varies ? nil : crossOrigin.headers(origin: nil)
  }

  /// The answer to a cursor. Each case has the cursor of the same snapshot: with a later one, a client would miss changes.
  enum FeedAnswer: Sendable {
    case changes(FeedRendering)
    case gone(Reply, now: Cursor)
    /// Nothing has changed since.
    case nothing(at: Cursor)
    /// The changes in memory do not go back so far.
    case older
  }

  func answer(_ request: FeedRequest) -> FeedAnswer {
    let snapshot = publisher.current.now
    if let found = find(request, in: snapshot) { return .changes(found) }
    let reading = snapshot.log.read(
      since: request.since, channel: request.channel, view: request.view, mode: request.mode,
      limit: request.limit)
    switch reading {
    case .gone(let reason): return .gone(Self.gone(reason, request, snapshot), now: snapshot.cursor)
    case .older: return .older
    case .changes(let page):
      if page.changes.isEmpty { return .nothing(at: snapshot.cursor) }
      let cursor = page.cursor(upTo: snapshot.cursor)
      let rendering = rendering(page, request.channel, request.view, at: cursor, snapshot)
      // Few clients have an old cursor; most have a recent one.
      if !page.isCut { cache.keep(rendering, for: request, in: snapshot) }
      return .changes(rendering)
    }
  }

  private func find(_ request: FeedRequest, in snapshot: Snapshot) -> FeedRendering? {
    let known = last.withLock { last in
      last.flatMap { $0.snapshot === snapshot && $0.request == request ? $0.rendering : nil }
    }
    if let known { return known }
    guard let found = cache.feed(request, in: snapshot) else { return nil }
    last.withLock { $0 = Last(request: request, snapshot: snapshot, rendering: found) }
    return found
  }

  /// Answers a cursor from the store. It may block.
  func answerFromStore(_ request: FeedRequest) -> Reply {
    let snapshot = publisher.current.now
    if request.since.revision < snapshot.log.floor { return Self.gone(.compacted, request, snapshot) }
    do throws(StoreError) {
      guard let (page, end) = try stored(request, upTo: snapshot.cursor) else {
        return Self.gone(.compacted, request, publisher.current.now)
      }
      guard !page.changes.isEmpty else { return Self.quiet(at: end) }
      return reply(rendering(page, request.channel, request.view, at: page.cursor(upTo: end), snapshot))
    } catch {
      return Refusal(error).reply
    }
  }

  /// Returns the stored changes and the position up to which they were read, or nil if the store begins later.
  private func stored(
    _ request: FeedRequest, upTo head: Cursor
  ) throws(StoreError) -> (page: ChangePage, end: Cursor)? {
    var page = ChangePage(of: request.channel, view: request.view, mode: request.mode, limit: request.limit)
    var last = request.since.revision
    let end = min(head.revision, last + Self.longestReading)
    while last < end, !page.isCut {
      guard let read = try publisher.store.read(after: last, limit: 1000) else { return nil }
      guard let newest = read.last else { break }
      // Later changes belong to the next response.
      for change in read where change.revision <= end { _ = page.take(change) }
      last = min(newest.revision, end)
    }
    return (page, Cursor(epoch: head.epoch, revision: end))
  }

  /// The number of changes of all channels that are read from the store for one response.
  private static let longestReading: UInt64 = 10_000

  /// Returns the current state, for a client without a cursor.
  func position(_ channel: String, _ view: LogView, _ snapshot: Snapshot) -> FeedRendering {
    let nothing = ChangePage(of: channel, mode: .latest, limit: 0)
    return rendering(nothing, channel, view, at: snapshot.cursor, snapshot)
  }

  func reply(_ rendering: FeedRendering) -> Reply {
    let own = shared == nil ? [Request.Field("Livery-Cursor", rendering.cursor.description)] : []
    return Reply(status: 200, headers: own, content: rendering.content)
  }

  /// Returns the reply at the end of a wait, with the newest cursor, so that a quiet channel's cursor stays in the log.
  static func quiet(at cursor: Cursor) -> Reply {
    Reply(
      status: 204,
      headers: [.init("Livery-Cursor", cursor.description), .init("Cache-Control", "no-store")])
  }

  /// Returns the refusal of a cursor that is not in the log.
  static func gone(_ cursor: Cursor, in channel: String, _ view: LogView, _ snapshot: Snapshot) -> Reply {
    gone(
      cursor.epoch == snapshot.state.epoch ? .ahead : .epoch,
      FeedRequest(channel: channel, view: view, since: cursor, mode: .latest, limit: 1), snapshot)
  }

  static func gone(_ reason: ChangeLog.Gone, _ request: FeedRequest, _ snapshot: Snapshot) -> Reply {
    let why =
      switch reason {
      case .compacted: "The log no longer goes back to this cursor"
      case .epoch: "This cursor is from another log, or from before the log was restored"
      case .ahead: "This cursor is ahead of the log"
      }
    let members = Refusal.present(
      snapshot.activation(of: request.channel), snapshot.cursor, snapshot, isWhole: request.view.isWhole)
    return Refusal(
      .gone, "\(why): continue from the 'cursor' in this response, with the theme that 'active' names.",
      headers: [.init("Livery-Cursor", snapshot.cursor.description)],
      members: [.init("reason") { $0.string(reason.rawValue) }] + members
    ).reply
  }

  private func rendering(
    _ page: ChangePage, _ channel: String, _ view: LogView, at cursor: Cursor, _ snapshot: Snapshot
  ) -> FeedRendering {
    var json = JSONWriter()
    json.object { json in
      json.member("cursor", cursor.description)
      json.member("active") { json in
        guard let activation = snapshot.activation(of: channel) else { return json.null() }
        json.object { $0.activation(activation, in: snapshot, isWhole: view.isWhole) }
      }
      json.array("changes") { json in
        for change in page.changes { json.change(change, epoch: cursor.epoch, isWhole: view.isWhole) }
      }
      if page.isCut { json.member("more", true) }
    }
    let own: [Request.Field] = [
      .init("Content-Type", MediaType.json.text), .init("Cache-Control", "no-store"),
    ]
    let further = shared.map { [.init("Livery-Cursor", cursor.description)] + $0 } ?? []
    return FeedRendering(
      content: Content(json.finished(), headers: own + further), cursor: cursor, isCut: page.isCut)
  }
}

/// A response of the feed, with the cursor to which it leads.
struct FeedRendering: Sendable {
  let content: Content
  let cursor: Cursor
  /// Indicates whether more changes follow after that cursor.
  let isCut: Bool
}

struct FeedRequest: Sendable, Hashable {
  /// The channel's name, or `Snapshot.everyChannel`.
  let channel: String
  /// The part of the log that the client may see.
  let view: LogView
  let since: Cursor
  let mode: ChangeLog.Mode
  let limit: Int

  static func mode(_ text: String?) throws(Refusal) -> ChangeLog.Mode {
    guard let text else { return .latest }
    guard let mode = ChangeLog.Mode(rawValue: text) else {
      throw .badParameter("mode", "is 'latest' or 'all', not '\(text.shown)'.")
    }
    return mode
  }

  static func cursor(_ text: String, _ parameter: String) throws(Refusal) -> Cursor {
    guard let cursor = Cursor(text) else {
      throw Refusal(
        .badCursor,
        "'\(parameter)' is not a cursor: '\(text.shown)'. Leave it out to get the present one, "
          + "or take it from Livery-Cursor.")
    }
    return cursor
  }

  /// Returns the time to hold the client: at most 55 s, by default 25 s, shortened a little.
  static func wait(_ call: Call) throws(Refusal) -> Duration {
    guard let text = call["wait"] else {
      return Preference.hold(Preference.wait(call.request.header("Prefer")) ?? 25)
    }
    guard let seconds = Preference.decimalSeconds(text) else {
      throw .badParameter("wait", "is a number of seconds, not '\(text.shown)'.")
    }
    return Preference.hold(seconds)
  }
}
