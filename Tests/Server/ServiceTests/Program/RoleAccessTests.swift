import ServerAccess
import TestServer
import Testing

/// Roles over real sockets, by a file of tokens.
@Suite struct `Roles on a running server` {
  private static let files = RunningServer.oneTheme.merging(["themes/second.json": "{}"]) { one, _ in one }
  private static let tokens = """
    { "tokens": [
      { "name": "app", "token": "app-secret-0123456789", "roles": ["read"] },
      { "name": "desk", "token": "desk-secret-0123456789", "roles": ["operate"], "channels": ["main"] },
      { "name": "hall", "token": "hall-secret-0123456789", "channels": ["hall"],
        "roles": [{ "role": "read", "channels": ["main", "hall"] }, "operate"] },
      { "name": "yard", "token": "yard-secret-0123456789", "roles": ["operate"], "channels": ["yard"] },
      { "name": "prometheus", "token": "prometheus-secret-0123456789", "roles": ["watch"] },
      { "name": "studio", "token": "studio-secret-0123456789", "roles": ["author"] } ] }
    """

  private func start(_ tokens: String = tokens, arguments: [String] = []) throws -> RunningServer {
    let folder = try Folder()
    try folder.write(["tokens.json": tokens])
    return try withExtendedLifetime(folder) {
      try RunningServer(
        files: Self.files, arguments: ["--tokens-file", "\(folder.config)/tokens.json"] + arguments)
    }
  }

  private func shown(_ name: String) -> [(String, String)] {
    [("Authorization", "Bearer \(name)-secret-0123456789")]
  }

  @Test func `open to each what it is for`() throws {
    let server = try start()
    for (target, statuses) in [
      ("/v1/theme", [200, 200, 200, 200]), ("/v1/theme?theme=second", [403, 200, 200, 200]),
      ("/v1/history", [403, 200, 200, 200]), ("/v1/schedule?channel=main", [403, 200, 200, 200]),
      ("/v1/themes/default", [403, 200, 200, 200]), ("/metrics", [403, 200, 200, 200]),
      ("/v1/access", [200, 200, 200, 200]),
    ] {
      for _ in 1...2 {
        for (name, status) in zip(["app", "desk", "studio", "prometheus"], statuses) {
          #expect(try server.get(target, headers: shown(name)).status == status, "\(target) by \(name)")
        }
      }
      #expect(try server.get(target).status == (target == "/v1/access" ? 200 : 401), "\(target)")
    }
    let order = #"{ "theme": "second" }"#
    #expect(try server.post("/v1/active", order, headers: shown("app")).status == 403)
    #expect(try server.post("/v1/active", order, headers: shown("studio")).status == 403)
    #expect(try server.post("/v1/active", order, headers: shown("prometheus")).status == 403)
    #expect(try server.post("/v1/active", order, headers: shown("desk")).status == 200)
    #expect(try server.send("PUT", "/v1/themes/third", headers: json(by: "desk"), body: "{}").status == 403)
    #expect(try server.send("PUT", "/v1/themes/third", headers: json(by: "studio"), body: "{}").status == 201)
    let answer = try server.get("/v1/theme", headers: shown("app"))
    #expect(answer["cache-control"]?.hasPrefix("private") == true)
  }

  private func json(by name: String) -> [(String, String)] {
    shown(name) + [("Content-Type", "application/json")]
  }

  @Test func `leave probes to everybody, and problems to those that may watch`() throws {
    let server = try start()
    try server.folder.write(["themes/second.json": "{"])
    server.signal(1)
    _ = try server.waitForLog(containing: "not served as it is now")
    #expect(try server.get("/healthz").status == 200)
    let plain = try server.get("/readyz").text
    #expect(plain.contains(#""stale": true"#) || plain.contains(#""stale":true"#))
    #expect(!plain.contains("second.json"))
    #expect(try server.get("/readyz", headers: shown("app")).text.contains("second.json") == false)
    #expect(try server.get("/readyz", headers: shown("desk")).text.contains("second.json"))
    #expect(try server.get("/readyz", headers: shown("prometheus")).text.contains("second.json"))
    // Each request that reveals whether a token is known counts an unknown one.
    #expect(try server.get("/readyz", headers: shown("guess")).status == 200)
    let metrics = try server.get("/metrics", headers: shown("desk")).text
    #expect(metrics.contains(#"livery_wrong_tokens_total{answered="at-once"} 1"#))
  }

