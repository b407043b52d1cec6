package import Changes
internal import Documents
internal import Renderings
internal import Synchronization
internal import Themes

/// Answers cursors from the log: each answer is rendered once and shared by all who stand at the same place.
package final class Feed: Sendable {
  let publisher: Publisher
  private let cache: RepresentationCache
  /// The one given last: a crowd stands at one place, and asks for it again and again.
  private let last = Mutex<Last?>(nil)

  private struct Last {
    let request: FeedRequest
    let snapshot: Snapshot
    let rendering: FeedRendering
  }

  /// Headers that all answers share, so that they can be kept with the bytes; nil where they differ by client.
  private let shared: [Request.Field]?

  package init(_ publisher: Publisher, _ services: Services) {
    let crossOrigin = services.crossOrigin
    self.publisher = publisher
    cache = services.representations
    shared = crossOrigin.varies ? nil : crossOrigin.headers(origin: nil)
  }

  /// What a cursor gets now. Each case names the cursor of the very moment that was looked at: with a later one,
  /// a client would skip what happened in between.
  enum FeedAnswer: Sendable {
    case changes(FeedRendering)
    case gone(Reply, now: Cursor)
    /// Nothing has happened since.
    case nothing(at: Cursor)
    /// Memory does not reach back so far.
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
      let rendering = rendering(page, request, upTo: snapshot.cursor, snapshot)
      // Who stands far behind stands there alone; the crowd is near the head.
      if !page.isCut { cache.keep(rendering, for: request, in: snapshot) }
      return .changes(rendering)
    }
  }

  private func rendering(
    _ page: ChangePage, _ request: FeedRequest, upTo end: Cursor, _ snapshot: Snapshot
  ) -> FeedRendering {
    let cursor = page.cursor(upTo: end)
    let content = content(page, request.channel, request.view, at: cursor, snapshot)
    return FeedRendering(content: content, cursor: cursor, isCut: page.isCut)
  }

  /// The answer to a cursor that memory does not reach; it reads the store, so it runs where that may be done.
  func answerFromStore(_ request: FeedRequest) -> Reply {
    let snapshot = publisher.current.now
    if request.since.revision < snapshot.log.floor { return Self.gone(.compacted, request, snapshot) }
    do throws(StoreError) {
      guard let (page, end) = try stored(request, upTo: snapshot.cursor) else {
        return Self.gone(.compacted, request, publisher.current.now)
      }
      guard !page.changes.isEmpty else { return Self.quiet(at: end) }
      return reply(rendering(page, request, upTo: end, snapshot))
    } catch {
      return Refusal(error).reply
    }
  }

  /// What the store holds after a cursor, with the place up to which it was read; nil where it goes back no more.
  private func stored(
    _ request: FeedRequest, upTo head: Cursor
  ) throws(StoreError) -> (page: ChangePage, end: Cursor)? {
    var page = ChangePage(
      of: request.channel, view: request.view, mode: request.mode, limit: request.limit)
    var last = request.since.revision
    let end = min(head.revision, last + Self.longestReading)
    while last < end, !page.isCut {
      guard let read = try publisher.store.read(after: last, limit: 1000) else { return nil }
      guard let newest = read.last else { break }
      // What came after the moment is the next answer's.
      for change in read where change.revision <= end { _ = page.take(change) }
      last = min(newest.revision, end)
    }
    return (page, Cursor(epoch: head.epoch, revision: end))
  }

  /// How many changes of all channels are read from the store for one answer.
  private static let longestReading: UInt64 = 10_000

  /// Where things stand, for a client that comes without a cursor.
  func present(_ channel: String, _ view: LogView, _ snapshot: Snapshot) -> Reply {
    reply(position(channel, view, snapshot))
  }

  /// The same before it is a reply.
  func position(_ channel: String, _ view: LogView, _ snapshot: Snapshot) -> FeedRendering {
    let nothing = ChangePage(of: channel, mode: .latest, limit: 0)
    return FeedRendering(
      content: content(nothing, channel, view, at: snapshot.cursor, snapshot), cursor: snapshot.cursor,
      isCut: false)
  }

  /// The end of a wait: the newest cursor, so that a quiet channel does not fall out of the log.
  static func quiet(at cursor: Cursor) -> Reply {
    Reply(
      status: 204,
      headers: [.init("Livery-Cursor", cursor.description), .init("Cache-Control", "no-store")])
  }

  /// A cursor that the log does not have.
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
    var word = JSONWriter()
    word.string(reason.rawValue)
    let members = Refusal.present(
      snapshot.activation(of: request.channel), snapshot.cursor, snapshot, isWhole: request.view.isWhole)
    return Refusal(
      .gone, "\(why): go on from the 'cursor' in this answer, with the theme that 'active' names.",
      headers: [.init("Livery-Cursor", snapshot.cursor.description)],
      members: [.init("reason", json: word.bytes)] + members
    ).reply
  }

  private func content(
    _ page: ChangePage, _ channel: String, _ view: LogView, at cursor: Cursor, _ snapshot: Snapshot
  ) -> Content {
    let cursorField = Request.Field("Livery-Cursor", cursor.description)
    return FeedDocument.content(
      page, channel, view, at: cursor, snapshot, headers: shared.map { [cursorField] + $0 } ?? [])
  }

  func reply(_ rendering: FeedRendering) -> Reply {
    let own = shared == nil ? [Request.Field("Livery-Cursor", rendering.cursor.description)] : []
    return Reply(status: 200, headers: own, content: rendering.content)
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
}

/// An answer of the feed with the cursor that it leads to.
struct FeedRendering: Sendable {
  let content: Content
  let cursor: Cursor
  /// Whether others follow after that cursor.
  let isCut: Bool
}

/// The documents of the feed.
enum FeedDocument {
  static func content(
    _ page: ChangePage, _ channel: String, _ view: LogView, at cursor: Cursor, _ snapshot: Snapshot,
    headers: [Request.Field]
  ) -> Content {
    var json = JSONWriter()
    json.object { json in
      json.member("cursor", cursor.description)
      json.member("active") { json in
        guard let activation = snapshot.activation(of: channel) else { return json.null() }
        json.object { $0.activation(activation, in: snapshot, isWhole: view.isWhole) }
      }
      json.member("changes") { json in
        json.array { json in
          for change in page.changes { json.change(change, epoch: cursor.epoch, isWhole: view.isWhole) }
        }
      }
      if page.isCut { json.member("more", true) }
    }
    return Content(
      json.finished(),
      headers: [
        .init("Content-Type", MediaType.json.text), .init("Cache-Control", "no-store"),
      ] + headers)
  }
}
