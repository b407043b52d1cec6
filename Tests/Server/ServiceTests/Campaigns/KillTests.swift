import Bindings
import Changes
import Documents
import Foundation
import ServerAccess
import Service
import Synchronization
import TestServer
import Testing
import Themes

/// The real server, killed while it switches. `LIVERY_ROUNDS=200` is the long form.
@Suite struct `A killed server` {
  /// A switch that was acknowledged, as its client remembers it.
  private struct Promise: Sendable {
    let cursor: Cursor
    let theme: String
  }

  private static let rounds = ProcessInfo.processInfo.environment["LIVERY_ROUNDS"].flatMap { Int($0) } ?? 4

  private static let themes: [String: String] = {
    var files = RunningServer.oneTheme
    for number in 0..<6 { files["themes/t\(number).json"] = "{}" }
    return files
  }()

  @Test func `keeps what it acknowledged, uses no revision twice, and its cursors stay good`() throws {
    let state = try Folder()
    var random = SystemRandomNumberGenerator()
    var promises: [Promise] = []
    var start: Cursor?
    for round in 1...Self.rounds {
      let server = try RunningServer(
        files: Self.themes, arguments: ["--store", "sqlite:\(state.path)/log.db"])
      let origin = try start ?? Self.cursor(of: server.get("/v1/changes"))
      start = origin
      try check(promises, since: origin, on: server, round)
      promises += try provoke(server, acknowledged: Int.random(in: 1...25, using: &random))
    }
  }

  /// Switches from several clients at once and kills the server in the middle.
  private func provoke(_ server: RunningServer, acknowledged limit: Int) throws -> [Promise] {
    let kept = Mutex<[Promise]>([])
    let isOver = Atomic<Bool>(false)
    let process = server.pid
    let address = ServerAddress(ListenAddress(host: "127.0.0.1", port: server.port))
    DispatchQueue.concurrentPerform(iterations: 4) { writer in
      var number = writer
      while !isOver.load(ordering: .acquiring) {
        number += 1
        let theme = "t\(number % 6)"
        let answer = try? HTTPClient(address: address).send(
          "POST", "/v1/active", headers: [("Content-Type", "application/json")],
          body: Array(#"{"theme":"\#(theme)"}"#.utf8))
        guard let answer, answer.status == 200, let cursor = try? Self.cursor(of: answer) else { return }
        let count = kept.withLock { kept in
          kept.append(Promise(cursor: cursor, theme: theme))
          return kept.count
        }
        if count == limit {
          kill(process, SIGKILL)
          isOver.store(true, ordering: .releasing)
        }
      }
    }
    _ = server.ending()
    return kept.withLock { $0 }
  }

  private func check(
    _ promises: [Promise], since origin: Cursor, on server: RunningServer, _ round: Int
  ) throws {
    let answer = try server.get("/v1/changes?since=\(origin)&mode=all&wait=0")
    guard !promises.isEmpty || answer.status == 200 else { return }
    #expect(answer.status == 200, "round \(round): the first cursor is good for ever: \(answer.text)")
    let root = JSONReader.read(SourceFile(name: "feed", bytes: answer.body)).root
    let changes = root?["changes"].map { Array($0.items) } ?? []
    var themes: [UInt64: String] = [:]
    for (index, change) in changes.enumerated() {
      let cursor = try #require(change["cursor"]?.string.flatMap { Cursor($0) })
      #expect(cursor.epoch == origin.epoch)
      #expect(cursor.revision == origin.revision + UInt64(index) + 1, "round \(round)")
      themes[cursor.revision] = change["theme"]?.string
    }
    for promise in promises {
      #expect(promise.cursor.epoch == origin.epoch, "round \(round)")
      #expect(themes[promise.cursor.revision] == promise.theme, "round \(round): \(promise.cursor) was lost")
    }
  }

  private static func cursor(of answer: HTTPClient.ServerReply) throws -> Cursor {
    let root = JSONReader.read(SourceFile(name: "answer", bytes: answer.body)).root
    return try #require(root?["cursor"]?.string.flatMap { Cursor($0) })
  }
}
