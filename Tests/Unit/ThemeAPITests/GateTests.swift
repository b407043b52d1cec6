import Documents
import Synchronization
import TestSupport
import Testing
import Themes

@testable import ThemeAPI

@Suite struct `The gate` {
  private static let tokens = [
    AccessToken(name: "chief", secret: "chief-secret-0123456789"),
    AccessToken(
      name: "marketing", secret: "marketing-secret-0123456789",
      grants: Grants(read: .all, operate: .some(["kiosk"]), author: .some([]))),
  ]
  private let stranger = Request.Peer(address: "203.0.113.9", isLoopback: false)
  private let json = ("Content-Type", "application/json")

  private func post(
    _ api: WritableTestAPI, _ body: String = #"{"theme":"night"}"#, _ authorization: String? = nil,
    from client: Request.Peer
  ) -> Reply? {
    guard let authorization else {
      return api.ask("POST /v1/active", [json.0: json.1], body: body, from: client)
    }
    return api.ask(
      "POST /v1/active", [json.0: json.1, "Authorization": authorization], body: body, from: client)
  }

  @Test func `without a token only this machine may write, and the refusal says how to change that`() throws {
    let api = try WritableTestAPI()
    #expect(post(api, from: Request.loopback)?.status == 200)
    let refused = try #require(post(api, from: stranger))
    #expect(refused.status == 403)
    #expect(refused["detail"]?.contains("LIVERY_TOKEN") == true)
    #expect(api.ask("GET /v1/active", from: stranger)?.status == 200)
  }

  /// The peer of a connection on this machine, whose user the kernel names.
  private func local(_ standing: PeerUser.Standing) -> Request.Peer {
    Request.Peer(address: "127.0.0.1", isLoopback: true, user: PeerUser { standing })
  }

  @Test
  func `without a token another user of this machine reads what everybody reads, and learns how to write`()
    throws
  {
    let api = try WritableTestAPI()
    let refused = try #require(post(api, from: local(.other(33, server: 997))))
    #expect(refused.status == 403)
    #expect(refused["detail"]?.contains("user 33, and the server runs as user 997") == true)
    #expect(refused["detail"]?.contains("sudo -u '#997'") == true)
    let unknown = try #require(post(api, from: local(.unknown("netlink: Operation not permitted"))))
    #expect(unknown.status == 403)
    #expect(unknown["detail"]?.contains("netlink: Operation not permitted") == true)
    for standing in [PeerUser.Standing.other(33, server: 997), .unknown("gone")] {
      for (line, status) in [
        ("GET /v1/theme", 200), ("GET /v1/active", 200), ("GET /v1/history", 403),
        ("GET /v1/theme?theme=night", 403), ("GET /v1/theme?theme=nothing", 403),
      ] {
        #expect(api.ask(line, from: local(standing))?.status == status, "\(line)")
      }
      #expect(api.ask("GET /v1/active", from: local(standing))?["by"] == nil)
      #expect(api.ask("GET /v1/access", from: local(standing))?["name"] == "anyone")
    }
    #expect(post(api, from: local(.trusted))?["by"] == "local")
    let elsewhere = Request.Peer(address: "127.0.0.1", isLoopback: true)
    #expect(post(api, from: elsewhere)?.status == 403)
  }

