import ServerAccess
import TestServer
import Testing

/// A write as bytes, which a page of another site, a rebound name or a proxy brings to the server.
struct ForeignWrite: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let line: String
  let headers: [String]
  let body: String
  /// The reason in the refusal.
  let sign: String

  init(
    _ name: String, line: String = "POST /v1/active", _ headers: [String], body: String = "theme=second",
    sign: String
  ) {
    testDescription = name
    self.line = line
    self.headers = headers
    self.body = body
    self.sign = sign
  }

  static let form = "Content-Type: application/x-www-form-urlencoded"
  static let json = "Content-Type: application/json"
  static let here = "Host: localhost:8080"
  static let evil = "Origin: http://evil.example"

  static let all = [
    ForeignWrite("a form of another site", [here, evil, form], sign: "'http://evil.example'"),
    ForeignWrite("a form of a page without origin", [here, "Origin: null", form], sign: "'null'"),
    ForeignWrite(
      "a form of another server on this machine", [here, "Origin: http://localhost:3000", form],
      sign: "'http://localhost:3000'"),
    ForeignWrite(
      "what a browser calls cross-site", [here, "Sec-Fetch-Site: cross-site", form], sign: "'cross-site'"),
    ForeignWrite(
      "what a browser calls same-site", [here, "Sec-Fetch-Site: same-site", form], sign: "'same-site'"),
    ForeignWrite(
      "a rollback, which needs no body", line: "POST /v1/rollback", [here, evil], body: "",
      sign: "'http://evil.example'"),
    ForeignWrite(
      "a schedule as a form", line: "POST /v1/schedule", [here, evil, form],
      body: "theme=second&from=2030-01-01T00:00:00Z", sign: "'http://evil.example'"),
    ForeignWrite(
      "a document as text", line: "POST /v1/check", [here, evil, "Content-Type: text/plain"], body: "{}",
      sign: "'http://evil.example'"),
    ForeignWrite(
      "an upload under a rebound name", line: "PUT /v1/themes/third", ["Host: evil.example", json],
      body: "{}",
      sign: "'evil.example'"),
    ForeignWrite(
      "a switch by a page of a rebound name",
      ["Host: evil.example:8080", "Origin: http://evil.example:8080", "Sec-Fetch-Site: same-origin", form],
      sign: "'evil.example:8080'"),
    ForeignWrite("a name that begins with an address", ["Host: 127.0.0.1.evil.example", form], sign: "evil"),
    ForeignWrite(
      "two origins, the first its own", [here, "Origin: http://localhost:8080", evil, form],
      sign: "http://evil.example'"),
    ForeignWrite(
      "two sites, the first its own",
      [here, "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site", form],
      sign: "cross-site'"),
    ForeignWrite("too large a number", ["Host: 127.0.0.256", form], sign: "'127.0.0.256'"),
    ForeignWrite("three numbers", ["Host: 127.0.1", form], sign: "'127.0.1'"),
    ForeignWrite("five numbers", ["Host: 127.0.0.1.1:80", form], sign: "'127.0.0.1.1:80'"),
    ForeignWrite("a number that is missing", ["Host: 127..0.1", form], sign: "'127..0.1'"),
    ForeignWrite("no number at the end", ["Host: 127.0.0.", form], sign: "'127.0.0.'"),
    ForeignWrite("a sign before a number", ["Host: 127.+0.0.1", form], sign: "'127.+0.0.1'"),
    ForeignWrite("an address of elsewhere", ["Host: 128.0.0.1", form], sign: "'128.0.0.1'"),
    ForeignWrite("a name that ends like this machine", ["Host: notlocalhost", form], sign: "notlocalhost"),
    ForeignWrite(
      "a deletion", line: "DELETE /v1/themes/second", [here, evil], body: "", sign: "evil.example"),
    ForeignWrite("X-Forwarded-For", [here, "X-Forwarded-For: 203.0.113.9", form], sign: "'X-Forwarded-For'"),
    ForeignWrite("any X-Forwarded-", [here, "x-forwarded-client: a", form], sign: "'x-forwarded-client'"),
    ForeignWrite("Forwarded", [here, "Forwarded: for=203.0.113.9", form], sign: "'Forwarded'"),
    ForeignWrite("X-Real-IP", [here, "X-Real-IP: 203.0.113.9", form], sign: "'X-Real-IP'"),
    ForeignWrite("Via", [here, "Via: 1.1 proxy", form], sign: "'Via'"),
  ]

  func send(to server: RunningServer, also headers: [String] = []) throws -> HTTPClient.ServerReply {
    try send(on: server.connect(), also: headers)
  }

  func send(on connection: TestConnection, also headers: [String] = []) throws -> HTTPClient.ServerReply {
    let lines = ["\(line) HTTP/1.1"] + self.headers + headers + ["Content-Length: \(body.utf8.count)"]
    try connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    return try connection.answer()
  }
}

