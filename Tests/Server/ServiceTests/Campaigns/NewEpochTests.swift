import Changes
import ServerAccess
import Storage
import TestServer
import TestSupport
import Testing

/// A log is exchanged for a shorter one under another epoch, over sockets. Waiting clients know later revisions
/// than the new log will have for a while.
@Suite struct `A new epoch while clients wait` {
  private let store = ReplaceableStore(MemoryStore())
  private let served: ServedPublisher
  /// A cursor of the old log.
  private let cursor: Cursor

  init() throws {
    served = try ServedPublisher(store: store)
    let writer = try served.connect()
    for theme in ["night", "new-year", "night", "default"] { try Self.switch(to: theme, on: writer) }
    cursor = served.publisher.current.now.cursor
  }

  private static func `switch`(to theme: String, on connection: TestConnection) throws {
    let body = #"{"theme":"\#(theme)"}"#
    try connection.send(
      "POST /v1/active HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    #expect(try connection.answer().status == 200)
  }

  /// Returns the new log's cursor.
  private func restore() throws -> Cursor {
    let shorter = MemoryStore()
    // The publisher activates the first theme.
    _ = try ServedPublisher(store: shorter)
    store.replace(with: shorter)
    try served.publisher.follow()
    let now = served.publisher.current.now.cursor
    #expect(now.epoch != cursor.epoch)
    #expect(now.revision < cursor.revision)
    return now
  }

  @Test func `answers every poll 410 with the way back`() throws {
    let clients = try (0..<40).map { _ in try served.connect() }
    for client in clients { try client.request("GET", "/v1/changes?since=\(cursor)&wait=50") }
    served.awaitParked(clients.count)
    let now = try restore()
    for client in clients {
      let answer = try client.answer()
      #expect(answer.status == 410)
      #expect(answer["livery-cursor"] == "\(now)")
      #expect(answer.text.contains(#""reason":"epoch""#))
    }
    served.awaitParked(0)
  }

  @Test func `tells a stream that its cursor is gone, then what the new log brings`() throws {
    let client = try served.connect()
    try client.request("GET", "/v1/changes?since=\(cursor)", headers: ["Accept: text/event-stream"])
    served.awaitParked(1)
    let now = try restore()
    _ = try client.text(until: "id: \(now)\nevent: gone\n")
    try Self.switch(to: "night", on: served.connect())
    let next = Cursor(epoch: now.epoch, revision: now.revision + 1)
    _ = try client.text(until: "id: \(next)\nevent: changes\n")
  }

  @Test func `leaves a wait for a theme alone that is the same, until the new log changes it`() throws {
    let (client, other) = (try served.connect(), try served.connect())
    try client.request("GET", "/v1/theme")
    let tag = try #require(try client.answer()["etag"])
    try client.request("GET", "/v1/theme", headers: ["If-None-Match: \(tag)", "Prefer: wait=50"])
    try other.request("GET", "/v1/changes?since=\(cursor)&wait=50")
    served.awaitParked(2)
    _ = try restore()
    #expect(try other.answer().status == 410)
    served.awaitParked(1)
    try Self.switch(to: "night", on: served.connect())
    #expect(try client.answer()["etag"].map { $0 != tag } == true)
    served.awaitParked(0)
  }
}
