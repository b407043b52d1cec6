import Changes
import Foundation
import Storage
import Synchronization
import TestSupport
import Testing

@testable import ThemeAPI

/// Tests clients whose cursor is newer than the server's snapshot of the shared log.
@Suite struct `A cursor from another server` {
  private let log = MemoryLog()
  /// The one that is further on.
  private let ahead: WritableTestAPI
  private let behind: WritableTestAPI
  private let store: LookedAtStore

  init() throws {
    ahead = try WritableTestAPI(store: MemoryStore(sharing: log))
    store = LookedAtStore(MemoryStore(sharing: log))
    behind = try WritableTestAPI(store: store)
    ahead.activate("night")
    ahead.activate("new-year", in: "lobby")
  }

  @Test func `is good at one that does not know it yet`() throws {
    #expect(behind.cursor != ahead.cursor)
    let reply = try #require(behind.ask("GET /v1/changes?since=\(ahead.cursor)"))
    #expect(reply.status == 204)
    #expect(reply.header("Livery-Cursor") == ahead.cursor)
    guard case .watch = behind.outcome("GET /v1/changes?since=\(ahead.cursor)") else {
      Issue.record("it is known now, and nothing came after it")
      return
    }
  }

  @Test func `keeps reading from going back behind it`() throws {
    #expect(behind.ask("GET /v1/active")?["theme"] == "default")
    #expect(behind.ask("GET /v1/active", ["Livery-Cursor": ahead.cursor])?["theme"] == "night")
  }