@Suite struct `Writes from other sites` {
  private static let files = RunningServer.oneTheme.merging(["themes/second.json": "{}"]) { one, _ in one }
  private static let secret = "a-secret-that-nobody-guesses"
  private static let shown = "Authorization: Bearer \(secret)"

  private func body(_ server: RunningServer) throws -> String { try server.get("/v1/active").text }

  @Test func `are refused without a token, and the refusal says why and how to set one`() throws {
    let server = try RunningServer(files: Self.files)
    let before = try body(server)
    for write in ForeignWrite.all {
      let answer = try write.send(to: server)
      #expect(answer.status == 403, "\(write.testDescription)")
      #expect(answer.text.contains(write.sign), "\(write.testDescription): \(answer.text)")
      #expect(answer.text.contains("LIVERY_TOKEN"))
    }
    #expect(try body(server) == before)
    #expect(try server.get("/v1/themes").text.contains("third") == false)
  }

  /// The findings in one head apply to no other.
  @Test func `are refused on a connection that brought a write of this machine`() throws {
    let server = try RunningServer(files: Self.files)
    let own = ForeignWrite("", [ForeignWrite.here, ForeignWrite.form], sign: "")
    for foreign in ForeignWrite.all.prefix(6) {
      let connection = try server.connect()
      #expect(try own.send(on: connection).status == 200)
      #expect(try foreign.send(on: connection).status == 403, "\(foreign.testDescription)")
    }
  }

  @Test(arguments: [
    ["Host: localhost"], ["Host: LocalHost:1"], ["Host: 127.0.0.1:8080"], ["Host: 127.1.2.3"],
    ["Host: [::1]:8080"], ["Host: localhost:8080", "Origin: http://localhost:8080"],
    ["Host: localhost:8080", "Origin: https://localhost:8080", "Sec-Fetch-Site: same-origin"],
    ["Host: 127.0.0.1", "Sec-Fetch-Site: none"],
  ])
  func `are told from those of this machine`(headers: [String]) throws {
    let server = try RunningServer(files: Self.files)
    let write = ForeignWrite("", headers + [ForeignWrite.form], sign: "")
    #expect(try write.send(to: server).status == 200)
  }

  @Test func `are refused as forms and as text also with a token`() throws {
    let server = try RunningServer(files: Self.files, environment: ["LIVERY_TOKEN": Self.secret])
    let (here, evil) = (ForeignWrite.here, ForeignWrite.evil)
    for type in [
      ForeignWrite.form, "Content-Type: Text/Plain", "Content-Type: multipart/form-data; boundary=a",
    ] {
      let answer = try ForeignWrite("", [here, evil, type], sign: "").send(to: server, also: [Self.shown])
      #expect(answer.status == 403, "\(type)")
      #expect(answer.text.contains("never a write"))
    }
    for (headers, body) in [
      ([here, evil, ForeignWrite.json], #"{"theme":"second"}"#),
      ([here, "Origin: http://localhost:8080", ForeignWrite.form], "theme=second"),
      (["Host: themes.example", "X-Forwarded-For: 203.0.113.9", ForeignWrite.form], "theme=second"),
    ] {
      let write = ForeignWrite("", headers, body: body, sign: "")
      #expect(try write.send(to: server, also: [Self.shown]).status == 200, "\(headers)")
    }
  }
}