  @Test func `the user of a connection is looked up once, and for no request that everybody may send`() throws
  {
    let api = try WritableTestAPI()
    let lookUps = LookUps()
    let user = PeerUser {
      lookUps.count.add(1, ordering: .relaxed)
      return .trusted
    }
    let peer = Request.Peer(address: "127.0.0.1", isLoopback: true, user: user)
    for line in ["GET /v1/theme", "GET /v1/theme.css", "GET /v1/colors/accent", "GET /healthz"] {
      for _ in 1...2 { #expect(api.ask(line, from: peer)?.status == 200, "\(line)") }
      #expect(lookUps.count.load(ordering: .relaxed) == 0, "\(line)")
    }
    for _ in 1...2 { #expect(post(api, from: peer)?.status == 200) }
    #expect(api.ask("GET /v1/history", from: peer)?.status == 200)
    #expect(lookUps.count.load(ordering: .relaxed) == 1)
    let ended = PeerUser { .trusted }
    ended.end()
    #expect(post(api, from: .init(address: "127.0.0.1", isLoopback: true, user: ended))?.status == 403)
  }

  private final class LookUps: Sendable {
    let count = Atomic(0)
  }

  @Test func `a token for watching closes what operators read, and nothing else`() throws {
    let watcher = AccessToken(
      name: "prometheus", secret: "watch-secret-0123456789", grants: Grants(watch: .all), isForWatching: true)
    let api = try WritableTestAPI(gate: Gate(tokens: [watcher]))
    let shown: KeyValuePairs = ["Authorization": "Bearer watch-secret-0123456789"]
    for line in ["GET /v1/history", "GET /v1/theme?theme=night", "GET /v1/schedule", "GET /v1/themes/night"] {
      #expect(api.ask(line)?.status == 401, "\(line)")
      #expect(api.ask(line, shown, from: stranger)?.status == 200, "\(line)")
    }
    #expect(api.ask("GET /v1/theme")?.status == 200)
    #expect(post(api, from: Request.loopback)?["by"] == "local")
    #expect(post(api, #"{"theme":"night"}"#, "Bearer watch-secret-0123456789", from: stranger)?.status == 403)
    let access = try #require(api.ask("GET /v1/access", shown, from: stranger))
    #expect((access["name"], access["watch"], access["write"]) == ("prometheus", "true", "false"))
    #expect(throws: TokenFile.TokenFileError.self) { try Gate().replace(tokens: [watcher]) }
  }

  @Test func `with tokens each writes under its name, in its channels`() throws {
    let api = try WritableTestAPI(gate: Gate(tokens: Self.tokens))
    let missing = try #require(post(api, from: Request.loopback))
    #expect(missing.status == 401)
    #expect(missing.header("WWW-Authenticate") == #"Bearer realm="livery""#)
    let wrong = try #require(
      post(api, #"{"theme":"night"}"#, "Bearer chief-secret-012345678", from: stranger))
    #expect(wrong.status == 401)
    #expect(wrong.header("WWW-Authenticate")?.contains("invalid_token") == true)
    #expect(!wrong.text.contains("chief-secret"))
    #expect(post(api, #"{"theme":"night"}"#, "Basic Y2hpZWY6", from: stranger)?.status == 401)
    let right = post(api, #"{"theme":"night"}"#, "bearer chief-secret-0123456789", from: stranger)
    #expect(right?["by"] == "chief")
    let scoped = "Bearer marketing-secret-0123456789"
    #expect(post(api, #"{"theme":"night"}"#, scoped, from: stranger)?.status == 403)
    #expect(post(api, #"{"theme":"night","channel":"kiosk"}"#, scoped, from: stranger)?["by"] == "marketing")
    let upload = api.ask(
      "PUT /v1/themes/x", [json.0: json.1, "Authorization": scoped], body: WritableTestAPI.theme())
    #expect(upload?.status == 403)
    let check = { api.ask("POST /v1/check", $0, body: WritableTestAPI.theme(), from: stranger)?.status }
    #expect(check([json.0: json.1, "Authorization": scoped]) == 200)
    #expect(check([json.0: json.1]) == 401)
  }

  @Test func `reading can need a token, and any that writes will do`() throws {
    let api = try WritableTestAPI(gate: Gate(tokens: Self.tokens, readToken: "reader-secret-0123456789"))
    #expect(api.ask("GET /v1/active")?.status == 401)
    for secret in ["reader-secret-0123456789", "chief-secret-0123456789"] {
      #expect(api.ask("GET /v1/active", ["Authorization": "Bearer \(secret)"])?.status == 200)
    }
    #expect(
      post(api, #"{"theme":"night"}"#, "Bearer reader-secret-0123456789", from: stranger)?.status == 403)
  }

  @Test func `the token is looked at once, and what it allows each time`() throws {
    let api = try WritableTestAPI(gate: Gate(tokens: Self.tokens, readToken: "reader-secret-0123456789"))
    let line = "POST /v1/active"
    let head = Head(.ask(line, ["Authorization": "Bearer chief-secret-0123456789"]))
    #expect(api.router.answer(early: head) == nil)
    let credential = try #require(head.credential)
    func reply(_ credential: Credential) -> Reply? {
      let request = Request(
        method: .post, path: "/v1/active", headers: [.init("Content-Type", "application/json")],
        body: Array(#"{"theme":"night"}"#.utf8), peer: stranger, credential: credential)
      guard case .offload(let work) = api.router.answer(request).outcome else {
        return api.router.answer(request).outcome.reply
      }
      return work.perform()
    }
    #expect(reply(credential)?["by"] == "chief")
    #expect(reply(.token(AccessToken(name: "app", secret: "s", grants: Grants(read: .all))))?.status == 403)
    #expect(reply(.nothing)?.status == 401)
    let refused = Head(.ask(line, ["Authorization": "Bearer nobody-knows-this-0123"]))
    #expect(api.router.answer(early: refused)?.reply.status == 401)
    #expect(refused.credential == .unknownToken)
  }

  private func read(_ text: String) throws -> [AccessToken] {
    try TokenFile.read(SourceFile(name: "tokens.json", bytes: Array(text.utf8))).tokens
  }

  @Test func `a file names tokens with their channels`() throws {
    let tokens = try read(
      #"{ "tokens": [ { "name": "a", "token": "0123456789abcdef", "channels": ["kiosk"] }, "#
        + #"{ "name": "b", "token": "fedcba9876543210" } ] }"#)
    #expect(tokens.map(\.name) == ["a", "b"])
    #expect(
      tokens.map(\.grants) == [
        Grants(read: .all, operate: .some(["kiosk"]), author: .some([])), Grants(operate: .all, author: .all),
      ])
    #expect(tokens[0].matches(digest: SHA256.hash(Array("0123456789abcdef".utf8))))
    #expect(!tokens[0].matches(digest: SHA256.hash(Array("0123456789abcdee".utf8))))
  }

  @Test(arguments: ProjectFiles.paths(in: "Tests/Fixtures/accepted/tokens"))
  func `tokens that the schema accepts are read`(path: String) throws {
    _ = try TokenFile.read(ProjectFiles.file(path))
  }

  @Test(arguments: ProjectFiles.paths(in: "Tests/Fixtures/refused/tokens"))
  func `tokens that the schema refuses are refused`(path: String) {
    #expect(throws: TokenFile.TokenFileError.self) { try TokenFile.read(ProjectFiles.file(path)) }
  }

  @Test func `tokens take the place of others at once, and the last can't be taken away`() throws {
    let gate = Gate(tokens: Self.tokens)
    let api = try WritableTestAPI(gate: gate)
    let next = AccessToken(name: "chief", secret: "chief-secret-9876543210")
    #expect(try gate.replace(tokens: [next]) == Set(Self.tokens))
    #expect(try gate.replace(tokens: [next]) == nil)
    let narrower = AccessToken(
      name: "chief", secret: "chief-secret-9876543210", grants: Grants(operate: .some(["kiosk"])))
    #expect(try gate.replace(tokens: [next, Self.tokens[1]])?.isEmpty == true)
    #expect(try gate.replace(tokens: [narrower, Self.tokens[1]]) == [next])
    #expect(try gate.replace(tokens: [next]) != nil)
    let body = #"{"theme":"night"}"#
    #expect(post(api, body, "Bearer chief-secret-0123456789", from: stranger)?.status == 401)
    #expect(post(api, body, "Bearer chief-secret-9876543210", from: stranger)?["by"] == "chief")
    #expect(throws: TokenFile.TokenFileError.self) { try gate.replace(tokens: []) }
    #expect(throws: TokenFile.TokenFileError.self) { try Gate().replace(tokens: [next]) }
    #expect(post(api, body, from: Request.loopback)?.status == 401)
  }

  @Test(arguments: [
    "", "[]", #"{"tokens":{}}"#, #"{"tokens":[{"name":"a"}]}"#,
    #"{"tokens":[{"name":"a","token":"too-short"}]}"#,
    #"{"tokens":[{"name":"a","token":"0123456789abcdef","chanels":[]}]}"#,
    #"{"tokens":[{"name":"a","token":"0123456789abcdef","channels":[1]}]}"#,
    #"{"tokens":[{"name":"a","token":"0123456789abcdef"},{"name":"a","token":"0123456789abcdeg"}]}"#,
    #"{"tokens":[{"name":"a","token":"0123456789abcdef"},{"name":"b","token":"0123456789abcdef"}]}"#,
  ])
  func `a file that is not right is refused without telling its secrets`(text: String) {
    #expect {
      try read(text)
    } throws: { error in
      !"\(error)".contains("0123456789abcdef") && !"\(error)".contains("too-short")
    }
  }
}
