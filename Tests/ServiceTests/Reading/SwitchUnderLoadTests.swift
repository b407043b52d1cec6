import Foundation
import Service
import Synchronization
import TestServer
import TestSupport
import Testing

@Suite struct `A switch while everybody reads` {
  private static let files = [
    "kits/uikit.json": ##"{ "classes": { "UIView": { "superclass": null, "properties": [] } } }"##,
    "themes/default.json": ##"{ "colors": { "accent": "#111111" } }"##,
    "themes/second.json": ##"{ "colors": { "accent": "#222222" } }"##,
  ]

  /// The short form checks a tenth.
  private static let answers = isLong ? 100_000 : 10_000
  private static let readers = 4

  /// What one answer said of itself.
  private struct Sight: Hashable {
    let cursor: String
    let tag: String
    let body: [UInt8]
  }

  /// What all readers saw, each kind of answer once, with how many there were.
  private final class Notes: Sendable {
    private let sights = Mutex<(kinds: Set<Sight>, count: Int)>(([], 0))

    func add(_ kinds: Set<Sight>, _ count: Int) {
      sights.withLock {
        $0.kinds.formUnion(kinds)
        $0.count += count
      }
    }

    var isDone: Bool { sights.withLock { $0.count >= answers } }
    var all: (kinds: Set<Sight>, count: Int) { sights.withLock { $0 } }
  }

  @Test func `every answer is wholly old or wholly new`() async throws {
    let server = try RunningServer(files: Self.files, arguments: ["--store", "memory:"])
    let (port, notes) = (server.port, Notes())
    var themes: [String: String] = [:]
    themes[try #require(try server.get("/v1/active")["livery-cursor"])] = "default"
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.readers { group.addTask { try Self.read(port, into: notes) } }
      var next = "second"
      while !notes.isDone {
        let answer = try server.post("/v1/active", "{ \"theme\": \"\(next)\" }")
        themes[try #require(answer["livery-cursor"])] = next
        next = next == "second" ? "default" : "second"
      }
      try await group.waitForAll()
    }
    let (kinds, count) = notes.all
    #expect(count >= Self.answers)
    #expect(Set(kinds.map(\.tag)).count == 2 && Set(kinds.map(\.body)).count == 2)
    for sight in kinds {
      let theme = try #require(themes[sight.cursor], "a cursor that no switch gave out")
      #expect(String(decoding: sight.body, as: UTF8.self).contains("\"theme\":\"\(theme)\""))
    }
    for tag in Set(kinds.map(\.tag)) {
      #expect(Set(kinds.filter { $0.tag == tag }.map(\.body)).count == 1, "one tag, one body")
    }
  }

  private static func read(_ port: UInt16, into notes: Notes) throws {
    let connection = RawConnection(port: port)
    // Sixteen requests at a time, so that the server is never idle.
    let batch = String(repeating: "GET /v1/theme HTTP/1.1\r\nHost: test\r\n\r\n", count: 16)
    while !notes.isDone {
      connection.send(batch)
      var kinds: Set<Sight> = []
      for _ in 0..<16 {
        let answer = try #require(connection.answer())
        kinds.insert(
          Sight(
            cursor: answer.header("Livery-Cursor") ?? "", tag: answer.header("ETag") ?? "", body: answer.body)
        )
      }
      notes.add(kinds, 16)
    }
  }
}
