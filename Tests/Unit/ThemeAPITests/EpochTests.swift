import Changes
import Storage
import TestSupport
import Testing

@testable import ThemeAPI

/// Tests clients whose log is replaced by another while they follow it.
@Suite struct `A new epoch` {
  private let store = ReplaceableStore(MemoryStore())
  private let api: WritableTestAPI

  init() throws {
    api = try WritableTestAPI(store: store)
    api.activate("night")
  }

  private func replaceLog() throws {
    let restored = MemoryStore()
    try WritableTestAPI(store: restored).activate("new-year")
    store.replace(with: restored)
    try api.publisher.follow()
  }

  @Test func `ends a parked poll with 410, the new cursor and what is active`() throws {
    guard case .watch(let watch) = api.outcome("GET /v1/changes?since=\(api.cursor)") else {
      Issue.record("nothing to wait for")
      return
    }
    #expect(watch.answer(.changed) == nil, "nothing happened yet")
    try replaceLog()
    let reply = try #require(watch.answer(.changed))
    #expect(reply.status == 410)
    #expect(reply["reason"] == "epoch")
    #expect(reply["cursor"] == api.cursor)
    #expect(reply["active.theme"] == "new-year")
  }

  @Test func `is told to a stream by an event, and the stream goes on under the new one`() throws {
    guard case .stream(let stream) = api.outcome("GET /v1/changes", ["Accept": "text/event-stream"]) else {
      Issue.record("no stream")
      return
    }
    var since = stream.piece(.opened, stream.since).since
    let old = api.cursor
    let quiet = stream.piece(.quiet, since)
    #expect(String(decoding: quiet.bytes, as: UTF8.self) == ": \(old)\n\n")
    try replaceLog()
    let gone = stream.piece(.changed, since)
    let text = String(decoding: gone.bytes, as: UTF8.self)
    #expect(text.contains("event: gone") && text.contains(#""reason":"epoch""#))
    #expect(text.contains("id: \(api.cursor)\n"))
    since = gone.since
    #expect(stream.piece(.changed, since).bytes.isEmpty, "it is told once")
    api.activate("default")
    let next = String(decoding: stream.piece(.changed, since).bytes, as: UTF8.self)
    #expect(next.contains("event: changes") && next.contains("id: \(api.cursor)\n"))
  }
}