  @Test func `answer late who goes on guessing, and count it`() throws {
    let server = try start()
    for _ in 1...12 { #expect(try server.get("/v1/theme", headers: shown("guess")).status == 401) }
    let metrics = try server.get("/metrics", headers: shown("desk")).text
    #expect(metrics.contains(#"livery_wrong_tokens_total{answered="at-once"} 10"#))
    #expect(metrics.contains(#"livery_wrong_tokens_total{answered="late"} 2"#))
    #expect(try server.get("/v1/theme", headers: shown("app")).status == 200)
  }

  @Test func `show whoever operates one channel every theme by its name, and no other channel`() throws {
    let server = try start()
    for _ in 1...2 {
      #expect(try server.get("/v1/theme?theme=default", headers: shown("yard")).status == 200)
      #expect(try server.get("/v1/theme?theme=second", headers: shown("yard")).status == 200)
      for target in ["/v1/theme", "/v1/active", "/v1/changes"] {
        #expect(try server.get(target, headers: shown("yard")).status == 403, "\(target)")
      }
    }
  }

  @Test func `answer late who tries tokens where reading needs none`() throws {
    let server = try start(
      #"{ "tokens": [{ "name": "desk", "token": "desk-secret-0123456789", "roles": ["operate"] }] }"#)
    // Both what everybody gets and what an operator gets are ready from here on.
    for _ in 1...2 {
      #expect(try server.get("/v1/active").text.contains(#""by""#) == false)
      #expect(try server.get("/v1/active", headers: shown("desk")).text.contains(#""by""#))
    }
    for _ in 1...11 { #expect(try server.get("/v1/active", headers: shown("guess")).status == 200) }
    let metrics = try server.get("/metrics", headers: shown("desk")).text
    #expect(metrics.contains(#"livery_wrong_tokens_total{answered="at-once"} 10"#))
    #expect(metrics.contains(#"livery_wrong_tokens_total{answered="late"} 1"#))
  }

  @Test func `tell who asks with a cursor of another log no more of a channel than they may see`() throws {
    let server = try start()
    let order = #"{ "theme": "second", "note": "for us alone" }"#
    #expect(try server.post("/v1/active", order, headers: shown("desk")).status == 200)
    let foreign = "0123456789abcdef-1"
    for target in ["/v1/themes/second?at=\(foreign)", "/v1/history?channel=*&before=\(foreign)"] {
      let whole = try server.get(target, headers: shown("desk"))
      #expect(whole.status == 410 && whole.text.contains("for us alone"))
      let reader = try server.get(target, headers: shown("hall"))
      #expect(reader.status == 410 && reader.text.contains(#""active""#))
      #expect(!reader.text.contains("for us alone"))
      let stranger = try server.get(target, headers: shown("yard"))
      #expect(stranger.status == 410 && stranger.text.contains(#""cursor""#))
      #expect(!stranger.text.contains(#""active""#))
    }
  }

  @Test func `end the waits and streams of a token that was taken out or narrowed, and no others`() throws {
    let folder = try Folder()
    try folder.write(["tokens.json": Self.tokens])
    let server = try RunningServer(
      files: Self.files, arguments: ["--tokens-file", "\(folder.config)/tokens.json"])
    func header(_ name: String) -> String { "Authorization: Bearer \(name)-secret-0123456789" }
    let theme = try server.get("/v1/theme", headers: shown("app"))
    let (cursor, tag) = (try #require(theme["livery-cursor"]), try #require(theme["etag"]))
    func parked(_ name: String) throws -> [TestConnection] {
      try ["/v1/changes?since=\(cursor)&wait=55", "/v1/theme", "/v1/changes"].enumerated().map {
        index, target in
        let connection = try server.connect()
        let more = [[], ["If-None-Match: \(tag)", "Prefer: wait=55"], ["Accept: text/event-stream"]][index]
        try connection.request("GET", target, headers: [header(name)] + more)
        if index == 2 { _ = try connection.text(until: "event: present") }
        return connection
      }
    }
    let (app, hall, desk) = (try parked("app"), try parked("hall"), try parked("desk"))
    // With a body, the gate reads the token of a request only after the body.
    let odd = try server.connect()
    try odd.send(
      "GET /v1/changes HTTP/1.1\r\nHost: localhost\r\n\(header("app"))\r\nAccept: text/event-stream\r\n"
        + "Content-Length: 1\r\n\r\n ")
    _ = try odd.text(until: "event: present")
    try server.waitForParked(10, headers: shown("desk"))
    let without = Self.tokens.split(separator: "\n").filter { !$0.contains("app-secret") }
      .joined(separator: "\n").replacing(#""channels": ["main", "hall"]"#, with: #""channels": ["hall"]"#)
      .replacing(#""name": "yard", "token": "yard"#, with: #""name": "app", "token": "other-app"#)
      .replacing(#""roles": ["operate"], "channels": ["yard"]"#, with: #""roles": ["read"]"#)
    try folder.write(["tokens.json": without])
    for connection in app.prefix(2) { #expect(try connection.answer().status == 401) }
    for connection in hall.prefix(2) {
      let answer = try connection.answer()
      #expect(answer.status == 503 && answer.text.contains("rights of this token have changed"))
    }
    for stream in [app[2], hall[2], odd] { #expect(try stream.answer().status == 200) }
    #expect(try server.post("/v1/active", #"{ "theme": "second" }"#, headers: shown("desk")).status == 200)
    for connection in desk.prefix(2) { #expect(try connection.answer().status == 200) }
    _ = try desk[2].text(until: "event: changes")
    #expect(try server.get("/v1/theme", headers: shown("hall")).status == 403)
  }

  @Test func `leave the places of those that wait to them, however many guess`() throws {
    // One place for the client that waits, one for the switch while it is written.
    let server = try start(arguments: ["--parked-clients", "2"])
    for _ in 1...10 { #expect(try server.get("/v1/theme", headers: shown("guess")).status == 401) }
    let guessers = try (1...8).map { _ in try server.connect() }
    for guesser in guessers {
      try guesser.request("GET", "/v1/theme", headers: ["Authorization: Bearer guess-secret-0123456789"])
    }
    let cursor = try #require(try server.get("/v1/theme", headers: shown("app"))["livery-cursor"])
    let waiting = try server.connect()
    try waiting.request(
      "GET", "/v1/changes?since=\(cursor)&wait=55", headers: ["Authorization: Bearer app-secret-0123456789"])
    #expect(try server.post("/v1/active", #"{ "theme": "second" }"#, headers: shown("desk")).status == 200)
    #expect(try waiting.answer().status == 200)
    for guesser in guessers { #expect(try guesser.answer().status == 401) }
  }

  @Test func `are kept while the file takes the last for writing away`() throws {
    let folder = try Folder()
    try folder.write(["tokens.json": Self.tokens])
    let server = try RunningServer(
      files: Self.files, arguments: ["--tokens-file", "\(folder.config)/tokens.json"])
    try folder.write([
      "tokens.json":
        #"{ "tokens": [{ "name": "app", "token": "app-secret-0123456789", "roles": ["read"] }] }"#
    ])
    _ = try server.waitForLog(containing: "decided at the start")
    #expect(try server.get("/v1/history", headers: shown("desk")).status == 200)
  }
}
