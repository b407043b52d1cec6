import Documents
import Foundation
import ServerAccess
import Synchronization
import TestServer
import TestSupport
import Testing
import Themes

/// Drafts at several servers of one log.
@Suite struct `Drafts of servers that share a database` {
  private func member(_ name: String, of reply: HTTPClient.ServerReply) throws -> String {
    let root = JSONReader.read(SourceFile(name: "reply", bytes: reply.body)).root
    return try #require(root?[name]?.string, "\(reply.text)")
  }

  @Test func `are at each at once for who brings the cursor of the answer, and end at each`() throws {
    let fleet = try Fleet(2)
    defer { withExtendedLifetime(fleet) {} }
    let replicas = fleet.replicas
    for _ in 1...5 {
      let made = try replicas[0].post("/v1/drafts?name=night", #"{ "title": "Later" }"#)
      #expect(made.status == 201, "\(made.text)")
      let (id, cursor) = (try member("id", of: made), made.cursor)
      let there = try replicas[1].get("/v1/drafts/\(id)", headers: [("Livery-Cursor", cursor)])
      #expect(there.status == 200 && there.text == made.text, "\(there.text)")
      #expect(try replicas[1].send("DELETE", "/v1/drafts/\(id)").status == 200)
      try eventually { try replicas[0].get("/v1/drafts/\(id)").status == 410 }
    }
  }

  @Test func `show their previews at each, which is told of replacements and of the end`() throws {
    let fleet = try Fleet(2)
    defer { withExtendedLifetime(fleet) {} }
    let replicas = fleet.replicas
    let made = try replicas[0].post("/v1/drafts?name=night", #"{ "title": "Later" }"#)
    let (id, target) = (try member("id", of: made), "/v1/theme?draft=\(try member("key", of: made))")
    let there = try replicas[1].get(target, headers: [("Livery-Cursor", made.cursor)])
    let here = try replicas[0].get(target)
    #expect(there.status == 200 && there.body == here.body && there["etag"] == here["etag"])
    func waiting(for tag: String?, while act: @escaping @Sendable () throws -> Void) throws
      -> HTTPClient.ServerReply
    {
      let answer = Mutex<HTTPClient.ServerReply?>(nil)
      try sideBySide([
        {
          let headers = [("If-None-Match", tag ?? ""), ("Prefer", "wait=50")]
          let reply = try replicas[1].get(target, headers: headers)
          answer.withLock { $0 = reply }
        },
        {
          try eventually { try replicas[1].get("/metrics").text.contains("livery_parked_clients 1\n") }
          try act()
        },
      ])
      return try #require(answer.withLock { $0 })
    }
    let replaced = try waiting(for: there["etag"]) {
      _ = try replicas[0].send("PUT", "/v1/drafts/\(id)", body: #"{ "title": "Latest" }"#)
    }
    #expect(replaced.status == 200 && replaced.text.contains("Latest"), "\(replaced.text)")
    let ended = try waiting(for: replaced["etag"]) { _ = try replicas[0].send("DELETE", "/v1/drafts/\(id)") }
    #expect(ended.status == 410 && ended.text.contains(#""reason":"discarded""#), "\(ended.text)")
  }

  /// At one server an author changes a theme that is not shown, at the other the same author shows it.
  @Test func `and their themes need two persons in races, too`() throws {
    let folder = try Folder()
    let tokens = ["studio", "mara"].map { #"{ "name": "\#($0)", "token": "\#($0)-secret-0123456789" }"# }
    let file = #"{ "tokens": [\#(tokens.joined(separator: ", "))], "approval": { "main": "another" } }"#
    try folder.write(Fleet.themes.merging(["tokens.json": file]) { $1 })
    let url = try PostgresCluster.shared.get().database()
    let servers = try (0..<2).map { _ in
      try RunningServer(
        files: [:], config: folder.config,
        environment: ["LIVERY_STORE": url, "LIVERY_TOKENS_FILE": "\(folder.config)/tokens.json"])
    }
    defer { withExtendedLifetime(servers) {} }
    let replicas = servers.map { Replica(port: $0.port) }
    @Sendable func send(
      _ number: Int, _ method: String, _ target: String, as name: String = "studio", _ body: String? = nil
    ) throws -> Int {
      let token = [("Authorization", "Bearer \(name)-secret-0123456789")]
      return try replicas[number].send(method, target, headers: token, body: body).status
    }
    for round in 0..<12 {
      let statuses = Mutex<[Int]>([])
      try sideBySide([
        {
          let status = try send(round % 2, "PUT", "/v1/themes/night", #"{ "title": "Mine" }"#)
          statuses.withLock { $0.append(status) }
        },
        {
          let status = try send(1 - round % 2, "POST", "/v1/active", #"{"theme":"night"}"#)
          statuses.withLock { $0.append(status) }
        },
      ])
      #expect(statuses.withLock { $0.sorted() } == [200, 403])
      #expect(try send(0, "POST", "/v1/active", as: "mara", #"{"theme":"default"}"#) == 200)
      _ = try send(0, "DELETE", "/v1/themes/night", as: "mara")
    }
  }

  @Test func `are published once, at whichever servers that is asked for`() throws {
    let fleet = try Fleet(2)
    defer { withExtendedLifetime(fleet) {} }
    let replicas = fleet.replicas
    let id = try member("id", of: try replicas[0].post("/v1/drafts?name=night", #"{ "title": "Later" }"#))
    try eventually { try replicas[1].get("/v1/drafts/\(id)").status == 200 }
    let replies = Mutex<[(Int, String)]>([])
    try sideBySide(
      (0..<6).map { number in
        { @Sendable () throws in
          let reply = try replicas[number % 2].send("POST", "/v1/drafts/\(id)/publish")
          replies.withLock { $0.append((reply.status, reply.text)) }
        }
      })
    let sorted = replies.withLock { $0.sorted { $0.0 < $1.0 } }
    #expect(sorted.map(\.0) == [200, 410, 410, 410, 410, 410])
    #expect(sorted.dropFirst().allSatisfy { $0.1.contains(#""reason":"published""#) })
    let history = try replicas[1].get("/v1/history?channel=*").text
    #expect(history.components(separatedBy: #""draft":"\#(id)""#).count == 2)
  }
}
