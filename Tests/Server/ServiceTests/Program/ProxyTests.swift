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

  @Test func `a proxy that is not named, or drops the tag of who waits, is counted and logged once`() throws {
    let server = try RunningServer(files: Self.files)
    let tag = try #require(server.get("/v1/theme")["etag"])
    for _ in 1...3 {
      _ = try server.get("/v1/theme", headers: [("Prefer", "wait=25")])
      _ = try server.get(
        "/v1/theme.css", headers: [("Prefer", "wait=25"), ("X-Forwarded-Prefix", "/themes")])
      _ = try server.get("/v1/theme.css", headers: [("Forwarded", "for=203.0.113.9")])
    }
    // None of these is a sign.
    _ = try server.get("/v1/theme", headers: [("Prefer", "wait=0")])
    _ = try server.get("/v1/theme", headers: [("Prefer", "respond-async")])
    _ = try server.get("/v1/theme", headers: [("Prefer", "wait=1"), ("If-None-Match", tag)])
    _ = try server.get("/v1/changes", headers: [("Prefer", "wait=1")])
    let metrics = try server.get("/metrics").text
    #expect(metrics.contains(#"livery_proxy_signs_total{sign="untagged-wait"} 6\#n"#))
    #expect(metrics.contains(#"livery_proxy_signs_total{sign="untrusted-proxy"} 6\#n"#))
    let log = server.stop().errors
    #expect(log.split(separator: #""sign":"untagged-wait","from":"127.0.0.1""#).count == 2)
    #expect(log.split(separator: #""sign":"untrusted-proxy","from":"127.0.0.1""#).count == 2)
    #expect(log.contains("LIVERY_TRUSTED_PROXIES"))
  }

  @Test func `a trusted one is no sign`() throws {
    let server = try RunningServer(files: Self.files, arguments: ["--trusted-proxies", "127.0.0.1"])
    #expect(try server.get("/v1/theme", headers: [("X-Forwarded-For", "::1")]).status == 200)
    let metrics = try server.get("/metrics", headers: [("X-Forwarded-For", "::1")]).text
    #expect(metrics.contains(#"livery_proxy_signs_total{sign="untrusted-proxy"} 0\#n"#))
  }

  @Test func `a cache without the server's own address is warned of at the start`() throws {
    for (variables, isWarned) in [
      (["LIVERY_CACHE_SHARED_MAX_AGE": "1"], true), (["LIVERY_CACHE_MAX_AGE": "1"], true), ([:], false),
      (["LIVERY_CACHE_MAX_AGE": "1", "LIVERY_PUBLIC_URL": "https://themes.example"], false),
    ] {
      let server = try RunningServer(files: Self.files, environment: variables)
      #expect(server.stop().errors.contains("there is no publicURL") == isWarned, "\(variables)")
    }
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
