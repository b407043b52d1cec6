import Bindings
import Changes
import Documents
import Foundation
import ServerAccess
import Synchronization
import TestServer
import TestSupport
import Testing
import Themes

/// Real servers over one database.
struct Fleet {
  let url: String
  let servers: [RunningServer]

  static let themes: [String: String] = {
    var files = RunningServer.oneTheme
    for name in ["night", "year"] { files["themes/\(name).json"] = "{}" }
    return files
  }()

  init(_ count: Int) throws { try self.init(count, at: PostgresCluster.shared.get().database()) }

  init(_ count: Int, at url: String) throws {
    self.url = url
    servers = try (0..<count).map { _ in try Self.server(at: url) }
  }

  static func server(at url: String) throws -> RunningServer {
    try RunningServer(files: themes, environment: ["LIVERY_STORE": url])
  }

  /// One whose config and state outlive it.
  static func server(at url: String, in folder: Folder) throws -> RunningServer {
    try RunningServer(
      files: [:], config: folder.config, environment: ["LIVERY_STORE": url, "LIVERY_STATE": folder.state])
  }

  /// The servers as clients see them. They run until the fleet is released.
  var replicas: [Replica] { servers.map { Replica(port: $0.port) } }
}

/// One of the servers, as its clients see it.
struct Replica: Sendable {
  var host = "127.0.0.1"
  let port: UInt16

  func get(_ target: String, headers: [(String, String)] = []) throws -> HTTPClient.ServerReply {
    try send("GET", target, headers: headers)
  }

  func post(
    _ target: String, _ body: String, headers: [(String, String)] = []
  ) throws -> HTTPClient.ServerReply {
    try send("POST", target, headers: headers, body: body)
  }

  /// Sends a request like a correct client: it retries after 503. A write happens once even so, by its key.
  func send(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: String? = nil
  ) throws -> HTTPClient.ServerReply {
    let isKeyed = method == "GET" || headers.contains { $0.0 == "Idempotency-Key" }
    let key = isKeyed ? [] : [("Idempotency-Key", UUID().uuidString)]
    let end = MonotonicTime.now + .seconds(120)
    while true {
      let reply = try sendOnce(method, target, headers: headers + key, body: body)
      if reply.status != 503 || MonotonicTime.now > end { return reply }
      usleep(100_000)
    }
  }

  func sendOnce(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: String? = nil
  ) throws -> HTTPClient.ServerReply {
    let client = HTTPClient(address: ServerAddress(ListenAddress(host: host, port: port)))
    let type = body == nil ? [] : [("Content-Type", "application/json")]
    return try client.send(
      method, target, headers: type + headers, body: body.map { Array($0.utf8) }, within: .seconds(60))
  }

  func `switch`(
    to theme: String, headers: [(String, String)] = [], buildsOn cursor: String? = nil
  ) throws -> HTTPClient.ServerReply {
    let condition = cursor.map { #","if":"\#($0)""# } ?? ""
    return try post("/v1/active", #"{"theme":"\#(theme)"\#(condition)}"#, headers: headers)
  }
}

/// The requests of a client that follows.
extension Replica {
  /// Waits for the first change after a cursor.
  func follow(from cursor: String) throws -> HTTPClient.ServerReply {
    let end = MonotonicTime.now + .seconds(240)
    var reply = try get("/v1/changes?since=\(cursor)&wait=50")
    while reply.status == 204, MonotonicTime.now < end {
      reply = try get("/v1/changes?since=\(reply.cursor)&wait=50")
    }
    return reply
  }

  /// The response to a client that is parked here, after a cursor, during an action.
  func heard(from cursor: String, while act: @escaping @Sendable () throws -> Void) throws
    -> HTTPClient.ServerReply
  {
    let answer = Mutex<HTTPClient.ServerReply?>(nil)
    try sideBySide([
      {
        let reply = try follow(from: cursor)
        answer.withLock { $0 = reply }
      },
      {
        try eventually { try get("/metrics").text.contains("livery_parked_clients 1\n") }
        try act()
      },
    ])
    return try #require(answer.withLock { $0 })
  }

  /// The notes of all changes between two cursors, in order.
  func notes(since start: String, upTo end: String) throws -> [String] {
    try log(since: start, upTo: end).map(\.note).filter { !$0.isEmpty }
  }

  /// All changes between two cursors, in order.
  func log(since start: String, upTo end: String) throws -> [FeedPage.Entry] {
    var (cursor, entries): (String, [FeedPage.Entry]) = (start, [])
    while cursor != end {
      let page = try get("/v1/changes?since=\(cursor)&mode=all&channel=*&limit=500&wait=9").page()
      entries += page.changes
      cursor = page.cursor
    }
    return entries
  }
}

/// A response to a follower.
struct FeedPage: Decodable {
  struct Entry: Decodable, Hashable {
    let cursor: String
    let kind: String
    let at: String
    /// The note; empty if there is none.
    let note: String

    private enum CodingKeys: CodingKey { case cursor, kind, at, note }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      cursor = try values.decode(String.self, forKey: .cursor)
      kind = try values.decode(String.self, forKey: .kind)
      at = try values.decode(String.self, forKey: .at)
      note = try values.decodeIfPresent(String.self, forKey: .note) ?? ""
    }
  }

  let cursor: String
  let changes: [Entry]
}

extension HTTPClient.ServerReply {
  /// A member of the response's JSON, as text.
  subscript(member name: String) -> String? {
    let root = JSONReader.read(SourceFile(name: "answer", bytes: body)).root
    return root?[name]?.string
  }

  func page() throws -> FeedPage {
    guard status == 200 else { throw NoPage(answer: "\(status) \(text)") }
    return try JSONDecoder().decode(FeedPage.self, from: Data(body))
  }

  struct NoPage: Error { let answer: String }

  /// The changes of a page without their cursors, which contain the epoch.
  var changes: [String] {
    text.components(separatedBy: #""cursor":"#).dropFirst().compactMap {
      $0.split(separator: ",", maxSplits: 1).last.map(String.init)
    }
  }

  var cursor: String { self[member: "cursor"] ?? self["livery-cursor"] ?? "" }
}
