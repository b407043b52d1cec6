import Documents
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
    #expect(reply(.token(Principal(name: "app", grants: Grants(read: .all))))?.status == 403)
    #expect(reply(.nothing)?.status == 401)
    let refused = Head(.ask(line, ["Authorization": "Bearer nobody-knows-this-0123"]))
    #expect(api.router.answer(early: refused)?.reply.status == 401)
    #expect(refused.credential == .unknownToken)
  }

  private func read(_ text: String) throws -> [AccessToken] {
    try TokenFile.read(SourceFile(name: "tokens.json", bytes: Array(text.utf8)))
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
    #expect(try gate.replace(tokens: [next]))
    #expect(try !gate.replace(tokens: [next]))
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