  @Test func `keeps a ready answer from being given that is older`() throws {
    _ = behind.ask("GET /v1/theme")
    let before = behind.cursor
    #expect(
      behind.router.answer(early: Head(Request.ask("GET /v1/theme", ["Livery-Cursor": ahead.cursor]))) == nil)
    let reply = try #require(behind.ask("GET /v1/theme", ["Livery-Cursor": ahead.cursor]))
    #expect(reply.header("Livery-Cursor") == ahead.cursor && ahead.cursor != before)
  }

  @Test func `makes a channel known that was made elsewhere`() {
    #expect(behind.ask("GET /v1/active?channel=lobby")?.status == 404)
    #expect(behind.ask("GET /v1/active?channel=lobby", ["Livery-Cursor": ahead.cursor])?.status == 200)
  }

  @Test func `is refused only when the log itself does not have it`() {
    let epoch = ahead.publisher.current.now.state.epoch
    let madeUp = [
      ("\(Cursor(epoch: epoch, revision: 999))", "ahead"),
      ("\(Cursor(epoch: .random(), revision: 1))", "epoch"),
    ]
    for (cursor, reason) in madeUp {
      for reply in [
        behind.ask("GET /v1/changes?since=\(cursor)"),
        behind.ask("GET /v1/active", ["Livery-Cursor": cursor]),
      ] {
        #expect(reply?.status == 410)
        #expect(reply?["reason"] == reason)
        #expect(reply?["active.theme"] == "night", "with the way back, as the log has it by now")
      }
    }
  }

  @Test func `is neither refused nor answered with an older one while the log can't be asked`() throws {
    store.isAway = true
    let refused = behind.ask("GET /v1/changes?since=\(ahead.cursor)")
    // A client that arrives while the log is known to be unreachable is held for a while.
    guard case .watch(let held) = behind.outcome("GET /v1/active", ["Livery-Cursor": ahead.cursor]),
      case .reply(let late) = held.next(.timedOut)
    else {
      Issue.record("nobody is held")
      return
    }
    for reply in [refused, late] {
      #expect(reply?.status == 503)
      #expect(reply?.header("Retry-After") != nil)
    }
    #expect(behind.ask("GET /v1/active")?["theme"] == "default", "reading goes on")
    #expect(behind.ask("GET /v1/active", ["Livery-Cursor": behind.cursor])?.status == 200)
    store.isAway = false
    try behind.publisher.follow()
    #expect(behind.ask("GET /v1/active", ["Livery-Cursor": ahead.cursor])?["theme"] == "night")
  }

  @Test func `costs one look for all who wait, and no thread`() throws {
    let before = store.looks
    let outcomes = (0..<50).map { number in
      behind.outcome("GET /v1/changes?since=\(Cursor(epoch: .random(), revision: UInt64(number)))")
    }
    let numbers = Mutex<[UInt64]>([])
    behind.publisher.onLook { number in numbers.withLock { $0.append(number) } }
    #expect(behind.publisher.takeWantedLook())
    try behind.publisher.follow()
    #expect(store.looks == before + 1)
    for outcome in outcomes {
      guard case .watch(let watch) = outcome, case .reply(let reply) = watch.next(.changed) else {
        Issue.record("a look answers it: \(outcome)")
        continue
      }
      #expect(watch.channel == Outcome.Watch.looks && numbers.withLock { $0.last ?? 0 } > watch.since)
      #expect(reply.status == 410)
    }
  }

  @Test func `is held where a new epoch wakes all, until the log was looked at`() throws {
    let outcome = behind.outcome("GET /v1/active", ["Livery-Cursor": ahead.cursor])
    guard case .watch(let watch) = outcome, case .move(let again) = watch.next(.changed) else {
      Issue.record("nobody has looked: \(outcome)")
      return
    }
    #expect(again.channel == watch.channel && again.since == watch.since)
    try behind.publisher.follow()
    #expect(again.answer(.changed)?["theme"] == "night")
  }

  @Test func `does not make a client wait longer than it asked to`() throws {
    let outcome = behind.outcome("GET /v1/changes?since=\(ahead.cursor)&wait=50")
    guard case .watch(let look) = outcome else {
      Issue.record("it is not known yet: \(outcome)")
      return
    }
    Thread.sleep(forTimeInterval: 0.02)
    try behind.publisher.follow()
    guard case .move(let watch) = look.next(.changed) else {
      Issue.record("nothing came after it")
      return
    }
    #expect(watch.channel == "main" && watch.wait <= .milliseconds(49_980))
  }

  @Test func `is sent to a lane for what memory can't serve, once the log was looked at`() throws {
    guard
      case .watch(let watch) = behind.outcome(
        "GET /v1/themes/night?at=\(ahead.cursor)", ["Livery-Cursor": ahead.cursor])
    else {
      Issue.record("it is not known yet")
      return
    }
    try behind.publisher.follow()
    guard case .offload(let work) = watch.next(.changed) else {
      Issue.record("earlier documents are read from the store")
      return
    }
    #expect(work.lane == .reading && work.perform().header("Livery-Cursor") == ahead.cursor)
  }

  @Test func `opens a stream at once that stays quiet until it is reached`() throws {
    let stream = try stream(from: ahead.cursor)
    let opening = stream.piece(.opened, stream.since)
    #expect(!String(decoding: opening.bytes, as: UTF8.self).contains("event:"))
    #expect(behind.publisher.takeWantedLook(), "somebody is asked to look")
    try behind.publisher.follow()
    #expect(stream.piece(.changed, opening.since).bytes.isEmpty, "reached, and nothing came after it")
    ahead.activate("default")
    try behind.publisher.follow()
    let next = stream.piece(.changed, opening.since)
    #expect(String(decoding: next.bytes, as: UTF8.self).contains("event: changes"))
  }

  @Test func `tells a stream that it is gone once the log was looked at`() throws {
    let epoch = ahead.publisher.current.now.state.epoch
    let stream = try stream(from: "\(Cursor(epoch: epoch, revision: 999))")
    let opening = stream.piece(.opened, stream.since)
    #expect(!String(decoding: opening.bytes, as: UTF8.self).contains("event:"))
    try behind.publisher.follow()
    let gone = stream.piece(.quiet, opening.since)
    #expect(String(decoding: gone.bytes, as: UTF8.self).contains(#""reason":"ahead""#))
  }

  @Test func `may be sent by a page of another origin`() {
    let reply = behind.ask(
      "OPTIONS /v1/active", ["Origin": "https://a.example", "Access-Control-Request-Method": "GET"])
    #expect(reply?.header("Access-Control-Allow-Headers")?.contains("Livery-Cursor") == true)
  }

  private func stream(from cursor: String) throws -> Outcome.Stream {
    let outcome = behind.outcome("GET /v1/changes?since=\(cursor)", ["Accept": "text/event-stream"])
    guard case .stream(let stream) = outcome else { throw NoStream() }
    return stream
  }

  private struct NoStream: Error {}
}

/// A store that counts its reads, and can be unreachable.
private final class LookedAtStore: ForwardingStore {
  let store: any ChangeStore
  private let state = Mutex((looks: 0, isAway: false))

  init(_ store: any ChangeStore) { self.store = store }

  var looks: Int { state.withLock { $0.looks } }
  var isAway: Bool {
    get { state.withLock { $0.isAway } }
    set { state.withLock { $0.isAway = newValue } }
  }

  func update(since position: LogPosition) throws(StoreError) -> LogUpdate {
    let isAway = state.withLock { state in
      state.looks += 1
      return state.isAway
    }
    if isAway { throw .away("tests") }
    return try store.update(since: position)
  }

  func transaction(
    from position: LogPosition, keys: [String], waited: Duration, decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition {
    try store.transaction(from: position, keys: keys, waited: waited, decide: decide)
  }
}
