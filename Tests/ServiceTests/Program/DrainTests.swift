import Foundation
import Service
import TestServer
import Testing
import Themes

@Suite struct `Clients that wait on a running server` {
  /// Clients parked for a change of the main channel, all seen waiting.
  private func park(_ count: Int, on server: RunningServer) throws -> [TestConnection] {
    let cursor = try #require(try server.get("/v1/changes")["livery-cursor"])
    let clients = try (0..<count).map { _ in try server.connect() }
    for client in clients { try client.request("GET", "/v1/changes?since=\(cursor)&wait=55") }
    while try !server.get("/metrics").text.contains("livery_parked_clients \(count)\n") {}
    return clients
  }

  private func theme(in answer: HTTPClient.Answer) -> String? {
    let root = JSONReader.read(SourceFile(name: "answer", bytes: answer.body)).root
    return root?["active"]?["theme"]?.string
  }

  private let files = RunningServer.oneTheme.merging(["themes/second.json": "{}"]) { one, _ in one }

  @Test func `are all answered before the server ends`() throws {
    let server = try RunningServer(files: files, arguments: ["--drain-time", "0.5"])
    let clients = try park(40, on: server)
    server.signal(SIGTERM)
    for client in clients {
      let answer = try client.answer()
      #expect(answer.status == 204 || answer.status == 503)
    }
    #expect(server.ending().code == 0)
  }

  @Test func `find nobody at the door once it drains`() throws {
    let server = try RunningServer(files: files, arguments: ["--drain-time", "600"])
    let client = try server.connect()
    try client.request("GET", "/readyz")
    #expect(try client.answer().status == 200)
    server.signal(SIGTERM)
    _ = try server.waitForLog(containing: "Draining")
    // The line stands in the log a moment before the door is shut.
    while (try? server.get("/healthz")) != nil {}
    server.signal(SIGTERM)
    #expect(server.ending().code == 128 + SIGTERM)
  }

  @Test func `hear of a switch`() throws {
    let server = try RunningServer(files: files)
    let clients = try park(10, on: server)
    #expect(try server.post("/v1/active", #"{ "theme": "second" }"#).status == 200)
    for client in clients {
      let answer = try client.answer()
      #expect(answer.status == 200)
      #expect(theme(in: answer) == "second")
    }
  }

  @Test func `hear of a theme whose file was changed`() throws {
    let server = try RunningServer(files: files)
    let clients = try park(3, on: server)
    try server.folder.write(["themes/default.json": ##"{ "colors": { "accent": "#123456" } }"##])
    for client in clients {
      let answer = try client.answer()
      #expect(answer.status == 200)
      #expect(answer.text.contains("\"updated\""))
    }
  }
}
