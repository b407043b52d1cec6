import Foundation
import ServerAccess
import TestServer
import Testing

/// Clients of known behavior, and the figures that follow from it.
final class WaitingPopulation {
  let server: RunningServer

  static let files = RunningServer.oneTheme.merging([
    "kits/uikit.json": ##"{ "classes": { "UIView": { "superclass": null, "properties": [] } } }"##,
    "themes/default.json": ##"{ "colors": { "accent": "#111111", "page": "#ffffff" } }"##,
    "themes/second.json": ##"{ "colors": { "accent": "#222222", "page": "#ffffff" } }"##,
    "themes/third.json": ##"{ "colors": { "accent": "#333333", "page": "#ffffff" } }"##,
  ]) { _, own in own }

  init(_ server: RunningServer) {
    self.server = server
    // Each client holds a connection.
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// A client on a connection of its own.
  final class Client {
    let target: String
    let agent: String
    private(set) var connection: RawConnection
    private(set) var tag: String
    private let port: UInt16

    fileprivate init(_ server: RunningServer, _ target: String, _ agent: String, tag: String) {
      (self.target, self.agent, self.tag, port) = (target, agent, tag, server.port)
      connection = RawConnection(port: server.port)
    }

    /// Waits with the tag or the cursor that it has.
    func wait(_ headers: String = "", seconds: Int = 50) {
      let isFeed = target.hasPrefix("/v1/changes")
      connection.ask(
        isFeed ? "\(target)?since=\(tag)&wait=\(seconds)" : target,
        "User-Agent: \(agent)\r\n"
          + (isFeed ? "" : "If-None-Match: \(tag)\r\nPrefer: wait=\(seconds)\r\n") + headers)
    }

    /// Takes the answer to its wait, with the tag in it. Returns its status.
    @discardableResult
    func take() throws -> Int {
      let answer = try #require(connection.answer())
      tag = answer.header(target.hasPrefix("/v1/changes") ? "Livery-Cursor" : "ETag") ?? tag
      return answer.status
    }

    func reconnect() { connection = RawConnection(port: port) }
  }

  /// Makes clients that wait with the current tag.
  func clients(_ count: Int, _ target: String, _ agent: String, headers: String = "") throws -> [Client] {
    let answer = try server.get(target)
    let tag = try #require(answer[target.hasPrefix("/v1/changes") ? "livery-cursor" : "etag"])
    return (0..<count).map { _ in
      let client = Client(server, target, agent, tag: tag)
      client.wait(headers)
      return client
    }
  }

  /// Makes event streams, whose beginning has come.
  func streams(_ count: Int) -> [RawConnection] {
    (0..<count).map { _ in
      let connection = RawConnection(port: server.port)
      connection.get("/v1/changes", headers: "Accept: text/event-stream\r\nUser-Agent: Mozilla/5.0\r\n")
      _ = connection.receives(Array("event: present".utf8))
      return connection
    }
  }

  /// The figures of the channel by their paths, such as `kinds.web.told`.
  func figures(_ channel: String = "main") throws -> [String: Double] {
    let answer = try server.get("/v1/channels/\(channel)/clients")
    try #require(answer.status == 200, "\(answer.text)")
    var found: [String: Double] = [:]
    func collect(_ value: Any, _ path: String) {
      if let members = value as? [String: Any] {
        for (name, member) in members { collect(member, path.isEmpty ? name : "\(path).\(name)") }
      } else if let number = value as? Double {
        found[path] = number
      } else if let list = value as? [[String: Any]] {
        for item in list { found["\(path).\(item["reason"] as? String ?? "")"] = item["count"] as? Double }
      }
    }
    collect(try JSONSerialization.jsonObject(with: Data(answer.body)), "")
    return found
  }

  /// Expects a time of the figures, such as `half`, to be that of clients which came back between two moments. The times
  /// have an error of 2 %.
  func expect(
    _ time: String, between first: Date, and last: Date, location: SourceLocation = #_sourceLocation
  ) throws {
    let text = try server.get("/v1/channels/main/clients").text
    let change = try #require(text.firstMatch(of: /"at":"([^"]*)"/)).1
    let at = try Date(
      String(change), strategy: .iso8601.year().month().day().time(includingFractionalSeconds: true))
    let found = try #require(try figures()["back.\(time)"], "\(text)", sourceLocation: location)
    let bounds = (first.timeIntervalSince(at) * 0.98 - 0.002)...(last.timeIntervalSince(at) * 1.02 + 0.002)
    #expect(bounds.contains(found), "\(time)", sourceLocation: location)
  }

  /// Expects the figures to become these, and the sums to be sums.
  func expect(
    _ expected: [String: Double], share: Double? = nil, location: SourceLocation = #_sourceLocation
  ) throws {
    let names = ["waiting", "holding", "told", "refused", "behind", "gone", "toldInAll"]
    let wanted = Dictionary(uniqueKeysWithValues: names.map { ($0, 0.0) }).merging(expected) { $1 }
    var now: [String: Double] = [:]
    try? eventually(within: .seconds(10)) {
      now = try figures()
      return wanted.allSatisfy { now[$0] == $1 }
    }
    for (name, value) in wanted.sorted(by: { $0.key < $1.key }) {
      #expect(now[name] == value, "\(name)", sourceLocation: location)
    }
    if let share { #expect(abs((now["share"] ?? -1) - share) < 0.0001, sourceLocation: location) }
    for name in names.prefix(6) {
      for group in ["kinds.", "representations."] {
        let parts = now.filter { $0.key.hasPrefix(group) && $0.key.hasSuffix(".\(name)") }
        #expect(
          parts.values.reduce(0, +) == now[name], "\(group)\(name): \(parts)", sourceLocation: location)
      }
    }
  }
}

extension RawConnection {
  /// Sends a GET as a client on this machine, which may do everything.
  func ask(_ target: String, _ headers: String) {
    send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
  }
}
