import ServerAccess
import Changes
import Foundation
import Service
import Storage
import TestServer
import TestSupport
import Testing

/// Following the real server from far back, from nowhere, and beyond what it has room for.
@Suite struct `Following` {
  private static let files = RunningServer.oneTheme.merging(["themes/night.json": "{}"]) { _, own in own }

  private let state: Folder

  init() throws { state = try Folder() }

  /// A server that has the newest 10 000 changes of its log in memory.
  private func startOverLongLog(_ changes: Int) throws -> (server: RunningServer, epoch: Epoch) {
    let epoch = try fill("\(state.path)/log.db", changes)
    let server = try RunningServer(
      files: Self.files, arguments: ["--store", "sqlite:\(state.path)/log.db"])
    return (server, epoch)
  }

  private func fill(_ path: String, _ changes: Int) throws -> Epoch {
    let store = try SQLiteStore(path: path)
    let requests = (1...changes).map { number in
      let summary = ThemeSummary(
        name: number % 2 == 0 ? "default" : "night", digest: 0, transition: nil, etag: nil)
      return ChangeRequest(.activate(channel: "main", theme: summary), at: .now, by: "test")
    }
    _ = try store.publish(requests)
    return try store.head().epoch
  }

  @Test func `from further back than memory is answered from disk, in parts`() throws {
    let (server, epoch) = try startOverLongLog(11_000)
    var cursor = Cursor(epoch: epoch, revision: 20)
    var told = 0
    while true {
      let answer = try server.get("/v1/changes?since=\(cursor)&mode=all&wait=0")
      guard answer.status == 200 else {
        #expect(answer.status == 204)
        break
      }
      told += answer.text.components(separatedBy: #""kind":"#).count - 1
      cursor = try #require(answer["livery-cursor"].flatMap { Cursor($0) })
      #expect(cursor.revision == 20 + UInt64(told), "no gap between the parts")
    }
    #expect(told >= 10_980)
    let stream = try server.connect()
    try stream.request(
      "GET", "/v1/changes", headers: ["Accept: text/event-stream", "Last-Event-ID: \(epoch)-20"])
    let text = try stream.text(until: "event: gone")
    #expect(text.contains("HTTP/1.1 200"))
    #expect(try stream.text(until: "compacted").contains("id: \(cursor)"))
  }

  @Test(arguments: [("0123456789abcdef-1", "epoch"), ("$EPOCH-99", "ahead")])
  func `a cursor of no use is told by an event, and the stream goes on`(
    _ cursor: String, _ reason: String
  ) throws {
    let server = try RunningServer(files: Self.files)
    let now = try #require(try server.get("/v1/changes")["livery-cursor"])
    let epoch = try #require(now.split(separator: "-").first)
    let stream = try server.connect()
    let old = cursor.replacingOccurrences(of: "$EPOCH", with: epoch)
    try stream.request("GET", "/v1/changes", headers: ["Accept: text/event-stream", "Last-Event-ID: \(old)"])
    #expect(try stream.text(until: reason).contains("id: \(now)\nevent: gone"))
    #expect(try server.post("/v1/active", #"{ "theme": "night" }"#).status == 200)
    #expect(try stream.text(until: "event: changes").contains("id: \(epoch)-1\n"))
  }

  @Test func `beyond the places there are gets 503, and nobody who waits is thrown out`() throws {
    let server = try RunningServer(files: Self.files, arguments: ["--parked-clients", "3"])
    let cursor = try #require(try server.get("/v1/changes")["livery-cursor"])
    let streams = try (0..<3).map { _ in
      let stream = try server.connect()
      try stream.request("GET", "/v1/changes?since=\(cursor)", headers: ["Accept: text/event-stream"])
      _ = try stream.text(until: "retry: ")
      return stream
    }
    let refusals = try (0..<12).map { _ in try server.get("/v1/changes?since=\(cursor)") }
    #expect(refusals.allSatisfy { $0.status == 503 && $0["content-type"] == "application/problem+json" })
    #expect(Set(refusals.compactMap { $0["retry-after"] }).count > 1, "not all come back at once")
    #expect(try server.post("/v1/active", #"{ "theme": "night" }"#).status == 200)
    for stream in streams { _ = try stream.text(until: "event: changes") }
  }

  @Test func `from an address that has its share gets 503, and nobody who waits is thrown out`() throws {
    let server = try RunningServer(files: Self.files, arguments: ["--connections-per-address", "2"])
    let first = try server.connect()
    try first.request("GET", "/v1/changes")
    let cursor = try #require(try first.answer()["livery-cursor"])
    try first.request("GET", "/v1/changes?since=\(cursor)&wait=55")
    let second = try server.connect()
    try second.request("GET", "/v1/active")
    #expect(try second.answer().status == 200)
    let third = try server.connect()
    try third.request("GET", "/v1/active")
    let answer = try third.answer()
    #expect(answer.status == 503)
    #expect(answer["retry-after"].flatMap { Int($0) } != nil)
    try second.send(
      "POST /v1/active HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        + "Content-Length: 11\r\n\r\ntheme=night")
    #expect(try second.answer().status == 200)
    #expect(try first.answer().text.contains(#""theme":"night""#))
  }
}
