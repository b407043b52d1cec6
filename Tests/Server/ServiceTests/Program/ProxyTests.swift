import ServerAccess
import TestServer
import Testing

/// Tests which headers a server trusts from a proxy on its own machine.
@Suite struct `Behind a trusted proxy` {
  private static let files = RunningServer.oneTheme.merging(["themes/second.json": "{}"]) { one, _ in one }

  private func write(_ server: RunningServer, _ headers: [String]) throws -> HTTPClient.ServerReply {
    let write = ForeignWrite("", ["Host: localhost", ForeignWrite.form] + headers, sign: "")
    return try write.send(to: server)
  }

  @Test func `a write without a token is refused by the client's address, or where none is told`() throws {
    let server = try RunningServer(files: Self.files, arguments: ["--trusted-proxies", "127.0.0.0/8"])
    let remote = try write(server, ["X-Forwarded-For: 127.0.0.1, 203.0.113.9"])
    #expect(remote.status == 403 && remote.text.contains("203.0.113.9"))
    let bare = try write(server, [])
    #expect(
      bare.status == 403 && bare.text.contains("trusted proxy 127.0.0.1"), "as nginx sends it by default")
    #expect(try write(server, ["X-Forwarded-For: ::1"]).status == 200)
    #expect(try server.get("/v1/history").status == 403)
  }

  @Test func `the log names the client`() throws {
    let server = try RunningServer(
      files: Self.files, arguments: ["--trusted-proxies", "127.0.0.1"],
      environment: ["LIVERY_TOKEN": "a-secret-that-nobody-guesses"])
    let headers = ["Authorization: Bearer a-secret-that-nobody-guesses", "Forwarded: for=203.0.113.9"]
    #expect(try write(server, headers).status == 200)
    #expect(try server.waitForLog(containing: "\"Wrote\"").contains(#""from":"203.0.113.9""#))
  }

  @Test func `the limit for an address is that of each client, not of the proxy`() throws {
    let server = try RunningServer(
      files: Self.files,
      // One worker is done with an answer before it takes the next request.
      arguments: ["--trusted-proxies", "127.0.0.1", "--connections-per-address", "2", "--workers", "1"])
    func park(_ client: String) throws -> TestConnection {
      let connection = try server.connect()
      try connection.request("GET", "/v1/changes", headers: ["X-Forwarded-For: \(client)"])
      let cursor = try #require(try connection.answer()["livery-cursor"])
      try connection.request(
        "GET", "/v1/changes?wait=50&since=\(cursor)", headers: ["X-Forwarded-For: \(client)"])
      return connection
    }
    func status(_ client: String) throws -> Int {
      try server.get("/healthz", headers: [("X-Forwarded-For", client)]).status
    }
    var waiting = [try park("203.0.113.9"), try park("203.0.113.9")]
    try server.waitForParked(2, headers: [("X-Forwarded-For", "::1")])
    #expect(try status("203.0.113.9") == 503)
    #expect(try status("203.0.113.10") == 200)
    waiting += [try park("203.0.113.10")]
    try server.waitForParked(3, headers: [("X-Forwarded-For", "::1")])
    let write = try write(server, ["X-Forwarded-For: ::1"])
    #expect(write.status == 200)
    for connection in waiting { #expect(try connection.answer().status == 200) }
    #expect(try status("203.0.113.9") == 200)
  }
}
