import ServerAccess
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

  /// The cursor, the tag and the body of one response.
  private struct Sight: Hashable {
    let cursor: String
    let tag: String
    let body: [UInt8]
  }

  /// The responses to all readers, each kind once, with its number.
  private final class Notes: Sendable {
    private let sights = Mutex<(kinds: Set<Sight>, count: Int)>(([], 0))
    private let isAbandoned = Atomic<Bool>(false)
    private let cursors = Mutex<[String: String]>([:])

    func add(_ kinds: Set<Sight>, _ count: Int) {
      sights.withLock {
        $0.kinds.formUnion(kinds)
        $0.count += count
      }
    }

    /// A reader has stopped, perhaps after a failure: then all others stop.
    func abandon() { isAbandoned.store(true, ordering: .relaxed) }

    func note(_ cursor: String, of theme: String) { cursors.withLock { $0[cursor] = theme } }

    var isDone: Bool { isAbandoned.load(ordering: .relaxed) || sights.withLock { $0.count >= answers } }
    var all: (kinds: Set<Sight>, count: Int) { sights.withLock { $0 } }
    var themes: [String: String] { cursors.withLock { $0 } }
  }

  @Test func `every answer is wholly old or wholly new`() throws {
    let server = try RunningServer(files: Self.files, arguments: ["--store", "memory:"])
    let (port, notes) = (server.port, Notes())
    notes.note(try #require(try server.get("/v1/active")["livery-cursor"]), of: "default")
    let readers = (0..<Self.readers).map { _ in { @Sendable () throws in try Self.read(port, into: notes) } }
    try sideBySide(readers + [{ try Self.change(port, noting: notes) }])
    let themes = notes.themes
    let (kinds, count) = notes.all
    #expect(count >= Self.answers)
    print("\(count) answers while \(themes.count - 1) switches were made, \(kinds.count) kinds of them")
    #expect(Set(kinds.map(\.tag)).count == 2 && Set(kinds.map(\.body)).count == 2)
    for sight in kinds {
      let theme = try #require(themes[sight.cursor], "a cursor that no switch gave out")
      #expect(String(decoding: sight.body, as: UTF8.self).contains("\"theme\":\"\(theme)\""))
    }
    for tag in Set(kinds.map(\.tag)) {
      #expect(Set(kinds.filter { $0.tag == tag }.map(\.body)).count == 1, "one tag, one body")
    }
  }

  /// Switches back and forth while there are readers.
  private static func change(_ port: UInt16, noting notes: Notes) throws {
    defer { notes.abandon() }
    let connection = RawConnection(port: port)
    var next = "second"
    while !notes.isDone {
      let body = "{ \"theme\": \"\(next)\" }"
      connection.send(
        "POST /v1/active HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
      notes.note(try #require(connection.answer()?.header("Livery-Cursor")), of: next)
      next = next == "second" ? "default" : "second"
    }
  }

  private static func read(_ port: UInt16, into notes: Notes) throws {
    defer { notes.abandon() }
    let connection = RawConnection(port: port)
    // Sixteen requests at a time, so that the server is never idle.
    let batch = String(repeating: "GET /v1/theme HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 16)
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
