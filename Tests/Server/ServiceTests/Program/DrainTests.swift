import Documents
import Foundation
import ServerAccess
import Service
import TestServer
import TestSupport
import Testing
import Themes

@Suite struct `Clients that wait on a running server` {
  /// Clients parked for a change of the main channel, all seen waiting.
  private func park(_ count: Int, on server: RunningServer) throws -> [TestConnection] {
    let cursor = try #require(try server.get("/v1/changes")["livery-cursor"])
    let clients = try (0..<count).map { _ in try server.connect() }
    for client in clients { try client.request("GET", "/v1/changes?since=\(cursor)&wait=55") }
    try server.waitForParked(count)
    return clients
  }

  private func theme(in answer: HTTPClient.ServerReply) -> String? {
    let root = JSONReader.read(SourceFile(name: "answer", bytes: answer.body)).root
    return root?["active"]?["theme"]?.string
  }

  private let files = RunningServer.oneTheme.merging(["themes/second.json": "{}"]) { one, _ in one }

  @Test func `are all answered, bit by bit, before the server ends`() throws {
    let server = try RunningServer(files: files, arguments: ["--drain-time", "1.5"])
    let cursor = try #require(try server.get("/v1/changes")["livery-cursor"])
    let clients = (0..<60).map { _ in RawConnection(port: server.port) }
    for client in clients { client.get("/v1/changes?since=\(cursor)&wait=55") }
    try server.waitForParked(clients.count)
    server.signal(SIGTERM)
    // Looked at again and again: at how many moments somebody more had been answered.
    var (answered, moments) = (0, 0)
    while answered < clients.count {
      let count = clients.count { $0.hasReceived }
      if count > answered { moments += 1 }
      answered = count
    }
    #expect(moments > 5)
    for client in clients {
      #expect([204, 503].contains(client.answer()?.status))
      #expect(client.isAtEnd && !client.wasReset)
    }
    #expect(server.ending().code == 0)
  }

  @Test func `are told what became of their uploads`() throws {
    let state = try Folder()
    let variables = ["LIVERY_STATE": state.state]
    let files = [
      "kits/uikit.json": ProjectFiles.text("Config/kits/uikit.json"), "themes/default.json": "{}",
    ]
    let server = try RunningServer(files: files, environment: variables)
    let rules = (0..<3_000).map { number in
      ##"{ "for": "UILabel.s\##(number)", "set": { "textColor": "#\##(100_000 + number)" } }"##
    }
    let document = #"{ "kit": "uikit", "appearance": [ \#(rules.joined(separator: ",")) ] }"#
    let clients = (0..<6).map { _ in RawConnection(port: server.port) }
    for (number, client) in clients.enumerated() {
      client.send(
        "PUT /v1/themes/big\(number) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(document.utf8.count)\r\n\r\n\(document)")
    }
    while try server.get("/metrics").text.contains("livery_parked_clients 0\n") {
      if clients.contains(where: \.hasReceived) { break }
    }
    server.signal(SIGTERM)
    let answers = clients.map { $0.answer()?.status }
    #expect(server.ending().code == 0)
    let again = try RunningServer(files: files, environment: variables)
    for (number, status) in answers.enumerated() {
      #expect(status == 201 || status == 503)
      #expect(try again.get("/v1/themes/big\(number)").status == (status == 201 ? 200 : 404))
    }
  }

  @Test func `hold no server that has none of them`() throws {
    let server = try RunningServer(files: files, arguments: ["--drain-time", "600"])
    #expect(try server.get("/healthz").status == 200)
    server.signal(SIGTERM)
    #expect(server.ending().code == 0)
  }

  @Test func `find nobody at the door once it drains`() throws {
    let server = try RunningServer(files: files, arguments: ["--drain-time", "600"])
    let clients = try park(1, on: server)
    server.signal(SIGTERM)
    _ = try server.waitForLog(containing: "Draining")
    // The line stands in the log a moment before the door is shut.
    while (try? server.get("/healthz")) != nil {}
    server.signal(SIGTERM)
    #expect(server.ending().code == 128 + SIGTERM)
    withExtendedLifetime(clients) {}
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
